import { describe, expect, it } from 'vitest';

import { check } from '../validation.ts';
import { isNameOf, isProductName, isSimplePassword, newPassword } from './password-strength.ts';

describe('a password that is too simple', () => {
  it.each([
    'aaaaaaaaaa',
    'aAaAaAaAaA',
    'abababababab',
    'xyzzyxxyzy',
    'abcabcabcab',
    'harborharbor',
    'k7!qk7!qk7',
    '1234567890',
    '0987654321',
    'abcdefghijkl',
    'abcd12345678',
    'aaaabbbbcccc1111',
    '1122334455',
    '一二一二一二一二一二',
  ])('%j', (password) => {
    expect(isSimplePassword(password)).toBe(true);
  });

  it.each([
    'a quiet harbour',
    'Tgt-pass1',
    'longer-one',
    'correct horse',
    'x7Kq-29fv',
    '海上升明月天涯共',
    '2026-11-17',
  ])('is not %j', (password) => {
    expect(isSimplePassword(password)).toBe(false);
  });

  it('is told beside the field before anything is sent', () => {
    const { fields } = check(newPassword(10), 'aaaaaaaaaa', 'zh-TW');
    expect(fields).toMatchObject([{ rule: 'simplePassword' }]);
    expect(check(newPassword(10), 'Jadegate2026!', 'zh-TW').fields).toMatchObject([{ rule: 'productName' }]);
    expect(check(newPassword(10), 'a quiet harbour', 'zh-TW').fields).toBeUndefined();
  });
});

it('knows a name in any case, and with what guessers put around it', () => {
  expect(['harbour', 'HARBOUR1', '!harbour2026'].map((one) => isNameOf(one, 'Harbour'))).toEqual([
    true,
    true,
    true,
  ]);
  expect(isNameOf('my harbour', 'harbour')).toBe(false);
  expect([isNameOf('10234567', '10234567'), isNameOf('20234567', '10234567')]).toEqual([true, false]);
  expect(['jadegate', '玉門 Jadegate', 'gatekeeper'].map(isProductName)).toEqual([true, true, false]);
});
