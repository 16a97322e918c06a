import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { describeByteStore, inPieces } from '../../testing/byte-store-contract.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { putStream } from '../put-stream.ts';
import { StorageError } from '../storage-error.ts';
import { DiskStore } from './disk-store.ts';

/** 21,168 levels take a minute or two on a busy machine. */
const SLOW = { timeout: shortOrSoak(60_000, 1_200_000) };

let base = '';
let store: DiskStore;

function openStore(): void {
  base = mkdtempSync(path.join(tmpdir(), 'jadegate-store-'));
  mkdirSync(path.join(base, 'outside'));
  writeFileSync(path.join(base, 'outside', 'secret'), 'secret');
  store = new DiskStore({ root: path.join(base, 'root'), drafts: path.join(base, 'drafts') });
}

const close = async () => rmSync(base, { recursive: true, force: true });
const inSpace = (...names: string[]) => path.join(base, 'root', 'space', ...names);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof StorageError ? error.kind : String(error)),
  );

describeByteStore('disk', {
  hostilePaths: shortOrSoak(250, 10_000),
  open: async () => {
    openStore();
    mkdirSync(path.join(base, 'root', 'space-hostile'));
    symlinkSync('../../outside', path.join(base, 'root', 'space-hostile', 'link'));
    execFileSync('mkfifo', [path.join(base, 'root', 'space-hostile', 'pipe')]);
    const here = base;
    return {
      store,
      outside: async () =>
        JSON.stringify([
          readdirSync(here).toSorted(),
          readdirSync(`${here}/outside`),
          readFileSync(`${here}/outside/secret`, 'utf8'),
        ]),
      close: async () => rmSync(here, { recursive: true, force: true }),
    };
  },
});

describe('files on disk', () => {
  beforeEach(async () => {
    openStore();
    await store.makeFolder('/space');
  });
  afterEach(close);

  it('never follow a link, as a file, as a folder or on the way', async () => {
    symlinkSync('../../outside', inSpace('dir'));
    symlinkSync('../../outside/secret', inSpace('file'));
    expect(await failure(store.read('/space/file'))).toBe('not_a_file');
    expect(await failure(store.read('/space/dir/secret'))).toBe('not_a_folder');
    expect(await failure(store.list('/space/dir'))).toBe('not_a_folder');
    expect(await failure(putStream(store, '/space/dir/x', inPieces(Buffer.from('x'))))).toBe('not_a_folder');
    expect(await failure(putStream(store, '/space/file', inPieces(Buffer.from('x'))))).toBe('not_a_file');
    expect(await failure(store.makeFolder('/space/dir/x'))).toBe('not_a_folder');
    expect(await failure(store.move('/space/dir/secret', '/space/mine'))).toBe('not_a_folder');
    expect((await store.list('/space')).map(({ kind }) => kind)).toEqual(['link', 'link']);
    await store.remove('/space/dir');
    await store.remove('/space/file');
    expect(readFileSync(path.join(base, 'outside', 'secret'), 'utf8')).toBe('secret');
    expect(await store.list('/space')).toEqual([]);
  });

  it('do not open devices and pipes, and do not wait for them', async () => {
    execFileSync('mkfifo', [inSpace('pipe')]);
    symlinkSync('/dev/zero', inSpace('zero'));
    expect(await failure(store.read('/space/pipe'))).toBe('not_a_file');
    expect(await failure(store.read('/space/zero'))).toBe('not_a_file');
    expect(await failure(putStream(store, '/space/pipe', inPieces(Buffer.from('x'))))).toBe('not_a_file');
  });

  it('stay inside while a folder is swapped for a link again and again', async () => {
    await store.makeFolder('/space/swap');
    writeFileSync(inSpace('swap', 'secret'), 'harmless');
    writeFileSync(inSpace('swap', 'plain'), 'harmless');
    const over = new AbortController();
    const swapping = (async () => {
      while (!over.signal.aborted) {
        await rename(inSpace('swap'), inSpace('aside'));
        await symlink('../../outside', inSpace('swap')).catch(() => undefined);
        // Meanwhile a folder of that name may be made for what is being written.
        let isBack = false;
        while (!isBack) {
          await rm(inSpace('swap'), { recursive: true, force: true }).catch(() => undefined);
          isBack = await rename(inSpace('aside'), inSpace('swap')).then(
            () => true,
            () => false,
          );
        }
      }
    })();
    const seen = new Set<string>();
    for (let round = 0; round < 300; round += 1) {
      seen.add(
        await store.read('/space/swap/secret').then(
          ({ body }) => text(body),
          (error: unknown) => (error as StorageError).kind,
        ),
      );
      await failure(putStream(store, '/space/swap/planted', inPieces(Buffer.from('x'))));
      await failure(store.remove('/space/swap/planted'));
    }
    over.abort();
    await swapping;
    expect(seen).toContain('harmless');
    expect([...seen]).not.toContain('secret');
    expect(readdirSync(path.join(base, 'outside'))).toEqual(['secret']);
  });

  it('that were not named in UTF-8 are shown, and go with their folder', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${inSpace()}/`), Buffer.from([0xff, 0xfe])]), 'x');
    expect((await store.list('/space')).map(({ name }) => name)).toEqual(['\uf7ff\uf7fe']);
    await store.remove('/space');
    expect(await store.list('/')).toEqual([]);
  });

  it(
    'as deep as renames could make them once are walked and removed, with a few descriptors',
    SLOW,
    async () => {
      const depth = shortOrSoak(3000, 21_168);
      makeDeep(inSpace('deep'), depth);
      const before = descriptors();
      let most = 0;
      const look = (count: number) => {
        most = count % 100 === 0 ? Math.max(most, descriptors() - before) : most;
      };
      let [found, longest] = [0, 0];
      for await (const { path: at } of store.walk('/space')) {
        found += 1;
        look(found);
        longest = Math.max(longest, at.length);
      }
      expect([found, longest]).toEqual([depth + 2, '/space/deep/'.length + 2 * depth + 'file'.length]);
      expect(await store.reach('/space', 64)).toMatchObject({ depth: 65 });
      let removed = 0;
      await store.remove('/space/deep', () => {
        removed += 1;
        look(removed);
      });
      expect(removed).toBe(depth + 2);
      expect(await store.list('/space')).toEqual([]);
      expect(most).toBeGreaterThan(0);
      expect(most).toBeLessThan(20);
    },
  );

  it('below a folder that is moved while it is walked or removed lead nowhere else', async () => {
    mkdirSync(inSpace('a', 'b', 'c', 'd'), { recursive: true });
    mkdirSync(inSpace('other'));
    for (const at of [inSpace('a', 'z'), inSpace('a', 'b', 'y'), inSpace('other', 'mine')]) {
      writeFileSync(at, 'x');
    }
    const found: string[] = [];
    for await (const { name } of store.walk('/space/a')) {
      found.push(name);
      if (name === 'd') {
        await rename(inSpace('a', 'b', 'c'), inSpace('other', 'c'));
      }
    }
    expect(found.toSorted()).toEqual(['b', 'c', 'd', 'y', 'z']);
    mkdirSync(inSpace('a', 'b', 'c', 'd', 'e'), { recursive: true });
    let removed = 0;
    await store.remove('/space/a', () => {
      removed += 1;
      if (removed === 1) {
        renameSync(inSpace('a', 'b', 'c'), inSpace('other', 'moved'));
      }
    });
    expect(await store.stat('/space/a')).toBeUndefined();
    expect(readdirSync(inSpace('other')).toSorted()).toContain('mine');
  });
});

const descriptors = () => readdirSync('/proc/self/fd').length;

/** Folders named `d` one in the other, with a file in the last: from the inside out, since no path reaches so far. */
function makeDeep(at: string, depth: number): void {
  mkdirSync(at);
  execFileSync('python3', ['-c', MAKE_DEEP, at, String(depth)]);
}

const MAKE_DEEP = `
import os, sys
os.chdir(sys.argv[1])
for _ in range(int(sys.argv[2])):
    os.mkdir('d')
    os.chdir('d')
open('file', 'w').close()
`;

describe('what was acknowledged', () => {
  beforeEach(openStore);
  afterEach(close);

  /** What is brought to the disk while the work goes on, each with whether the file was in its place by then. */
  async function synced(target: string, work: () => Promise<unknown>): Promise<string[]> {
    const any = await open(base, 'r');
    const prototype = Object.getPrototypeOf(any) as typeof any;
    await any.close();
    const seen: string[] = [];
    const note = (what: string) => () => {
      seen.push(`${what} ${existsSync(target) ? 'after' : 'before'}`);
      return Promise.resolve();
    };
    const spies = [
      vi.spyOn(prototype, 'datasync').mockImplementation(note('file')),
      vi.spyOn(prototype, 'sync').mockImplementation(note('folder')),
    ];
    await work().finally(() => spies.forEach((spy) => spy.mockRestore()));
    return seen;
  }

  it('is on the disk: the file before it gets its name, then the name, and the folders made for it', async () => {
    await putStream(store, '/space/there', inPieces(Buffer.from('x')));
    const file = () => synced(inSpace('a'), () => putStream(store, '/space/a', inPieces(Buffer.from('x'))));
    expect(await file()).toEqual(['file before', 'folder after']);
    // The same again, in place of what is there.
    expect(await file()).toEqual(['file after', 'folder after']);
    const deep = synced(inSpace('b', 'c', 'd'), () =>
      putStream(store, '/space/b/c/d', inPieces(Buffer.from('x'))),
    );
    expect(await deep).toEqual(['file before', 'folder before', 'folder before', 'folder after']);
  });

  it('of a copy is what it was copied from, and copies of many small files do not wait for the disk', async () => {
    await putStream(store, '/space/a', inPieces(Buffer.from('x')));
    expect(await synced(inSpace('b'), () => store.copyFile('/space/a', '/space/b'))).toEqual([]);
    expect(readFileSync(inSpace('b'), 'utf8')).toBe('x');
  });
});
