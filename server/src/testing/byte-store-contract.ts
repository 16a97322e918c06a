import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../kernel/clock.ts';
import type { ByteStore, StoredEntry } from '../storage/byte-store.ts';
import { putStream } from '../storage/put-stream.ts';
import { StorageError } from '../storage/storage-error.ts';
import { allPieces } from './all-pieces.ts';
import { shortOrSoak } from './soak.ts';

interface OpenedStore {
  store: ByteStore;
  /** What lies outside what the store may touch; must be the same afterwards. */
  outside: () => Promise<string>;
  close(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function* inPieces(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

/** What every store does, the same on each. */
export function describeByteStore(
  name: string,
  { hostilePaths, open }: { hostilePaths: number; open: () => Promise<OpenedStore> },
): void {
  describe(`stored bytes on ${name}`, { timeout: shortOrSoak(60_000, 1_200_000) }, () => {
    let opened: OpenedStore;
    let store: ByteStore;
    let folders = 0;
    const newFolder = async () => {
      folders += 1;
      const folder = `/space-${folders}`;
      await store.makeFolder(folder);
      return folder;
    };
    const put = (path: string, content: string | Uint8Array) =>
      putStream(store, path, inPieces(Buffer.from(content)));
    const read = async (path: string, range?: { start: number; end: number }) =>
      buffer((await store.read(path, range)).body);
    const all = async (path: string) => {
      const found: string[] = [];
      for await (const entry of store.walk(path)) {
        found.push(`${entry.kind} ${entry.path} ${entry.size}`);
      }
      return found.toSorted();
    };
    const failure = async (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (error: unknown) => (error instanceof StorageError ? error.kind : String(error)),
      );

    beforeAll(async () => {
      opened = await open();
      ({ store } = opened);
    });
    afterAll(() => opened.close());

    it('gives back what was put, with its size and sum, whole and by range', async () => {
      const dir = await newFolder();
      const bytes = randomBytes(200_000);
      expect(await put(`${dir}/deep/er/檔案 1.bin`, bytes)).toEqual({
        size: bytes.length,
        checksum: sha256(bytes),
      });
      const path = `${dir}/deep/er/檔案 1.bin`;
      expect((await read(path)).equals(bytes)).toBe(true);
      expect((await read(path, { start: 10, end: 20 })).equals(bytes.subarray(10, 20))).toBe(true);
      expect((await read(path, { start: 199_990, end: 300_000 })).equals(bytes.subarray(199_990))).toBe(true);
      expect(await read(path, { start: 200_000, end: 200_000 })).toHaveLength(0);
      expect(await store.stat(path)).toMatchObject({ name: '檔案 1.bin', path, kind: 'file', size: 200_000 });
      expect(await store.stat(`${dir}/deep`)).toMatchObject({ kind: 'folder' });
      expect(await store.stat(`${dir}/nothing`)).toBeUndefined();
    });

    it('sums files of any size, however they come, several at once', async () => {
      const dir = await newFolder();
      const sizes = [MEGABYTE, MEGABYTE + 1, 8 * MEGABYTE, 8 * MEGABYTE + 1, 18 * MEGABYTE - 1];
      await Promise.all(
        sizes.map(async (size) => {
          const bytes = randomBytes(size);
          const draft = await store.begin(`${dir}/${size}`);
          for await (const piece of inPieces(bytes, 65_000 + (size % 1000))) {
            const lent = Uint8Array.from(piece);
            await draft.write(lent);
            lent.fill(0);
          }
          expect(await draft.commit()).toEqual({ size, checksum: sha256(bytes) });
          expect(sha256(await read(`${dir}/${size}`))).toBe(sha256(bytes));
        }),
      );
    });

    it('keeps empty files and empty folders', async () => {
      const dir = await newFolder();
      expect(await put(`${dir}/empty`, '')).toEqual({ size: 0, checksum: sha256(Buffer.alloc(0)) });
      await store.makeFolder(`${dir}/a/b`);
      await store.makeFolder(`${dir}/a/b`);
      expect(await read(`${dir}/empty`)).toHaveLength(0);
      expect(await all(dir)).toEqual([`file ${dir}/empty 0`, `folder ${dir}/a 0`, `folder ${dir}/a/b 0`]);
      expect(await store.list(`${dir}/a/b`)).toEqual([]);
    });

    it('lists one level, names that begin alike included', async () => {
      const dir = await newFolder();
      await put(`${dir}/ab`, 'x');
      await put(`${dir}/a/one`, 'x');
      await put(`${dir}/a/two/three`, 'x');
      const names = (entries: StoredEntry[]) => entries.map(({ kind, name }) => `${kind} ${name}`).toSorted();
      expect(names(await store.list(dir))).toEqual(['file ab', 'folder a']);
      expect(names(await store.list(`${dir}/a`))).toEqual(['file one', 'folder two']);
      expect(await failure(store.list(`${dir}/ab`))).toBe('not_a_folder');
      expect(await failure(store.list(`${dir}/no`))).toBe('not_found');
    });

    it('scans a folder piece by piece, and tells more of the entries it is asked about', async () => {
      const dir = await newFolder();
      await put(`${dir}/檔案`, 'xyz');
      await put(`${dir}/a/one`, 'x');
      const scanned = (path: string) => allPieces(store.scan(path));
      const entries = (await scanned(dir)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      expect(entries.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['folder a', 'file 檔案']);
      const gone = { name: 'gone', kind: 'file' } as const;
      const whole = (await store.complete(dir, [...entries.toReversed(), gone])).slice(0, 2);
      expect(whole).toMatchObject([
        { name: '檔案', path: `${dir}/檔案`, kind: 'file', size: 3 },
        { name: 'a', path: `${dir}/a`, kind: 'folder', size: 0 },
      ]);
      expect(whole).toEqual((await store.list(dir)).toSorted((a, b) => (a.name < b.name ? 1 : -1)));
      expect(await failure(scanned(`${dir}/檔案`))).toBe('not_a_folder');
      expect(await failure(scanned(`${dir}/no`))).toBe('not_found');
      expect(await failure(scanned(`${dir}/../x`))).toBe('path_invalid');
    });

    it('shows nothing of a file before it is whole, and nothing of one that was given up', async () => {
      const dir = await newFolder();
      const draft = await store.begin(`${dir}/half`);
      await draft.write(randomBytes(9 * MEGABYTE));
      expect(await store.list(dir)).toEqual([]);
      await draft.abort();
      expect(await store.list(dir)).toEqual([]);
      await put(`${dir}/old`, 'old');
      const second = await store.begin(`${dir}/old`);
      await second.write(Buffer.from('newer'));
      expect((await read(`${dir}/old`)).toString()).toBe('old');
      await second.commit();
      expect((await read(`${dir}/old`)).toString()).toBe('newer');
    });

    it('leaves nothing of a source that fails', async () => {
      const dir = await newFolder();
      const source = (async function* () {
        yield randomBytes(1000);
        throw new Error('cut off');
      })();
      await expect(putStream(store, `${dir}/x`, source)).rejects.toThrow('cut off');
      expect(await store.list(dir)).toEqual([]);
    });

    it('goes on after a break, more than once, whoever does it', async () => {
      const dir = await newFolder();
      const bytes = randomBytes(20 * MEGABYTE);
      const draft = await store.begin(`${dir}/big`);
      await draft.write(bytes.subarray(0, 9 * MEGABYTE));
      const kept = await draft.pause();
      expect(kept).toBeGreaterThanOrEqual(8 * MEGABYTE);
      expect(kept).toBeLessThanOrEqual(9 * MEGABYTE);
      const second = await store.resume(`${dir}/big`, draft.token);
      expect(second?.kept).toBe(kept);
      await second?.write(bytes.subarray(kept, 17 * MEGABYTE));
      expect(await second?.pause()).toBeGreaterThanOrEqual(16 * MEGABYTE);
      const third = await store.resume(`${dir}/big`, draft.token);
      await third?.write(bytes.subarray(third.kept));
      expect(await third?.commit()).toEqual({ size: bytes.length, checksum: undefined });
      expect(sha256(await read(`${dir}/big`))).toBe(sha256(bytes));
      expect(await store.resume(`${dir}/big`, draft.token)).toBeUndefined();
    });

    it('discards what nobody goes on with', async () => {
      const dir = await newFolder();
      const draft = await store.begin(`${dir}/big`);
      await draft.write(randomBytes(9 * MEGABYTE));
      await draft.pause();
      await store.discard(`${dir}/big`, draft.token);
      expect(await store.resume(`${dir}/big`, draft.token)).toBeUndefined();
    });

    it('discards what a process that died had begun, and nothing that somebody goes on with', async () => {
      const dir = await newFolder();
      const [known, forgotten] = [await store.begin(`${dir}/known`), await store.begin(`${dir}/forgotten`)];
      for (const draft of [known, forgotten]) {
        await draft.write(randomBytes(9 * MEGABYTE));
        await draft.pause();
      }
      const tokens = new Set([known.token]);
      expect(await store.discardForgotten(tokens, Date.now() - HOUR_MS)).toBe(0);
      expect(await store.discardForgotten(tokens, Date.now() + HOUR_MS)).toBeGreaterThanOrEqual(1);
      expect(await store.resume(`${dir}/forgotten`, forgotten.token)).toBeUndefined();
      const left = await store.resume(`${dir}/known`, known.token);
      expect(left?.kept).toBeGreaterThanOrEqual(8 * MEGABYTE);
      await left?.abort();
      expect(await store.discardForgotten(new Set(), Date.now() + HOUR_MS)).toBe(0);
    });

    it('moves and copies, and never replaces', async () => {
      const dir = await newFolder();
      await put(`${dir}/a/one`, '1');
      await put(`${dir}/a/in/two`, '22');
      await store.move(`${dir}/a`, `${dir}/new/b`);
      expect(await all(dir)).toEqual([
        `file ${dir}/new/b/in/two 2`,
        `file ${dir}/new/b/one 1`,
        `folder ${dir}/new 0`,
        `folder ${dir}/new/b 0`,
        `folder ${dir}/new/b/in 0`,
      ]);
      await store.copyFile(`${dir}/new/b/one`, `${dir}/copy`);
      expect((await read(`${dir}/copy`)).toString()).toBe('1');
      expect(await failure(store.move(`${dir}/copy`, `${dir}/new/b/one`))).toBe('exists');
      expect(await failure(store.copyFile(`${dir}/copy`, `${dir}/new`))).toBe('exists');
      expect(await failure(store.copyFile(`${dir}/new`, `${dir}/other`))).toBe('is_a_folder');
      expect(await failure(store.move(`${dir}/gone`, `${dir}/x`))).toBe('not_found');
      expect(await failure(store.move(`${dir}/new`, `${dir}/new/b/c`))).toBe('into_itself');
      expect(await failure(store.move(`${dir}/new`, `${dir}/new`))).toBe('exists');
      await store.move(`${dir}/copy`, `${dir}/複 製%20&?#+.txt`);
      expect((await read(`${dir}/複 製%20&?#+.txt`)).toString()).toBe('1');
      expect(await store.stat(`${dir}/copy`)).toBeUndefined();
    });

    it('removes one thing, a tree, and what is not there', async () => {
      const dir = await newFolder();
      await put(`${dir}/a/one`, '1');
      await put(`${dir}/a/in/two`, '2');
      await put(`${dir}/ab`, '3');
      let removed = 0;
      await store.remove(`${dir}/a`, () => (removed += 1));
      expect(removed).toBe(4);
      await store.remove(`${dir}/nothing/at/all`);
      expect(await all(dir)).toEqual([`file ${dir}/ab 1`]);
      await store.remove(`${dir}/ab`);
      expect(await store.list(dir)).toEqual([]);
    });

    it('keeps files and folders apart', async () => {
      const dir = await newFolder();
      await put(`${dir}/file`, 'x');
      await store.makeFolder(`${dir}/folder`);
      expect(await failure(put(`${dir}/folder`, 'y'))).toBe('is_a_folder');
      expect(await failure(put(`${dir}/file/below`, 'y'))).toBe('not_a_folder');
      expect(await failure(store.makeFolder(`${dir}/file/below`))).toBe('not_a_folder');
      expect(await failure(store.read(`${dir}/folder`))).toBe('is_a_folder');
      expect(await failure(store.read(`${dir}/none`))).toBe('not_found');
      expect((await read(`${dir}/file`)).toString()).toBe('x');
    });

    it('takes composed and decomposed letters for the same name, and cases for different ones', async () => {
      const dir = await newFolder();
      await put(`${dir}/e\u0301té`, 'summer');
      expect((await read(`${dir}/été`)).toString()).toBe('summer');
      await put(`${dir}/README`, '1');
      await put(`${dir}/readme`, '22');
      expect((await store.list(dir)).map(({ name }) => name).toSorted()).toEqual(['README', 'readme', 'été']);
    });

    it('lets no path out, whatever it is made of', async () => {
      const before = await opened.outside();
      const piece = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom('..', '.', '', '...', 'a', 'A', '%2e%2e', '..;', '․․', '．．'),
        },
        {
          weight: 2,
          arbitrary: fc.constantFrom('\0', '..\\..', 'a\0b', '\u202e', 'e\u0301', '\ud800', '\uf7ae', '\n'),
        },
        { weight: 1, arbitrary: fc.integer({ min: 250, max: 260 }).map((length) => 'n'.repeat(length)) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('etc', 'passwd', 'proc', 'self', 'fd', '0', 'link', 'swap', 'pipe'),
        },
        { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      );
      const path = fc
        .tuple(fc.constantFrom('/', '//', '', '/pipe/', '../', '/link/'), fc.array(piece, { maxLength: 8 }))
        .map(([start, pieces]) => start + pieces.join('/'));
      await store.makeFolder('/space-hostile');
      const paths = fc.sample(path, { numRuns: hostilePaths, seed: 7 });
      for (const [index, one] of paths.entries()) {
        const target = `/space-hostile${one}`;
        const acts = [
          () => store.stat(target),
          () => store.list(target),
          () => read(target),
          () => put(target, 'x'),
          () => store.makeFolder(target),
          () => store.copyFile('/space-hostile/seed', target),
          () => store.move(`${target}/below`, `/space-hostile/moved-${index}`),
          () => store.remove(`${target}/below`),
        ];
        const kind = await failure(acts[index % acts.length]?.() ?? Promise.resolve());
        expect([one, kind]).not.toEqual([one, expect.stringContaining(' ')]);
      }
      expect(await opened.outside()).toBe(before);
      for (const entry of await store.list('/')) {
        expect(entry.name).toMatch(/^space-(\d+|hostile)/);
      }
    });
  });
}
