import { describe, expect, it } from 'vitest';

import { foldersToMake, placeDropped } from './dropped-files.ts';

/** A dropped folder, as a browser gives it: its entries in portions. */
function aFolder(name: string, ...inside: object[]): object {
  const portions = [inside.slice(0, 1), inside.slice(1)].filter(({ length }) => length > 0);
  const readEntries = (give: (entries: object[]) => void) => give(portions.shift() ?? []);
  return { name, isFile: false, createReader: () => ({ readEntries }) };
}

function aFile(name: string): object {
  return { name, isFile: true, file: (give: (file: File) => void) => give(new File(['x'], name)) };
}

function aDrop(...entries: object[]): DataTransfer {
  return { items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) } as unknown as DataTransfer;
}

describe('what is dropped', () => {
  it('keeps its place in its folders, and the folders with nothing in them', async () => {
    const deep = aFolder('b', aFile('2.txt'), aFolder('empty'));
    const { files, emptyFolders } = await placeDropped(
      aDrop(aFile('1.txt'), aFolder('a', deep, aFile('3.txt')), aFolder('none')),
      '/srv',
    );
    expect(files.map(({ file, dir }) => `${dir} ${file.name}`).toSorted()).toEqual([
      '/srv 1.txt',
      '/srv/a 3.txt',
      '/srv/a/b 2.txt',
    ]);
    expect(emptyFolders).toEqual(['/srv/a/b/empty', '/srv/none']);
  });

  it('has its folders made from the top down, each once', () => {
    expect(foldersToMake(['/srv/a/b/c', '/srv/a/d', '/srv/e'], '/srv')).toEqual([
      '/srv/a',
      '/srv/a/b',
      '/srv/a/b/c',
      '/srv/a/d',
      '/srv/e',
    ]);
    expect(foldersToMake(['/a'], '/')).toEqual(['/a']);
  });
});
