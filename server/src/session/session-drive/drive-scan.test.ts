import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { compareScans, scanFolder, type Seen } from './drive-scan.ts';

const file = (id: number, size = 1, changedAt = 1): Seen => ({ isFolder: false, size, changedAt, file: id });
const folder = (id: number, changedAt = 1): Seen => ({ isFolder: true, size: 0, changedAt, file: id });
const WIDE = { depth: 64, inFolder: 1000, inAll: 1000 };
const told = (before: Record<string, Seen>, after: Record<string, Seen>) =>
  compareScans(new Map(Object.entries(before)), new Map(Object.entries(after))).map((change) =>
    'from' in change ? `${change.action} ${change.from} ${change.path}` : `${change.action} ${change.path}`,
  );

describe('what was done to a drive between two looks', () => {
  it('is nothing where everything is as it was; a folder is not new because something came into it', () => {
    const before = { '/a': file(1), '/d': folder(2) };
    expect(told(before, before)).toEqual([]);
    expect(told(before, { ...before, '/d': folder(2, 9), '/d/x': file(3) })).toEqual(['upload /d/x']);
  });

  it('is a file that came, changed, or was put in the place of another', () => {
    const before = { '/a': file(1), '/b': file(2), '/c': file(3) };
    const after = { '/a': file(1, 2), '/b': file(2, 1, 2), '/c': file(9), '/d': file(4) };
    expect(told(before, after)).toEqual(['upload /a', 'upload /b', 'upload /c', 'upload /d']);
  });

  it('is a renaming, told once for a folder with all that is in it', () => {
    const before = { '/a': file(1), '/d': folder(2), '/d/e': folder(3), '/d/e/f': file(4) };
    const after = { '/b': file(1), '/n': folder(2), '/n/e': folder(3), '/n/e/f': file(4) };
    expect(told(before, after)).toEqual(['rename /a /b', 'rename /d /n']);
  });

  it('is a renaming and a change where both were done', () => {
    expect(told({ '/a': file(1) }, { '/b': file(1, 5) })).toEqual(['rename /a /b', 'upload /b']);
  });

  it('is a removal, told once for a folder with all that was in it', () => {
    const before = { '/a': file(1), '/d': folder(2), '/d/e': file(3) };
    expect(told(before, {})).toEqual(['rm /a', 'rm /d']);
    expect(told(before, { '/a': file(1), '/d': folder(2) })).toEqual(['rm /d/e']);
  });

  it('is a new folder before what is in it', () => {
    expect(told({}, { '/d/x': file(2), '/d': folder(1) })).toEqual(['mkdir /d', 'upload /d/x']);
  });

  it('is a swap of two names, which loses nothing', () => {
    const changes = told({ '/a': file(1), '/b': file(2) }, { '/a': file(2), '/b': file(1) });
    expect(changes).toEqual(['upload /a', 'upload /b']);
  });
});

describe('a look at a drive', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'jadegate-scan-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('goes so deep and no deeper', async () => {
    await mkdir(join(root, 'a/b/c/d'), { recursive: true });
    await mkdir(join(root, 'e'));
    const { scan, isBeyond } = await scanFolder(root, { ...WIDE, depth: 3 });
    expect([[...scan.keys()].toSorted(), isBeyond]).toEqual([['/a', '/a/b', '/a/b/c', '/e'], true]);
    expect((await scanFolder(root, { ...WIDE, depth: 4 })).isBeyond).toBe(false);
  });

  it('takes so many entries of a folder, and in all', async () => {
    for (const name of ['a/1', 'a/2', 'a/3', 'b/1', 'b/2']) {
      await mkdir(join(root, name), { recursive: true });
    }
    const inFolder = await scanFolder(root, { ...WIDE, inFolder: 2 });
    expect([[...inFolder.scan.keys()].toSorted(), inFolder.isBeyond]).toEqual([
      ['/a', '/b', '/b/1', '/b/2'],
      true,
    ]);
    const inAll = await scanFolder(root, { ...WIDE, inAll: 6 });
    expect([inAll.scan.size <= 6, inAll.isBeyond]).toEqual([true, true]);
    expect((await scanFolder(root, { ...WIDE, inAll: 7 })).isBeyond).toBe(false);
  });
});

it('a look misses no file that gets another name while it looks', async () => {
  const root = await mkdtemp(join(tmpdir(), 'jadegate-scan-'));
  const names = Array.from({ length: 200 }, (_, at) => `file-${at}`);
  await Promise.all(names.map((name) => writeFile(join(root, name), '')));
  const missed: number[] = [];
  for (let time = 0; time < 100; time++) {
    const [from, to] = time % 2 === 0 ? ['file-150', 'other'] : ['other', 'file-150'];
    const looking = scanFolder(root, WIDE);
    // At another moment of the look each time.
    for (let turns = time % 20; turns > 0; turns--) {
      await nextTurn();
    }
    await rename(join(root, from), join(root, to));
    missed.push(names.length - (await looking).scan.size);
  }
  expect(missed.filter((count) => count > 0)).toEqual([]);
  await rm(root, { recursive: true });
});
