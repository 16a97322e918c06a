import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { decodeName } from '@jadegate/contract/files/file-path';
import type { Client } from 'ssh2';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { isFolder } from '../files/file-tree.ts';
import { makeFolders } from '../files/make-folders.ts';
import { removeTree } from '../files/remove-tree.ts';
import { readPipelined, writePipelined } from '../files/transfer.ts';
import { connectSsh } from './connect.ts';
import { openSftp, type Sftp } from './sftp.ts';

const MB = 1_048_576;
const NOBODY = 65_534;
let host: SshHost;
let client: Client;
let sftp: Sftp;
let root = '';
let folder = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'jadegate-sftp-'));
  await chmod(root, 0o777);
  host = await startSshHost({
    password: 'p@ss',
    shell: () => undefined,
    files: { uid: NOBODY, gid: NOBODY, home: root },
  });
  client = await connectSsh({
    stream: connect(host.port, '127.0.0.1'),
    username: 'someone',
    auth: { kind: 'password', password: new Secret('p@ss') },
    hostKey: { pinned: [], decide: () => 'trusted' },
    timeoutMs: 10_000,
  });
  sftp = await openSftp(client);
});
afterAll(async () => {
  client.destroy();
  await host.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'));
  await chmod(folder, 0o777);
});

async function read(path: string, range: { start: number; end?: number } = { start: 0 }): Promise<Buffer> {
  const handle = await sftp.openFile(path, 'read');
  const pieces: Buffer[] = [];
  for await (const piece of readPipelined(sftp, handle, range)) {
    pieces.push(piece);
  }
  await sftp.closeFile(handle);
  return Buffer.concat(pieces);
}

async function write(path: string, source: AsyncIterable<Uint8Array>, offset = 0) {
  const handle = await sftp.openFile(path, offset > 0 ? 'continue' : 'overwrite');
  try {
    return await writePipelined(sftp, handle, source, { path, offset, onBytes: () => undefined });
  } finally {
    await sftp.closeFile(handle);
  }
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('bytes', () => {
  it.each([0, 1, 131_071, 131_072, 131_073, 5 * MB + 17])(
    '%i of them come back as they were',
    async (size) => {
      const bytes = randomBytes(size);
      const path = join(folder, 'file');
      // Odd pieces, as a browser sends them.
      const pieces = Array.from({ length: Math.ceil(size / 50_021) }, (_, at) =>
        bytes.subarray(at * 50_021, (at + 1) * 50_021),
      );
      await write(path, Readable.from(pieces));
      expect(sha(await readFile(path))).toBe(sha(bytes));
      expect(sha(await read(path))).toBe(sha(bytes));
    },
  );

  it('can be read and written from any place', async () => {
    const bytes = randomBytes(3 * MB);
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    await chmod(path, 0o666);
    expect(
      (await read(path, { start: MB + 5, end: 2 * MB + 9 })).equals(bytes.subarray(MB + 5, 2 * MB + 9)),
    ).toBe(true);
    expect((await read(path, { start: 3 * MB - 1 })).equals(bytes.subarray(-1))).toBe(true);
    await write(path, Readable.from([Buffer.from('here')]), MB);
    const after = await readFile(path);
    expect(after.subarray(MB, MB + 4).toString()).toBe('here');
    expect(after.length).toBe(3 * MB);
  });

  it('of 64 MB pass both ways without being collected', async () => {
    const path = join(folder, 'big');
    const block = randomBytes(MB);
    const hash = createHash('sha256');
    const blocks = async function* () {
      for (let count = 0; count < 64; count++) {
        hash.update(block);
        yield block;
      }
    };
    await write(path, blocks());
    const back = createHash('sha256');
    const handle = await sftp.openFile(path, 'read');
    const ask = vi.spyOn(sftp, 'readAt');
    let taken = 0;
    let most = 0;
    for await (const piece of readPipelined(sftp, handle, { start: 0, end: 64 * MB })) {
      back.update(piece);
      taken += piece.length;
      // A reader that takes its time must not make the rest pile up.
      await new Promise(setImmediate);
      const asked = ask.mock.calls.reduce((sum, [, , length]) => sum + length, 0);
      most = Math.max(most, asked - taken);
    }
    ask.mockRestore();
    await sftp.closeFile(handle);
    expect(back.digest('hex')).toBe(hash.digest('hex'));
    expect(most).toBeLessThanOrEqual(4 * MB);
    expect(taken).toBe(64 * MB);
  }, 60_000);

  it('that came before the source broke off are counted and there', async () => {
    const path = join(folder, 'broken');
    const source = async function* () {
      yield Buffer.alloc(200_000, 'a');
      throw new Error('gone');
    };
    const { written, cause } = await write(path, source());
    expect(written).toBe(200_000);
    expect(cause).toMatchObject({ message: 'gone' });
    expect((await lstat(path)).size).toBe(200_000);
  });
});

describe('names', () => {
  const odd = [
    Buffer.from('檔案 名稱.txt'),
    Buffer.from('e\u0301 ☃ 🙂'),
    Buffer.from('a\nb\t"quoted" \\ *?'),
    Buffer.from([0xa4, 0xa4, 0xa4, 0xe5]),
    Buffer.from([0xff, 0x41, 0xfe]),
    Buffer.from('\uf780'),
    Buffer.from('-rf'),
  ];

  it.each(odd)('%o is listed, read, renamed and removed byte for byte', async (name) => {
    const bytes = Buffer.concat([Buffer.from(`${folder}/`), name]);
    await writeFile(bytes, 'content');
    const [entry] = await sftp.list(folder);
    const path = `${folder}/${entry?.name}`;
    expect(entry?.name).toBe(decodeName(name));
    expect((await read(path)).toString()).toBe('content');
    await sftp.rename(path, `${path}-2`);
    expect(await readdir(folder, { encoding: 'buffer' })).toEqual([Buffer.concat([name, Buffer.from('-2')])]);
    await removeTree(sftp, `${path}-2`);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('removing', () => {
  it('takes a deep tree and leaves what links lead to', async () => {
    await writeFile(join(folder, 'kept'), 'kept');
    await mkdir(join(folder, 'outside'));
    await writeFile(join(folder, 'outside', 'also-kept'), '');
    let path = join(folder, 'tree');
    for (let depth = 0; depth < 60; depth++) {
      await sftp.mkdir(path);
      await write(join(path, 'file'), Readable.from([Buffer.from('x')]));
      path = join(path, 'd');
    }
    await symlink(join(folder, 'kept'), join(folder, 'tree', 'd', 'link'));
    await symlink(join(folder, 'outside'), join(folder, 'tree', 'folder-link'));
    let removed = 0;
    await removeTree(sftp, join(folder, 'tree'), { onRemoved: () => removed++ });
    expect((await readdir(folder)).toSorted()).toEqual(['kept', 'outside']);
    expect(await readdir(join(folder, 'outside'))).toEqual(['also-kept']);
    expect(removed).toBe(60 + 60 + 2);
  });

  it('can be stopped', async () => {
    await sftp.mkdir(join(folder, 'tree'));
    const stop = AbortSignal.abort(new Error('stopped'));
    await expect(removeTree(sftp, join(folder, 'tree'), { signal: stop })).rejects.toThrow('stopped');
    expect(await readdir(folder)).toEqual(['tree']);
  });
});

describe('failures say what they are', () => {
  it('not there, there already, not empty, not a folder, a folder', async () => {
    await sftp.mkdir(join(folder, 'd'));
    await write(join(folder, 'd', 'f'), Readable.from([]));
    const missing = join(folder, 'missing');
    await expect(sftp.stat(missing)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(sftp.list(missing)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(sftp.mkdir(join(folder, 'd'))).rejects.toMatchObject({ kind: 'exists' });
    await expect(sftp.removeFolder(join(folder, 'd'))).rejects.toMatchObject({ kind: 'not_empty' });
    await expect(sftp.list(join(folder, 'd', 'f'))).rejects.toMatchObject({ kind: 'not_a_folder' });
    await expect(sftp.rename(join(folder, 'd', 'f'), join(folder, 'd'))).rejects.toMatchObject({
      kind: 'exists',
    });
    await expect(sftp.openFile(join(folder, 'd'), 'overwrite')).rejects.toMatchObject({
      kind: 'is_a_folder',
    });
    await expect(sftp.openFile(join(folder, 'd', 'f'), 'create')).rejects.toMatchObject({ kind: 'exists' });
  });

  it.runIf(process.getuid?.() === 0)('not permitted', async () => {
    await expect(sftp.list('/root')).rejects.toMatchObject({ kind: 'permission' });
    await expect(sftp.mkdir('/etc/jadegate-test')).rejects.toMatchObject({ kind: 'permission' });
    await expect(sftp.openFile('/etc/shadow', 'read')).rejects.toMatchObject({ kind: 'permission' });
  });

  it.runIf(process.platform === 'linux')('a full disk', async () => {
    // /dev/full takes nothing; the disk it lies on is not full, so the target's word stands.
    await expect(write('/dev/full', Readable.from([randomBytes(1000)]))).rejects.toMatchObject({
      kind: 'failed',
    });
  });

  it('a connection that went away', async () => {
    const other = await openSftp(client);
    const handle = await other.openFile(join(folder, 'x'), 'overwrite');
    other.close();
    await expect(other.list(folder)).rejects.toMatchObject({ kind: 'closed' });
    await expect(other.writeAt(handle, 0, [Buffer.from('x')])).rejects.toMatchObject({ kind: 'closed' });
  });
});

describe('what is there', () => {
  it('makes missing folders, changes permissions and puts one file in the place of another', async () => {
    const deep = join(folder, 'a', 'b', 'c');
    await Promise.all([makeFolders(sftp, deep), makeFolders(sftp, deep)]);
    expect(isFolder(await sftp.stat(deep))).toBe(true);
    await write(join(deep, 'new'), Readable.from([Buffer.from('new')]));
    await write(join(deep, 'old'), Readable.from([Buffer.from('old')]));
    await sftp.chmod(join(deep, 'new'), 0o4750);
    await sftp.replace(join(deep, 'new'), join(deep, 'old'));
    expect(await readdir(deep)).toEqual(['old']);
    expect((await lstat(join(deep, 'old'))).mode & 0o7777).toBe(0o4750);
    expect(await sftp.realpath(`${deep}/../../b`)).toBe(join(folder, 'a', 'b'));
  });
});
