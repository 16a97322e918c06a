import { describe, expect, it } from 'vitest';

import { storedNames } from './stored-path.ts';

describe('the path of a stored file', () => {
  it('is read as the names from the root down, in one form', () => {
    expect(storedNames('/')).toEqual([]);
    expect(storedNames('//a/./b c//')).toEqual(['a', 'b c']);
    expect(storedNames('/e\u0301')).toEqual(['\u00e9']);
    expect(storedNames('/..a/...')).toEqual(['..a', '...']);
  });

  it.each([
    '/..',
    '/../etc/passwd',
    '/a/../../b',
    '/a/./..',
    '/a//..//b',
    'a/b',
    '..',
    '',
    '/a\0b',
    '/a\n',
    '/..\\..\\b',
    '/\ud800',
    '/\uf7ae\uf7ae',
  ])('is refused where it leads up, or names what is no name: %j', (path) => {
    expect(() => storedNames(path)).toThrow(expect.objectContaining({ kind: 'path_invalid' }));
  });

  it.each([`/${'n'.repeat(256)}`, `/${'玉'.repeat(86)}`, `/${'name/'.repeat(200)}`])(
    'is refused where a store could not keep it: %j',
    (path) => {
      expect(() => storedNames(path)).toThrow(expect.objectContaining({ kind: 'name_too_long' }));
    },
  );
});
