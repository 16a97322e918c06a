import type { FileEntry } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { sizeOf } from '../files/storage/tree-size.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import { putStream } from '../storage/put-stream.ts';
import { inPieces } from './byte-store-contract.ts';
import { shortOrSoak } from './soak.ts';
import { StorageKit } from './storage-kit.ts';
import type { TestServer } from './test-server.ts';

const FOLDER = LIMITS.folderBytes;
const down = (depth: number, name = 'd') => `/${name}`.repeat(depth);

/** How deep and how full spaces become, and how long anybody looks through them. */
export function describeStorageTrees(name: string, server: { readonly current: TestServer }): void {
  const kit = new StorageKit(server);
  let me: Awaited<ReturnType<StorageKit['person']>>;
  beforeAll(() => kit.start());
  beforeEach(async () => {
    me = await kit.person();
  });
  afterEach(() => vi.restoreAllMocks());

  const store = () => server.current.services.storage.spaces;
  const call = (op: string, body: object) =>
    kit.call('POST', `/storages/${me.space}/${op}`, me.token, { body });
  const ask = (op: string, query: Record<string, string>) =>
    kit.call('POST', `/storages/${me.space}/${op}`, me.token, { query });
  const mkdir = (dir: string) => ask('mkdir', { dir });
  const write = (file: string, fileContent = 'x') => call('edit', { file, fileContent });
  const rename = (oldName: string, newName: string) => ask('rename', { oldName, newName });
  const copy = (from: string, to: string) => call('copy', { from, to });
  const find = async (wanted: string) =>
    (
      await kit.call<{ items: FileEntry[]; isWhole: boolean }>(
        'GET',
        `/storages/${me.space}/search`,
        me.token,
        { query: { dir: '/', name: wanted } },
      )
    ).data;
  const row = () =>
    server.current.db
      .selectFrom('storage')
      .select(['used_bytes', 'reserved_bytes', 'entry_count'])
      .where('id', '=', me.space)
      .executeTakeFirstOrThrow();
  const there = async () => {
    const { used, entries } = await sizeOf(store().walk(`/${me.space}`));
    return { used_bytes: used, reserved_bytes: 0, entry_count: entries };
  };
  const hold = (entries: number) =>
    server.current.db
      .updateTable('storage')
      .set({ entry_count: entries })
      .where('id', '=', me.space)
      .execute();
  const set = (settings: object) => kit.call('PUT', '/properties', kit.admin, { body: settings });

  describe(`the tree of a space on ${name}`, () => {
    it('goes 64 levels down and no further, whichever way something comes', async () => {
      const { storageDrives } = server.current.services;
      const tooDeep = { error: 'storage.too_deep' };
      expect(await mkdir(down(63))).toMatchObject({ code: 1 });
      expect(await write(`${down(63)}/x`)).toMatchObject({ code: 1 });
      expect(await mkdir(down(65))).toMatchObject(tooDeep);
      expect(await write(`${down(64)}/y`)).toMatchObject(tooDeep);
      expect(await call('new-file', { file: `${down(64)}/y` })).toMatchObject(tooDeep);
      const bytes = Buffer.from('x');
      const upload = { dir: down(64), name: 'y', uploadId: 'upload-deep', size: 1 };
      expect(await kit.send(me.token, me.space, bytes, upload)).toMatchObject(tooDeep);
      expect(await mkdir('/e/e')).toMatchObject({ code: 1 });
      expect(await rename('/d', '/e/d')).toMatchObject(tooDeep);
      expect(await rename('/e', `${down(63)}/e`)).toMatchObject(tooDeep);
      expect(await copy('/d', '/e/d')).toMatchObject(tooDeep);
      expect(await copy('/e', `${down(63)}/e`)).toMatchObject(tooDeep);
      await expect(storageDrives.makeFolder(me.space, down(65))).rejects.toMatchObject({
        code: 'storage.too_deep',
      });
      await expect(storageDrives.move(me.space, '/d', '/e/d')).rejects.toMatchObject({
        code: 'storage.too_deep',
      });
      expect(await rename('/d', '/f')).toMatchObject({ code: 1 });
      expect(await rename('/f/d/d', '/f/up')).toMatchObject({ code: 1 });
      expect(await row()).toEqual(await there());
    });

    it('has no path that could not be named afterwards', async () => {
      const long = 'n'.repeat(200);
      expect(await mkdir(`/a/${long}/${long}/${long}`)).toMatchObject({ code: 1 });
      expect(await mkdir(`/b/${long}`)).toMatchObject({ code: 1 });
      expect(await rename('/a', `/b/${long}/${long}`)).toMatchObject({ error: 'storage.name_too_long' });
      expect(await copy('/a', `/b/${long}/${long}`)).toMatchObject({ error: 'storage.name_too_long' });
      expect(await rename('/a', `/b/${long}/a`)).toMatchObject({ code: 1 });
      expect(await row()).toEqual(await there());
    });

    it('counts each folder, made by itself or on the way, and stops at the limit of the space', async () => {
      await kit.limit(me.space, 10 * FOLDER);
      expect(await mkdir(down(11))).toMatchObject({ error: 'storage.quota' });
      expect(await kit.names(me.token, me.space)).toEqual([]);
      expect(await mkdir(down(7))).toMatchObject({ code: 1 });
      expect(await mkdir(down(7))).toMatchObject({ code: 1 });
      expect(await write('/two/more/x', '')).toMatchObject({ code: 1 });
      expect(await kit.used(me.space)).toBe(9 * FOLDER);
      expect(await copy('/two', '/three')).toMatchObject({ error: 'storage.quota' });
      expect(await rename('/two/more/x', '/on/the/way')).toMatchObject({ error: 'storage.quota' });
      expect(await write('/one/x', 'x')).toMatchObject({ error: 'storage.quota' });
      expect(await rename('/two/more/x', '/on/x')).toMatchObject({ code: 1 });
      expect(await mkdir('/last')).toMatchObject({ error: 'storage.quota' });
      expect(await row()).toEqual(await there());
      expect(await call('rm', { file: '/d' })).toMatchObject({ code: 1 });
      expect(await kit.used(me.space)).toBe(3 * FOLDER);
      expect(await row()).toEqual(await there());
    });

    it('holds so many entries in a folder and in all as the settings say', async () => {
      await set({ 'storage-folder-entries': '10', 'storage-space-entries': '100' });
      try {
        for (let index = 0; index < 10; index += 1) {
          await putStream(store(), `/${me.space}/full/${index}`, inPieces(Buffer.from('x')));
        }
        await server.current.services.storageSweep.compare();
        const full = { error: 'storage.folder_full' };
        expect(await write('/full/more')).toMatchObject(full);
        expect(await mkdir('/full/more/and/more')).toMatchObject(full);
        expect(await write('/full/1', 'another')).toMatchObject({ code: 1 });
        expect(await rename('/full/1', '/full/one')).toMatchObject({ code: 1 });
        expect(await write('/beside')).toMatchObject({ code: 1 });
        expect(await rename('/beside', '/full/beside')).toMatchObject(full);
        expect(await copy('/beside', '/full/beside')).toMatchObject(full);
        expect(await row()).toEqual(await there());
        await hold(99);
        const spaceFull = { error: 'storage.space_full' };
        expect(await mkdir('/a/b')).toMatchObject(spaceFull);
        expect(await copy('/full', '/again')).toMatchObject(spaceFull);
        expect(await mkdir('/a')).toMatchObject({ code: 1 });
        expect(await write('/over')).toMatchObject(spaceFull);
        expect(await rename('/beside', '/a/beside')).toMatchObject({ code: 1 });
      } finally {
        await set({ 'storage-folder-entries': '10000', 'storage-space-entries': '200000' });
      }
    });

    it('is not measured because something was refused', async () => {
      await write('/a/x');
      const walked = vi.spyOn(store(), 'walk');
      expect(await rename('/none', '/b')).toMatchObject({ error: 'file.not_found' });
      expect(await rename('/a', '/a/b')).toMatchObject({ error: 'storage.into_itself' });
      expect(await rename('/a/x', '/a')).toMatchObject({ error: 'file.exists' });
      expect(await mkdir(down(65))).toMatchObject({ error: 'storage.too_deep' });
      expect(await write(`${down(64)}/y`)).toMatchObject({ error: 'storage.too_deep' });
      expect(walked).not.toHaveBeenCalled();
    });

    it('of before there were bounds is measured once, without a word', async () => {
      await write('/a/b/x', 'four');
      await server.current.db
        .updateTable('storage')
        .set({ used_bytes: 4, entry_count: -1 })
        .where('id', '=', me.space)
        .execute();
      expect(await server.current.services.storageSweep.compare()).toEqual([]);
      expect(await row()).toEqual(await there());
    });

    it('is looked through for a while, and what was not looked at is said', async () => {
      for (const one of ['a1', 'a2', 'a3']) {
        await write(`/${one}`);
      }
      expect((await find('a')).isWhole).toBe(true);
      const walk = store().walk.bind(store());
      vi.spyOn(store(), 'walk').mockImplementation(async function* (at) {
        for await (const entry of walk(at)) {
          yield entry;
          server.current.passTime(3 * SECOND_MS);
        }
      });
      const { items, isWhole } = await find('a');
      expect([items.length, isWhole]).toEqual([2, false]);
      const count = await call('measure', { files: ['/'] });
      expect(count.data).toMatchObject({ files: 2, isWhole: false });
    });

    it('is not copied for longer than it may, and then nothing of the copy is left', async () => {
      for (const one of ['1', '2', '3']) {
        await write(`/from/${one}`);
      }
      const copyFile = store().copyFile.bind(store());
      vi.spyOn(store(), 'copyFile').mockImplementation(async (...paths) => {
        await copyFile(...paths);
        server.current.passTime(6 * MINUTE_MS);
      });
      expect(await copy('/from', '/to')).toMatchObject({ error: 'storage.too_long' });
      expect(await kit.names(me.token, me.space)).toEqual(['from']);
      expect(await row()).toEqual(await there());
    });

    it(
      'is counted as it is, whatever was done to it',
      { timeout: shortOrSoak(60_000, HOUR_MS) },
      async () => {
        const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 });
        const place = path.map((names) => `/${names.join('/')}`);
        const act = fc.oneof(
          fc.record({ act: fc.constant(mkdir), args: fc.tuple(place) }),
          fc.record({ act: fc.constant(write), args: fc.tuple(place, fc.constantFrom('', '12345')) }),
          fc.record({ act: fc.constant(rename), args: fc.tuple(place, place) }),
          fc.record({ act: fc.constant(copy), args: fc.tuple(place, place) }),
          fc.record({ act: fc.constant((file: string) => call('rm', { file })), args: fc.tuple(place) }),
        );
        const runs = fc.array(act, { minLength: 10, maxLength: 25 });
        await fc.assert(
          fc.asyncProperty(runs, async (acts) => {
            await call('rm', { file: '/a' });
            for (const { act: one, args } of acts) {
              await (one as (...given: string[]) => Promise<unknown>)(...args);
            }
            expect(await row()).toEqual(await there());
          }),
          { numRuns: shortOrSoak(3, 200), endOnFailure: true },
        );
      },
    );
  });
}
