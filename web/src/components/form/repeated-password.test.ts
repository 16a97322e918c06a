import { check } from '@jadegate/contract/validation';
import { expect, it } from 'vitest';

import { repeatedPassword } from './repeated-password.ts';

const typed = (newPassword: string) => ({ oldPassword: 'x', newPassword, newPassword2: newPassword });

it('asks for the length that the hint names, and says so', () => {
  const schema = repeatedPassword(12);
  expect(check(schema, typed('a long sente'), 'zh-TW').fields).toBeUndefined();
  const [refused] = check(schema, typed('a long sent'), 'zh-TW').fields ?? [];
  expect(refused).toMatchObject({ path: 'newPassword' });
  expect(refused?.message).toContain('12');
  expect(refused?.message).not.toContain('8');
});

it('says beside the field that a password is too simple, before it is sent', () => {
  const { fields = [] } = check(repeatedPassword(10), typed('aaaaaaaaaa'), 'zh-TW');
  expect(fields).toMatchObject([{ path: 'newPassword', rule: 'simplePassword' }]);
});
