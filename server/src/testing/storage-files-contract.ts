import type { FileCount, FileEntry, FolderPage, OrderedArchive } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';
import { describe, expect, it } from 'vitest';

import { sha256 } from './byte-store-contract.ts';
import { useOwnSpace } from './own-space.ts';
import type { TestServer } from './test-server.ts';
import { upload as uploadForm } from './upload.ts';

/** What people do with the files of a space, wherever they are kept. */
export function describeStorageFiles(name: string, server: { readonly current: TestServer }): void {
  const { kit, me, post, ask, write, text } = useOwnSpace(server);

  describe(`files of a space on ${name}`, () => {
    it('are browsed, uploaded, downloaded and edited as the product family does', async () => {
      const url = `/storages/${me.space}/upload?dir=/a//b/`;
      expect(await uploadForm(server.current, url, { token: me.token, file: 'hello' })).toMatchObject({
        code: 1,
        data: null,
      });
      const { data } = await post<FileEntry[]>('ls', { dir: '/a/b' });
      expect(data).toMatchObject([
        { name: 'file', path: '/a/b/file', isDir: false, isLink: false, mode: '-rw-r--r--', size: 5 },
      ]);
      const answer = await kit.read(me.token, me.space, '/a/b/file');
      expect(answer.body).toBe('hello');
      expect(answer.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringContaining('attachment; filename="file"') as string,
      });
      expect(await ask('POST', 'mkdir', { dir: '//new' })).toMatchObject({ code: 1 });
      expect(await ask('POST', 'rename', { oldName: '/a/b/file', newName: '/new/名字' })).toMatchObject({
        code: 1,
      });
      expect(await write('/new/名字', 'one\ntwo')).toMatchObject({ code: 1 });
      expect(await text('/new/名字')).toBe('one\ntwo');
      expect(await post('rm', { file: '/a' })).toMatchObject({ code: 1 });
      expect(await post('rm', { file: '/a' })).toMatchObject({ code: 1 });
      expect(await kit.names(me.token, me.space)).toEqual(['new']);
      expect(await kit.used(me.space)).toBe(7 + LIMITS.folderBytes);
    });

    it('are shown page by page, in the order and of the kind that is asked for', async () => {
      expect((await post<FolderPage>('folder', { dir: '/' })).data).toEqual({
        total: 0,
        items: [],
        hidden: 0,
        isWhole: true,
      });
      for (const [file, content] of [
        ['/file 10', '1'],
        ['/file 9', '22'],
        ['/.hidden', '333'],
        ['/dir/x', ''],
      ] as const) {
        await write(file, content);
      }
      const page = async (query: object) => {
        const { data } = await post<FolderPage>('folder', { dir: '/', ...query });
        return [data.items.map(({ name }) => name), data.total, data.hidden];
      };
      expect(await page({})).toEqual([['dir', 'file 9', 'file 10'], 3, 1]);
      expect(await page({ field: 'size', order: 'descend', showsHidden: true })).toEqual([
        ['dir', '.hidden', 'file 9', 'file 10'],
        4,
        0,
      ]);
      expect(await page({ pageSize: 2, pageIndex: 2 })).toEqual([['file 10'], 3, 1]);
      expect(await page({ name: 'FILE', order: 'descend' })).toEqual([['file 10', 'file 9'], 2, 0]);
      expect(await page({ foldersOnly: true })).toEqual([['dir'], 1, 0]);
    });

    it('are sent by range, and whole when they are others by now', async () => {
      await write('/x', '0123456789');
      const part = await kit.read(me.token, me.space, '/x', { range: 'bytes=2-4' });
      expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
        206,
        '234',
        'bytes 2-4/10',
      ]);
      const same = { range: 'bytes=2-4', 'if-range': String(part.headers.etag) };
      expect((await kit.read(me.token, me.space, '/x', same)).statusCode).toBe(206);
      const other = { range: 'bytes=2-4', 'if-range': '"another"' };
      const whole = await kit.read(me.token, me.space, '/x', other);
      expect([whole.statusCode, whole.body]).toEqual([200, '0123456789']);
    });

    it('are written down with person, space, path, size, sum and result', async () => {
      await write('/log/me.txt', 'content');
      await kit.read(me.token, me.space, '/log/me.txt');
      await post('rm', { file: '/../x' });
      const logs = await kit.logs({ storageId: me.space });
      expect(
        logs.map(({ action, fileName, result, bytes, checksum }) => ({
          action,
          fileName,
          result,
          bytes,
          checksum,
        })),
      ).toEqual([
        { action: 'rm', fileName: '/../x', result: 'failure', bytes: 0, checksum: '' },
        {
          action: 'download',
          fileName: '/log/me.txt',
          result: 'success',
          bytes: 7,
          checksum: sha256(Buffer.from('content')),
        },
        {
          action: 'edit',
          fileName: '/log/me.txt',
          result: 'success',
          bytes: 7,
          checksum: sha256(Buffer.from('content')),
        },
      ]);
      expect(logs[0]).toMatchObject({ userId: me.id, storageId: me.space, sessionId: '', assetId: '' });
      expect(logs[0]?.storageName).not.toBe('');
    });

    it('are not overwritten when somebody changed them meanwhile', async () => {
      await write('/x', 'mine');
      const stale = sha256(Buffer.from('older'));
      expect(await post('edit', { file: '/x', fileContent: 'new', expected: stale })).toMatchObject({
        error: 'file.changed',
      });
      expect(
        await post('edit', { file: '/x', fileContent: 'new', expected: sha256(Buffer.from('mine')) }),
      ).toMatchObject({ code: 1 });
      expect(await text('/x')).toBe('new');
      expect(await kit.used(me.space)).toBe(3);
    });

    it('are copied, moved, made and found, and clashes are refused', async () => {
      await write('/dir/one.txt', '1');
      await write('/dir/sub/Two.TXT', '22');
      expect(await post('copy', { from: '/dir', to: '/again' })).toMatchObject({ code: 1 });
      expect(await kit.used(me.space)).toBe(6 + 4 * LIMITS.folderBytes);
      expect(await text('/again/sub/Two.TXT')).toBe('22');
      expect(await post('copy', { from: '/dir', to: '/again' })).toMatchObject({ error: 'file.exists' });
      expect(await post('copy', { from: '/dir', to: '/dir/in' })).toMatchObject({
        error: 'storage.into_itself',
      });
      expect(await ask('POST', 'rename', { oldName: '/dir', newName: '/dir/in' })).toMatchObject({
        error: 'storage.into_itself',
      });
      expect(await ask('POST', 'rename', { oldName: '/dir', newName: '/again' })).toMatchObject({
        error: 'file.exists',
      });
      expect(await post('new-file', { file: '/dir/one.txt' })).toMatchObject({ error: 'file.exists' });
      expect(await post('new-file', { file: '/dir/new.txt' })).toMatchObject({ code: 1 });
      const found = await ask<{ items: FileEntry[]; isWhole: boolean }>('GET', 'search', {
        dir: '/',
        name: 'two.t',
      });
      expect(found.data.items.map(({ path }) => path).toSorted()).toEqual([
        '/again/sub/Two.TXT',
        '/dir/sub/Two.TXT',
      ]);
      const count = await post<FileCount>('measure', { files: ['/dir', '/again/one.txt'] });
      expect(count.data).toEqual({ files: 4, folders: 2, bytes: 4, isWhole: true });
    });

    it('come as one archive, ordered once', async () => {
      await write('/dir/one.txt', 'first');
      await write('/two.txt', 'second');
      const order = await post<OrderedArchive>('archive', { files: ['/dir', '/two.txt'] });
      expect(order.data).toMatchObject({ files: 2, folders: 1, bytes: 11 });
      const query = { archiveId: order.data.archiveId };
      const get = () =>
        server.current.inject('GET', `/storages/${me.space}/archive`, { token: me.token, query });
      const zip = (await get()).rawPayload;
      expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
      expect(zip.includes('dir/one.txt')).toBe(true);
      expect((await get()).json()).toMatchObject({ error: 'file.archive_gone' });
      const downloads = await kit.logs({ storageId: me.space, action: 'download', result: 'success' });
      expect(downloads.map(({ fileName }) => fileName).toSorted()).toEqual(['/dir/one.txt', '/two.txt']);
    });
  });
}
