import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { inPieces } from '../testing/byte-store-contract.ts';
import { DiskStore } from './disk/disk-store.ts';
import { moveTree } from './move-tree.ts';
import { putStream } from './put-stream.ts';

let base = '';
let from: DiskStore;
let to: DiskStore;

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'jadegate-move-'));
  const open = (name: string) =>
    new DiskStore({ root: path.join(base, name), drafts: path.join(base, `${name}-drafts`) });
  from = open('from');
  to = open('to');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const put = (store: DiskStore, name: string, content: string) =>
  putStream(store, name, inPieces(Buffer.from(content)));
const read = async (store: DiskStore, name: string) => text((await store.read(name)).body);
const left = () => readdirSync(path.join(base, 'from'), { recursive: true }).toSorted();

describe('moving everything from one store to another', () => {
  it('takes folders and files, and leaves nothing', async () => {
    await put(from, '/a/one.txt', 'one');
    await put(from, '/a/deep/二.txt', '二');
    await from.makeFolder('/b/empty');
    expect(await moveTree(from, to)).toEqual({ files: 2, bytes: 6, kept: [] });
    expect(await read(to, '/a/one.txt')).toBe('one');
    expect(await read(to, '/a/deep/二.txt')).toBe('二');
    expect((await to.stat('/b/empty'))?.kind).toBe('folder');
    expect(left()).toEqual([]);
  });

  it('goes on where it was broken off', async () => {
    await put(from, '/a/one.txt', 'one');
    await put(from, '/a/two.txt', 'two');
    const begin = to.begin.bind(to);
    const broken = vi
      .spyOn(to, 'begin')
      .mockImplementationOnce(begin)
      .mockRejectedValueOnce(new Error('broken off'));
    await expect(moveTree(from, to)).rejects.toThrow('broken off');
    broken.mockRestore();
    expect(await moveTree(from, to)).toMatchObject({ files: 1, kept: [] });
    expect([await read(to, '/a/one.txt'), await read(to, '/a/two.txt')]).toEqual(['one', 'two']);
    expect(left()).toEqual([]);
  });

  it('replaces nothing, and takes no link', async () => {
    await put(from, '/a/same.txt', 'same');
    await put(to, '/a/same.txt', 'same');
    await put(from, '/a/other.txt', 'old');
    await put(to, '/a/other.txt', 'new');
    symlinkSync('/etc/hostname', path.join(base, 'from', 'a', 'link'));
    const { files, kept } = await moveTree(from, to);
    expect(files).toBe(1);
    expect(kept.toSorted()).toEqual(['/a/link', '/a/other.txt']);
    expect(await read(to, '/a/other.txt')).toBe('new');
    expect(await read(from, '/a/other.txt')).toBe('old');
    expect(left()).toEqual(['a', 'a/link', 'a/other.txt']);
  });

  it('leaves what no path can name, tells of it once, and moves the rest', async () => {
    await put(from, '/a/one.txt', 'one');
    const long = Array.from({ length: 6 }, () => 'n'.repeat(190));
    mkdirSync(path.join(base, 'from', 'deep', ...long), { recursive: true });
    const { files, kept } = await moveTree(from, to);
    expect([files, kept]).toEqual([1, [expect.stringMatching(/^\/deep\/n+\/n+…$/)]]);
    expect(await read(to, '/a/one.txt')).toBe('one');
    expect(left()).toContain('deep');
  });

  it('keeps what was not stored as it was', async () => {
    await put(from, '/a/one.txt', 'one');
    const spoil = vi.spyOn(to, 'read').mockImplementation(async () => from.read('/a/two.txt'));
    await put(from, '/a/two.txt', 'two');
    await expect(moveTree(from, to)).rejects.toThrow('storage: failed');
    spoil.mockRestore();
    expect(left()).toEqual(['a', 'a/one.txt', 'a/two.txt']);
  });
});
