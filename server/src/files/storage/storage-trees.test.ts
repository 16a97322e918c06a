import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { goDeep } from '../../testing/drive-contract.ts';
import { StorageKit } from '../../testing/storage-kit.ts';
import { describeStorageTrees } from '../../testing/storage-trees-contract.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
describeStorageTrees('disk', server);

it('a tree deeper than any path goes: by its person, and with its person', async () => {
  const kit = new StorageKit(server);
  kit.admin = await server.current.login();
  const me = await kit.person();
  const inSpace = join(server.current.dataDir, 'spaces', me.space);
  for (const folder of ['one', 'two']) {
    await mkdir(join(inSpace, folder), { recursive: true });
    await goDeep(join(inSpace, folder), 70);
  }
  const search = await kit.call('GET', `/storages/${me.space}/search`, me.token, {
    query: { dir: '/', name: 'd' },
  });
  expect(search.data).toMatchObject({ isWhole: false });
  const rm = await kit.call('POST', `/storages/${me.space}/rm`, me.token, { body: { file: '/one' } });
  expect(rm).toMatchObject({ code: 1 });
  expect(await kit.names(me.token, me.space)).toEqual(['two']);
  expect(
    await kit.call('DELETE', `/users/${me.id}`, kit.admin, { query: { files: 'delete' } }),
  ).toMatchObject({ code: 1 });
  const { storage } = server.current.services;
  expect(await storage.spaces.stat(`/${me.space}`)).toBeUndefined();
  expect(await storage.spaces.list('/removed')).toEqual([]);
});

it('a deleted space that cannot be removed yet keeps no other one', async () => {
  const { storage, storageSweep } = server.current.services;
  const { spaces: store } = storage;
  for (const id of ['first', 'second', 'third']) {
    await store.makeFolder(`/${id}/files`);
    await store.makeFolder(`/removed/${id}`);
  }
  const remove = store.remove.bind(store);
  const spy = vi.spyOn(store, 'remove').mockImplementation(async (at, onRemoved) => {
    if (at === '/second') {
      throw new StorageError('failed');
    }
    await remove(at, onRemoved);
  });
  await expect(storageSweep.recover()).rejects.toMatchObject({ kind: 'failed' });
  spy.mockRestore();
  expect((await store.list('/removed')).map(({ name }) => name)).toEqual(['second']);
  await storageSweep.recover();
  expect(await store.list('/removed')).toEqual([]);
});

it('what a process that was killed had begun to copy or unpack goes after a day', async () => {
  const drafts = join(server.current.dataDir, 'uploads');
  const [forgotten, fresh] = [join(drafts, newId()), join(drafts, newId())];
  writeFileSync(forgotten, 'half of a file');
  writeFileSync(fresh, 'half of another');
  const then = new Date(Date.now() - 25 * HOUR_MS);
  utimesSync(forgotten, then, then);
  const { storageSweep } = server.current.services;
  await storageSweep.start();
  await vi.waitFor(() => expect(existsSync(forgotten)).toBe(false), { timeout: 20_000, interval: 50 });
  await storageSweep.close();
  expect(existsSync(fresh)).toBe(true);
  rmSync(fresh);
});

it('a store that says nothing about what was begun keeps no space from being counted', async () => {
  const kit = new StorageKit(server);
  kit.admin = await server.current.login();
  const me = await kit.person();
  const { storage, storageSweep } = server.current.services;
  await storageSweep.compare();
  const { db } = server.current;
  await db.updateTable('storage').set({ used_bytes: 99 }).where('id', '=', me.space).execute();
  // A key of S3 may list objects without the right to list uploads.
  const refused = vi.spyOn(storage.spaces, 'discardForgotten').mockRejectedValue(new StorageError('failed'));
  server.current.passTime(7 * HOUR_MS);
  await storageSweep.start();
  await vi.waitFor(() => expect(refused).toHaveBeenCalled(), { timeout: 20_000, interval: 50 });
  await storageSweep.close();
  refused.mockRestore();
  const row = db.selectFrom('storage').select('used_bytes').where('id', '=', me.space);
  expect((await row.executeTakeFirstOrThrow()).used_bytes).toBe(0);
});
