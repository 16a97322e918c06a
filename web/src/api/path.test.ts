import { expect, it } from 'vitest';

import { fillPath, queryText } from './path.ts';

it('refuses a path whose parameter is missing', () => {
  expect(() => fillPath('/users/:id', {})).toThrow('needs a value for id');
});

it('repeats the name for arrays', () => {
  expect(queryText({ tag: ['a', 'b'] })).toBe('?tag=a&tag=b');
});

it('writes nothing for an empty query', () => {
  expect(queryText(undefined)).toBe('');
  expect(queryText({ a: undefined })).toBe('');
});
