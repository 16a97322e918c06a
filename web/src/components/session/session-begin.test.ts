import { beforeEach, expect, it } from 'vitest';

import { forgetBegin, handOverBegin, MAX_BEGUN, readBegin, typedLines } from './session-begin.ts';

beforeEach(() => sessionStorage.clear());

it('is handed over once', () => {
  const begin = { assets: [{ id: 'a', name: 'web-01' }], text: 'ls' };
  handOverBegin(begin);
  expect(readBegin()).toEqual(begin);
  forgetBegin();
  expect(readBegin()).toBeUndefined();
});

it.each([
  '{',
  '{"assets":[]}',
  JSON.stringify({ assets: Array.from({ length: MAX_BEGUN + 1 }, () => ({ id: 'a', name: '' })), text: '' }),
])('is nothing where something else stands: %s', (stored) => {
  sessionStorage.setItem('session-begin', stored);
  expect(readBegin()).toBeUndefined();
});

it('types each line that has something on it', () => {
  expect(typedLines('cd /srv\r\n\n  \nls')).toBe('cd /srv\rls\r');
});
