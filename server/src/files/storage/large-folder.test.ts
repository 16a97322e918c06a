import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FileEntry, FolderPage } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { DiskStore } from '../../storage/disk/disk-store.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { StorageKit } from '../../testing/storage-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { threadMs } from '../../testing/thread-ms.ts';

const FILES = shortOrSoak(LIMITS.folder.listed + 200, 100_000);
/** Of processor time in one turn of the event loop, measured in the long form only. */
const LONGEST_MS = shortOrSoak(Infinity, 50);
const PATIENCE = shortOrSoak(30_000, 600_000);

const server = useTestServer();
const kit = new StorageKit(server);
let me: Awaited<ReturnType<StorageKit['person']>>;

const bigFolder = () => join(server.current.dataDir, 'spaces', me.space, 'big');

beforeAll(async () => {
  await kit.start();
  me = await kit.person();
  const folder = bigFolder();
  mkdirSync(join(folder, 'z folder'), { recursive: true });
  symlinkSync('z folder', join(folder, 'link'));
  for (let at = 0; at < FILES; at += 1) {
    writeFileSync(join(folder, `file ${(at * 7919) % FILES}`), at < 100 ? 'x'.repeat(at % 5) : '');
  }
}, PATIENCE);
// Before the server goes, which has less time for it.
afterAll(() => rmSync(bigFolder(), { recursive: true, force: true }), PATIENCE);
afterEach(() => vi.restoreAllMocks());

const page = (query: object, token = me.token) =>
  kit.call<FolderPage>('POST', `/storages/${me.space}/folder`, token, {
    body: { dir: '/big', pageSize: 200, ...query },
  });
const list = () =>
  kit.call<FileEntry[]>('POST', `/storages/${me.space}/ls`, me.token, { body: { dir: '/big' } });

/** The longest that the work kept others from their turn. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, before, isOver] = [0, threadMs(), false];
  const turn = () => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) {
      setImmediate(turn);
    }
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return longest;
}

describe('a folder with very many files', () => {
  it('is shown page by page, and only what is shown is looked at', async () => {
    const looked = vi.spyOn(DiskStore.prototype, 'complete');
    const listed = vi.spyOn(DiskStore.prototype, 'list');
    const { data } = await page({});
    expect(data).toMatchObject({ total: FILES + 2, hidden: 0, isWhole: true });
    expect(data.items.slice(0, 3)).toMatchObject([
      { name: 'z folder', path: '/big/z folder', isDir: true, mode: 'drwxr-xr-x' },
      { name: 'file 0', path: '/big/file 0', isDir: false, mode: '-rw-r--r--', size: 0 },
      { name: 'file 1' },
    ]);
    expect(data.items).toHaveLength(200);
    const last = await page({ pageIndex: Math.ceil((FILES + 2) / 200) });
    expect(last.data.items.at(-1)).toMatchObject({ name: 'link', isLink: true, isDir: false });
    expect(looked.mock.calls.flatMap(([, entries]) => entries)).toHaveLength(
      data.items.length + last.data.items.length,
    );
    expect(listed).not.toHaveBeenCalled();
  });

  it('is sorted by size as a whole, and searched as a whole', async () => {
    const { data } = await page({ field: 'size', order: 'descend', pageSize: 3 });
    expect(data.items.map(({ size }) => size)).toEqual([0, 4, 4]);
    const found = await page({ name: `E ${FILES - 1}`, pageSize: 3 });
    expect(found.data).toMatchObject({ total: 1, items: [{ name: `file ${FILES - 1}` }] });
  });

  it('is one list for clients of the family: the first by name, no more', async () => {
    const { code, data } = await list();
    expect(code).toBe(1);
    expect(data).toHaveLength(LIMITS.folder.listed);
    expect(data[1]).toMatchObject({ name: 'file 0', path: '/big/file 0', isLink: false });
    expect(data.at(-1)?.name).toBe(`file ${LIMITS.folder.listed - 2}`);
  });

  it('is shown to those who may see it, and is not there for others', async () => {
    const other = await kit.person();
    expect(await page({}, other.token)).toMatchObject({ code: 404, error: 'storage.not_found' });
    const space = { name: 'shared', isShare: true, limitSize: -1 };
    const shares = [{ kind: 'user', id: other.id, mode: 'read' }];
    await kit.call('PUT', `/storages/${me.space}`, kit.admin, { body: { ...space, shares } });
    expect((await page({ pageSize: 1 }, other.token)).data.total).toBe(FILES + 2);
    await kit.call('PUT', `/storages/${me.space}`, kit.admin, { body: { ...space, shares: [] } });
    expect(await page({}, other.token)).toMatchObject({ error: 'storage.not_found' });
  });

  it('has pages no longer than others have, and no paths that lead out', async () => {
    expect((await page({ pageSize: LIMITS.pageSize.max + 1 })).code).toBe(400);
    expect(await page({ dir: '/../x' })).toMatchObject({ error: 'file.path_invalid' });
    expect(await page({ dir: '/big/link' })).toMatchObject({ error: 'file.not_a_folder' });
    expect(await page({ dir: '/big/none' })).toMatchObject({ error: 'file.not_found' });
  });

  it.each([
    ['its first page', () => page({})],
    ['a page in its middle', () => page({ pageIndex: 20 })],
    ['the largest page by time', () => page({ field: 'modTime', order: 'descend', pageSize: 1000 })],
    ['what is searched for', () => page({ name: '9' })],
    ['one list', list],
    ['several at once', () => Promise.all(Array.from({ length: shortOrSoak(2, 8) }, () => page({})))],
  ])(
    'lets others have their turn during %s',
    async (_, ask) => {
      const turns: number[] = [];
      // The best of three: what else the machine does is not meant.
      for (let round = 0; round < 3 && !turns.some((ms) => ms < LONGEST_MS); round += 1) {
        turns.push(await longestTurn(ask));
      }
      expect(Math.min(...turns)).toBeLessThan(LONGEST_MS);
    },
    PATIENCE,
  );
});
