import { randomBytes } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { MINUTE_MS } from '../kernel/clock.ts';
import { newId } from '../kernel/id.ts';
import { StorageError } from '../storage/storage-error.ts';
import { sha256 } from './byte-store-contract.ts';
import { useOwnSpace } from './own-space.ts';
import type { TestServer } from './test-server.ts';
import { upload as uploadForm } from './upload.ts';

const MEGABYTE = 1024 * 1024;

/** How files come into a space: in pieces, up to its limit, and what becomes of those that broke off or went away. */
export function describeStorageUploads(name: string, server: { readonly current: TestServer }): void {
  const { kit, me, post, ask, write, text, kept } = useOwnSpace(server);

  describe(`files of a space on ${name}`, () => {
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
      // One that is under way is broken off by the next of its name: its sender may have lost it.
      const others = ['done', 'storage.busy', 'file.upload_offset', 'file.upload_broken'];
      expect(told.filter((one) => !others.includes(String(one)))).toEqual([]);
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
