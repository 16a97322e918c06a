import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { isFolder, isLink } from '../../protocols/files/file-tree.ts';
import { allPieces } from '../../testing/all-pieces.ts';
import { DriveFiles } from './drive-files.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'jadegate-drive-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('names what is on a drive first, and tells more of the entries it is asked about', async () => {
  const nothing = () => undefined;
  const watch = { claim: nothing, hold: nothing, release: nothing };
  const drive = new DriveFiles({
    root,
    group: undefined,
    refuseFull: async () => undefined,
    watch,
    depth: 64,
  });
  await mkdir(join(root, 'folder'));
  await writeFile(join(root, 'file'), 'abc', { mode: 0o640 });
  await symlink('folder', join(root, 'link'));
  const found = await allPieces(drive.scan('/'));
  const scanned = found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(scanned.map((entry) => [entry.name, isFolder(entry), isLink(entry), entry.size])).toEqual([
    ['file', false, false, undefined],
    ['folder', true, false, undefined],
    ['link', false, true, undefined],
  ]);
  const [file, folder] = await drive.complete('/', [...scanned, { name: 'gone', mode: 0 }]);
  expect(file).toMatchObject({ name: 'file', size: 3, mode: 0o100_640 });
  expect(folder && isFolder(folder)).toBe(true);
  await expect(allPieces(drive.scan('/link'))).rejects.toMatchObject({ kind: 'not_a_folder' });
  await drive.close();
  await expect(allPieces(drive.scan('/'))).rejects.toMatchObject({ code: 'file.drive_closed' });
});
