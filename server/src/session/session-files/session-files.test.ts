import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { FileEntry, FolderPage } from '@jadegate/contract/files/files';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { FilesKit } from '../../testing/files-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new FilesKit(server);
let dir = '';

beforeAll(() => kit.start());
afterAll(() => kit.stop());
beforeEach(async () => {
  dir = await kit.newFolder();
});

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('looking around', () => {
  it('lists a folder with types, links and odd names', async () => {
    await writeFile(join(dir, '檔案.txt'), 'abc', { mode: 0o640 });
    await mkdir(join(dir, 'folder'));
    await symlink('folder', join(dir, 'link'));
    await symlink('nowhere', join(dir, 'dangling'));
    await writeFile(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0xa4, 0xe5])]), '');
    const { data } = await kit.list(dir);
    const byName = new Map(data.map((entry) => [entry.name, entry]));
    expect(byName.get('檔案.txt')).toMatchObject({
      path: `${dir}/檔案.txt`,
      isDir: false,
      isLink: false,
      mode: '-rw-r-----',
      permissions: 0o640,
      size: 3,
    });
    expect(byName.get('folder')).toMatchObject({ isDir: true, mode: expect.stringMatching(/^d/) });
    expect(byName.get('link')).toMatchObject({ isDir: false, isLink: true, leadsToDir: true });
    expect(byName.get('link')?.mode).toMatch(/^L/);
    expect(byName.get('dangling')).toMatchObject({ isLink: true, leadsToDir: false });
    expect(byName.has('\uf7a4\uf7e5')).toBe(true);
  });

  it('shows a folder page by page, links that lead to folders among them', async () => {
    await Promise.all(
      Array.from({ length: 250 }, (_, at) => writeFile(join(dir, `file ${at}`), 'x'.repeat(at % 3))),
    );
    await mkdir(join(dir, '.folder'));
    await symlink('.folder', join(dir, 'z link'));
    await symlink('nowhere', join(dir, 'dangling'));
    const page = async (body: object) => {
      const { data } = await kit.call<FolderPage>('POST', 'folder', {
        body: { dir, pageSize: 100, ...body },
      });
      return { ...data, names: data.items.map(({ name }) => name) };
    };
    const first = await page({});
    expect(first).toMatchObject({ total: 252, hidden: 1, isWhole: true });
    expect(first.names.slice(0, 4)).toEqual(['z link', 'dangling', 'file 0', 'file 1']);
    expect(first.items[0]).toMatchObject({ isLink: true, leadsToDir: true, path: `${dir}/z link` });
    const names = [first, await page({ pageIndex: 2 }), await page({ pageIndex: 3 })].flatMap(
      (one) => one.names,
    );
    expect([names.length, new Set(names).size, names.at(-1)]).toEqual([252, 252, 'file 249']);
    const bySize = await page({ field: 'size', order: 'descend', name: 'file', pageSize: 2 });
    expect(bySize).toMatchObject({ total: 250, items: [{ name: 'file 2', size: 2 }, { name: 'file 5' }] });
    expect((await page({ foldersOnly: true, showsHidden: true })).names).toEqual(['.folder', 'z link']);
    const stranger = await server.current.loginAs({
      type: 'admin',
      menus: ['asset-access', 'online-session'],
    });
    expect(await kit.call('POST', 'folder', { token: stranger.token, body: { dir } })).toMatchObject({
      error: 'session.not_found',
    });
  });

  it('takes the form that older clients send, with doubled slashes', async () => {
    await writeFile(join(dir, 'x'), '');
    const response = await server.current.app.inject({
      method: 'POST',
      url: `/sessions/${kit.session}/ls`,
      headers: { 'x-auth-token': kit.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `dir=${encodeURIComponent(`/${dir}//`)}`,
    });
    expect(response.json<{ data: FileEntry[] }>().data.map(({ path }) => path)).toEqual([`${dir}/x`]);
  });

  it('begins where the login begins', async () => {
    const { data } = await kit.call<FileEntry>('GET', 'stat', { query: { file: '.' } });
    expect(data).toMatchObject({ path: kit.root, isDir: true });
    expect(
      (await kit.call<FileEntry>('GET', 'stat', { query: { file: `~/${dir.split('/').at(-1)}` } })).data.path,
    ).toBe(dir);
  });

  it.each(['relative', '/a/../b', '/..', '/a\0b', '\\x', `/${'a'.repeat(4096)}`])(
    'refuses %j as a path',
    async (path) => {
      const { code } = await kit.list(path);
      expect(code).not.toBe(1);
    },
  );

  it('says what is wrong with a folder', async () => {
    expect(await kit.list(`${dir}/none`)).toMatchObject({ code: 404, error: 'file.not_found' });
    await writeFile(join(dir, 'f'), '');
    expect(await kit.list(`${dir}/f`)).toMatchObject({ error: 'file.not_a_folder', message: '這不是資料夾' });
  });
});

describe('changing', () => {
  it('makes, renames, moves, removes and sets permissions, and writes it down', async () => {
    expect(await kit.call('POST', 'mkdir', { query: { dir: `${dir}//made` } })).toMatchObject({
      code: 1,
      data: null,
    });
    expect(await kit.call('POST', 'mkdir', { query: { dir: `${dir}/made` } })).toMatchObject({
      error: 'file.exists',
    });
    await kit.send({ dir: `${dir}/made`, name: 'f' }, Buffer.from('x'));
    const move = { oldName: `${dir}/made/f`, newName: `${dir}/g` };
    expect(await kit.call('POST', 'rename', { query: move })).toMatchObject({ code: 1 });
    expect(
      await kit.call('POST', 'rename', { query: { oldName: `${dir}/g`, newName: `${dir}/made` } }),
    ).toMatchObject({
      error: 'file.exists',
    });
    expect(await kit.call('POST', 'chmod', { body: { file: `${dir}/g`, permissions: 0o600 } })).toMatchObject(
      {
        code: 1,
      },
    );
    expect((await lstat(join(dir, 'g'))).mode & 0o7777).toBe(0o600);
    await kit.send({ dir: `${dir}/made/a/b`, name: 'f' }, Buffer.from('x'));
    expect(await kit.call('POST', 'rm', { body: { file: `${dir}/made` } })).toMatchObject({ code: 1 });
    expect(await readdir(dir)).toEqual(['g']);
    expect(await kit.call('POST', 'rm', { body: { file: '/' } })).toMatchObject({
      error: 'file.path_invalid',
    });
    const rows = (await kit.logOf(dir)).map(({ action, result }) => `${action} ${result}`);
    expect(rows.toSorted()).toEqual(
      [
        'chmod success',
        'mkdir failure',
        'mkdir success',
        'rename failure',
        'rename success',
        'rm success',
        'upload success',
        'upload success',
      ].toSorted(),
    );
  });

  it('edits with the line endings of the file, and not over somebody else’s work', async () => {
    await writeFile(join(dir, 'dos'), 'a\r\nb\r\n');
    await writeFile(join(dir, 'unix'), 'a\nb\n');
    await chmod(join(dir, 'dos'), 0o666);
    for (const name of ['dos', 'unix']) {
      const body = { file: `${dir}/${name}`, fileContent: 'x\r\ny\r\n' };
      expect(await kit.call('POST', 'edit', { body })).toMatchObject({ code: 1 });
    }
    expect(await readFile(join(dir, 'dos'), 'latin1')).toBe('x\r\ny\r\n');
    expect(await readFile(join(dir, 'unix'), 'latin1')).toBe('x\ny\n');
    const bytes = Buffer.from([0xa4, 0xa4, 0x0d, 0x0a]);
    const exact = {
      file: `${dir}/unix`,
      contentBase64: bytes.toString('base64'),
      expected: sha(Buffer.from('x\ny\n')),
    };
    expect(await kit.call('POST', 'edit', { body: exact })).toMatchObject({ code: 1 });
    expect((await readFile(join(dir, 'unix'))).equals(bytes)).toBe(true);
    expect(await kit.call('POST', 'edit', { body: exact })).toMatchObject({ error: 'file.changed' });
    expect((await readFile(join(dir, 'unix'))).equals(bytes)).toBe(true);
    await writeFile(join(dir, 'huge'), Buffer.alloc(600_000));
    expect(await kit.call('POST', 'edit', { body: { file: `${dir}/huge`, fileContent: '' } })).toMatchObject({
      error: 'file.too_large',
    });
    expect((await kit.call('POST', 'edit', { body: { file: `${dir}/unix` } })).code).toBe(400);
    expect(await kit.logOf(`${dir}/unix`)).toMatchObject([
      { action: 'edit', result: 'failure' },
      { action: 'edit', result: 'success', bytes: 4, checksum: sha(bytes) },
      { action: 'edit', result: 'success' },
    ]);
  });
});
