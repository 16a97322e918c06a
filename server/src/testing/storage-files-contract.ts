import { randomBytes } from 'node:crypto';

import type { FileCount, FileEntry, FolderPage, OrderedArchive } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { MINUTE_MS } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import { StorageError } from '../storage/storage-error.ts';
import { sha256 } from './byte-store-contract.ts';
import { StorageKit } from './storage-kit.ts';
import type { TestServer } from './test-server.ts';
import { upload as uploadForm } from './upload.ts';

const MEGABYTE = 1024 * 1024;

/** What people do with the files of a space, wherever they are kept. */
export function describeStorageFiles(name: string, server: { readonly current: TestServer }): void {
  const kit = new StorageKit(server);
  let me: Awaited<ReturnType<StorageKit['person']>>;
  beforeAll(() => kit.start());
  beforeEach(async () => {
    me = await kit.person();
  });
  const post = <Data = unknown>(op: string, body: object) =>
    kit.call<Data>('POST', `/storages/${me.space}/${op}`, me.token, { body });
  const ask = <Data = unknown>(method: 'GET' | 'POST', op: string, query: Record<string, string>) =>
    kit.call<Data>(method, `/storages/${me.space}/${op}`, me.token, { query });
  const write = (file: string, text: string) => post('edit', { file, fileContent: text });
  const text = async (file: string) => (await kit.read(me.token, me.space, file)).body;

  /** Until the server knows that the connection is gone. */
  const kept = async (uploadId: string) => {
    const { code, message, data } = await ask<{ received: number }>('GET', 'upload-state', { uploadId });
    if (code !== 1) {
      throw new Error(message);
    }
    return data.received;
  };

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

    it('go on after a break, and end as they were sent', async () => {
      const bytes = randomBytes(20 * MEGABYTE);
      const upload = { name: 'big.bin', uploadId: 'upload-0001', size: bytes.length };
      await expect(
        kit.send(me.token, me.space, bytes, { ...upload, breakAfter: 10 * MEGABYTE }),
      ).rejects.toThrow(/hang up|ECONNRESET/);
      const offset = await kept('upload-0001');
      expect(offset).toBeGreaterThan(0);
      expect(await kit.names(me.token, me.space)).toEqual([]);
      expect(await kit.reserved(me.space)).toBe(bytes.length);
      const wrong = await kit.send(me.token, me.space, bytes.subarray(1), { ...upload, offset: offset - 1 });
      expect(wrong).toMatchObject({ error: 'file.upload_offset' });
      expect(await kit.send(me.token, me.space, bytes.subarray(offset), { ...upload, offset })).toMatchObject(
        { code: 1 },
      );
      expect(await kit.used(me.space)).toBe(bytes.length);
      expect(await kit.reserved(me.space)).toBe(0);
      const [entry] = await kit.logs({ storageId: me.space, action: 'upload', result: 'success' });
      expect(entry).toMatchObject({ bytes: bytes.length, checksum: sha256(bytes) });
      expect(sha256((await kit.read(me.token, me.space, '/big.bin')).rawPayload)).toBe(sha256(bytes));
    });

    it('of the same name at the same time are one: the others are told so', async () => {
      const bytes = randomBytes(MEGABYTE);
      const upload = { name: 'same.bin', uploadId: 'upload-0006', size: bytes.length };
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => kit.send(me.token, me.space, bytes, upload)),
      );
      const told = answers.map(({ code, error }) => (code === 1 ? 'done' : error));
      expect(told).toContain('done');
      expect(
        told.filter((one) => one !== 'done' && one !== 'storage.busy' && one !== 'file.upload_offset'),
      ).toEqual([]);
      expect(await kit.reserved(me.space)).toBe(0);
    });

    it('that are given up leave nothing, and hold no room', async () => {
      const bytes = randomBytes(10 * MEGABYTE);
      const upload = { name: 'big.bin', uploadId: 'upload-0002', size: bytes.length };
      await expect(
        kit.send(me.token, me.space, bytes, { ...upload, breakAfter: 9 * MEGABYTE }),
      ).rejects.toThrow(/hang up|ECONNRESET/);
      await kept('upload-0002');
      expect(await ask('POST', 'upload-cancel', { uploadId: 'upload-0002' })).toMatchObject({ code: 1 });
      expect(await ask('GET', 'upload-state', { uploadId: 'upload-0002' })).toMatchObject({
        error: 'file.upload_gone',
      });
      expect([await kit.used(me.space), await kit.reserved(me.space)]).toEqual([0, 0]);
    });

    it('stop at the limit of the space, before the first byte or in the middle, and leave no half', async () => {
      await kit.limit(me.space, 3 * MEGABYTE);
      const bytes = randomBytes(4 * MEGABYTE);
      expect(await kit.send(me.token, me.space, bytes, { name: 'known', size: bytes.length })).toMatchObject({
        error: 'storage.quota',
      });
      const unknown = await uploadForm(server.current, `/storages/${me.space}/upload?dir=/`, {
        token: me.token,
        file: bytes,
      });
      expect(unknown).toMatchObject({ error: 'storage.quota' });
      expect(await kit.names(me.token, me.space)).toEqual([]);
      expect([await kit.used(me.space), await kit.reserved(me.space)]).toEqual([0, 0]);
      const fits = bytes.subarray(0, 3 * MEGABYTE);
      expect(await kit.send(me.token, me.space, fits, { name: 'fits', size: fits.length })).toMatchObject({
        code: 1,
      });
      // Another of the same size takes its place: nothing is used more.
      expect(await kit.send(me.token, me.space, fits, { name: 'fits', size: fits.length })).toMatchObject({
        code: 1,
      });
      expect(await write('/one-more', 'x')).toMatchObject({ error: 'storage.quota' });
      expect(await post('copy', { from: '/fits', to: '/copy' })).toMatchObject({ error: 'storage.quota' });
      expect([await kit.used(me.space), await kit.reserved(me.space)]).toEqual([3 * MEGABYTE, 0]);
      expect(await kit.names(me.token, me.space)).toEqual(['fits']);
    });

    it('sent many at once do not exceed the limit together', async () => {
      await kit.limit(me.space, 5 * MEGABYTE);
      const bytes = randomBytes(MEGABYTE);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          kit.send(me.token, me.space, bytes, {
            name: `f${index}`,
            ...(index % 2 === 0 && { size: bytes.length }),
          }),
        ),
      );
      const done = answers.filter(({ code }) => code === 1);
      expect(done).toHaveLength(5);
      expect(answers.filter(({ error }) => error === 'storage.quota')).toHaveLength(7);
      expect([await kit.used(me.space), await kit.reserved(me.space)]).toEqual([5 * MEGABYTE, 0]);
      expect(await kit.names(me.token, me.space)).toHaveLength(5);
    });

    it('that something else changed are found by the sweep, and the difference is told', async () => {
      await write('/x', '12345');
      await server.current.db
        .updateTable('storage')
        .set({ used_bytes: 99 })
        .where('id', '=', me.space)
        .execute();
      const { storageSweep } = server.current.services;
      const found = await storageSweep.compare();
      expect(found).toMatchObject([{ id: me.space, before: 99, after: 5 }]);
      expect(await kit.used(me.space)).toBe(5);
      expect(await storageSweep.compare()).toEqual([]);
      const entry = await server.current.db
        .selectFrom('audit_log')
        .select('detail')
        .where('action', '=', 'storage.corrected')
        .executeTakeFirstOrThrow();
      expect(entry.detail).toContain('99');
    });

    it('of a server that died are counted again, and its uploads go on', async () => {
      const bytes = randomBytes(10 * MEGABYTE);
      const upload = { name: 'big', uploadId: 'upload-0003', size: bytes.length };
      await expect(
        kit.send(me.token, me.space, bytes, { ...upload, breakAfter: 9 * MEGABYTE }),
      ).rejects.toThrow(/hang up|ECONNRESET/);
      await kept('upload-0003');
      await write('/x', '12345');
      const { db } = server.current;
      // As one that was killed leaves them: in the middle of an upload, and of a change that was not settled.
      await db
        .updateTable('storage_upload')
        .set({ process_id: 'dead' })
        .where('storage_id', '=', me.space)
        .execute();
      await db.updateTable('storage').set({ used_bytes: 0 }).where('id', '=', me.space).execute();
      const change = { id: `change-${me.space}`, storage_id: me.space, process_id: 'dead', created_at: 0 };
      await db.insertInto('storage_change').values(change).execute();
      await server.current.services.storageSweep.recover();
      expect(await kit.used(me.space)).toBe(5);
      expect(
        await db.selectFrom('storage_change').selectAll().where('storage_id', '=', me.space).execute(),
      ).toEqual([]);
      const offset = await kept('upload-0003');
      expect(await kit.send(me.token, me.space, bytes.subarray(offset), { ...upload, offset })).toMatchObject(
        { code: 1 },
      );
      expect([await kit.used(me.space), await kit.reserved(me.space)]).toEqual([bytes.length + 5, 0]);
    });

    it('that are about to begin are not taken for left ones', async () => {
      const { db, services } = server.current;
      const held = { path: `/${me.space}/about`, token: newId(), reserved_bytes: 0 };
      const begun = { id: newId(), storage_id: me.space, user_id: me.id, upload_id: 'about', ...held };
      const mine = { process_id: services.processes.id, touched_at: server.current.now() };
      await db
        .insertInto('storage_upload')
        .values({ ...begun, ...mine })
        .execute();
      const uploads = () =>
        db.selectFrom('storage_upload').select('id').where('storage_id', '=', me.space).execute();
      await services.storageSweep.recover();
      expect(await uploads()).toEqual([{ id: begun.id }]);
      server.current.passTime(2 * MINUTE_MS);
      await services.storageSweep.recover();
      expect(await uploads()).toEqual([]);
    });

    it('of a deleted space go later when they cannot go at once, and nothing of others goes', async () => {
      const { spaces: store } = server.current.services.storage;
      const space = { name: 'doomed', isShare: false, limitSize: -1 };
      const { data } = await kit.call<{ id: string }>('POST', '/storages', kit.admin, { body: space });
      const { id } = data;
      await kit.call('POST', `/storages/${id}/edit`, kit.admin, { body: { file: '/a/x', fileContent: 'x' } });
      const bytes = randomBytes(9 * MEGABYTE);
      const broken = { name: 'big', uploadId: 'upload-0005', size: bytes.length, breakAfter: 8.5 * MEGABYTE };
      await expect(kit.send(kit.admin, id, bytes, broken)).rejects.toThrow(/hang up|ECONNRESET/);
      const draft = await vi.waitFor(
        () =>
          server.current.db
            .selectFrom('storage_upload')
            .select(['path', 'token'])
            .where('storage_id', '=', id)
            .where('process_id', '=', '')
            .executeTakeFirstOrThrow(),
        { timeout: 30_000 },
      );
      await write('/x', 'mine');
      const remove = (name: string) => kit.call('DELETE', `/storages/${id}`, kit.admin, { query: { name } });

      const listing = vi.spyOn(store, 'makeFolder').mockRejectedValue(new StorageError('away'));
      expect(await remove('doomed')).toMatchObject({ error: 'storage.away' });
      listing.mockRestore();
      expect(await kit.names(kit.admin, id)).toEqual(['a']);

      const removing = vi.spyOn(store, 'remove').mockRejectedValue(new StorageError('away'));
      expect(await remove('doomed')).toMatchObject({ code: 1 });
      removing.mockRestore();
      expect(await store.resume(draft.path, draft.token)).toBeUndefined();
      expect(await store.stat(`/${id}/a/x`)).toBeDefined();
      await store.makeFolder(`/removed/${me.space}`);
      await server.current.services.storageSweep.recover();
      expect(await store.stat(`/${id}`)).toBeUndefined();
      expect((await store.list('/removed')).map((entry) => entry.name)).toEqual([me.space]);
      expect(await text('/x')).toBe('mine');
    });

    it('that nobody comes back for are removed', async () => {
      const bytes = randomBytes(9 * MEGABYTE);
      const upload = { name: 'big', uploadId: 'upload-0004', size: bytes.length };
      await expect(
        kit.send(me.token, me.space, bytes, { ...upload, breakAfter: 8.5 * MEGABYTE }),
      ).rejects.toThrow(/hang up|ECONNRESET/);
      await kept('upload-0004');
      await server.current.db
        .updateTable('storage_upload')
        .set({ touched_at: 0 })
        .where('storage_id', '=', me.space)
        .execute();
      await server.current.services.storageSweep.recover();
      expect(await ask('GET', 'upload-state', { uploadId: 'upload-0004' })).toMatchObject({
        error: 'file.upload_gone',
      });
      expect(await kit.reserved(me.space)).toBe(0);
    });
  });
}
