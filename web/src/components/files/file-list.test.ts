import { describe, expect, it } from 'vitest';

import { crumbsOf, sortEntries, typedPath } from './file-list.ts';
import { anEntry } from './file.builders.ts';

describe('a folder', () => {
  const entries = [
    anEntry({ name: 'file 10', size: 1 }),
    anEntry({ name: 'file 2', size: 5, modTime: '2026-02-01 00:00:00' }),
    anEntry({ name: 'z', isDir: true }),
    anEntry({ name: 'link', isLink: true, leadsToDir: true }),
  ];
  const names = (sort: Parameters<typeof sortEntries>[1]) =>
    sortEntries(entries, sort).map(({ name }) => name);

  it('shows folders first, and names as people count', () => {
    expect(names({ field: 'name', isDescending: false })).toEqual(['link', 'z', 'file 2', 'file 10']);
    expect(names({ field: 'name', isDescending: true })).toEqual(['z', 'link', 'file 10', 'file 2']);
    expect(names({ field: 'size', isDescending: false }).slice(2)).toEqual(['file 10', 'file 2']);
    expect(names({ field: 'modTime', isDescending: true }).slice(2)).toEqual(['file 2', 'file 10']);
  });
});

describe('a typed path', () => {
  it.each([
    ['/etc', '/etc'],
    ['..', '/home'],
    ['../x/./y/', '/home/x/y'],
    ['sub', '/home/me/sub'],
    ['/../..', '/'],
    ['   ', undefined],
    ['/a\0', undefined],
  ])('%j leads to %s', (typed, path) => {
    expect(typedPath(typed, '/home/me')).toBe(path);
  });

  it('has a trail', () => {
    expect(crumbsOf('/a/b').map(({ path }) => path)).toEqual(['/', '/a', '/a/b']);
    expect(crumbsOf('/')).toEqual([{ name: '/', path: '/' }]);
  });
});
