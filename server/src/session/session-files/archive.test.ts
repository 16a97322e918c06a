import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { FileCount, OrderedArchive } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { FilesKit } from '../../testing/files-kit.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new FilesKit(server);
const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
let dir = '';

beforeAll(() => kit.start());
afterAll(() => kit.stop());
beforeEach(async () => {
  dir = await kit.newFolder();
});

const MB = 1_048_576;
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const order = (files: string[], sent: { token?: string } = {}) =>
  kit.call<OrderedArchive>('POST', 'archive', { ...sent, body: { files } });
const fetchArchive = (
  archiveId: string,
  { token = kit.token, signal }: { token?: string; signal?: AbortSignal } = {},
) =>
  fetch(`http://127.0.0.1:${kit.port}/sessions/${kit.session}/archive?archiveId=${archiveId}`, {
    headers: { 'x-auth-token': token },
    ...(signal && { signal }),
  });

async function seed(): Promise<Buffer> {
  const bytes = randomBytes(2 * MB + 5);
  await mkdir(join(dir, 'tree/空的'), { recursive: true });
  await writeFile(join(dir, 'tree/large.bin'), bytes);
  await writeFile(join(dir, 'tree/報表.txt'), 'text');
  await symlink('/etc/passwd', join(dir, 'tree/link'));
  await writeFile(join(dir, 'beside'), '');
  return bytes;
}

describe('several files and folders', () => {
  it('are counted with everything in them', async () => {
    await seed();
    const { data } = await kit.call<FileCount>('POST', 'measure', {
      body: { files: [`${dir}/tree`, `${dir}/beside`] },
    });
    expect(data).toEqual({ files: 4, folders: 2, bytes: 2 * MB + 9, isWhole: true });
  });

  it.runIf(hasUnzip)('come as one archive, each file written down with its checksum', async () => {
    const bytes = await seed();
    const { data } = await order([`${dir}/tree`, `${dir}/beside`]);
    expect(data).toMatchObject({ files: 4, folders: 2, bytes: 2 * MB + 9 });
    const response = await fetchArchive(data.archiveId);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="files\.zip"/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const path = join(dir, 'got.zip');
    await writeFile(path, new Uint8Array(await response.arrayBuffer()));
    const to = join(dir, 'out');
    await promisify(execFile)('unzip', ['-q', path, '-d', to], { env: { LANG: 'C.UTF-8' } });
    expect((await readdir(join(to, 'tree'))).toSorted()).toEqual(
      ['large.bin', '報表.txt', '空的'].toSorted(),
    );
    expect(sha(await readFile(join(to, 'tree/large.bin')))).toBe(sha(bytes));
    expect(await readFile(join(to, 'beside'))).toHaveLength(0);
    // What is not in it is named in it.
    expect(await readFile(join(to, '_not-included.txt'), 'utf8')).toContain('tree/link\t');
    await expect
      .poll(() => kit.logOf(`${dir}/tree/large.bin`))
      .toMatchObject([{ action: 'download', result: 'success', bytes: bytes.length, checksum: sha(bytes) }]);
    expect(await kit.logOf(`${dir}/tree/報表.txt`)).toMatchObject([{ checksum: sha(Buffer.from('text')) }]);
    expect(await kit.logOf(`${dir}/tree/link`)).toEqual([]);
  });

  it.runIf(hasUnzip)('leave out what the account may not read, and say so', async () => {
    await mkdir(join(dir, 'tree/closed'), { recursive: true });
    await writeFile(join(dir, 'tree/secret'), 'x');
    await chmod(join(dir, 'tree/secret'), 0o600);
    await chmod(join(dir, 'tree/closed'), 0o700);
    const { data } = await order([`${dir}/tree`]);
    const response = await fetchArchive(data.archiveId);
    const path = join(dir, 'got.zip');
    await writeFile(path, new Uint8Array(await response.arrayBuffer()));
    const { stdout } = await promisify(execFile)('unzip', ['-p', path, '_not-included.txt']);
    expect(
      stdout
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split('\t')[0])
        .toSorted(),
    ).toEqual(['tree/closed', 'tree/secret']);
  });

  it('are given out once, to the one who asked', async () => {
    await seed();
    const other = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const { data } = await order([`${dir}/tree`]);
    const stranger = await fetchArchive(data.archiveId, { token: other.token });
    expect(await stranger.json()).toMatchObject({ error: 'session.not_found' });
    const first = await fetchArchive(data.archiveId);
    expect(first.headers.get('content-type')).toBe('application/zip');
    await first.arrayBuffer();
    expect(await (await fetchArchive(data.archiveId)).json()).toMatchObject({ error: 'file.archive_gone' });
  });

  it.each([
    ['vanishes', (path: string) => rm(path)],
    ['becomes shorter', (path: string) => truncate(path, MB)],
  ])('break off for their reader when a file %s meanwhile', async (_what, change) => {
    await seed();
    const { data } = await order([`${dir}/tree`]);
    await change(join(dir, 'tree/large.bin'));
    await expect(fetchArchive(data.archiveId).then((response) => response.arrayBuffer())).rejects.toThrow(
      'terminated',
    );
    await expect
      .poll(() => kit.logOf(`${dir}/tree/large.bin`))
      .toMatchObject([{ action: 'download', result: 'failure' }]);
  });

  it('stop when their reader leaves', async () => {
    await mkdir(join(dir, 'tree'));
    await writeFile(join(dir, 'tree/1'), randomBytes(48 * MB));
    await writeFile(join(dir, 'tree/2'), 'x');
    const { data } = await order([`${dir}/tree/1`, `${dir}/tree/2`]);
    const leave = new AbortController();
    const response = await fetchArchive(data.archiveId, { signal: leave.signal });
    await response.body?.getReader().read();
    leave.abort();
    await expect.poll(() => kit.logOf(`${dir}/tree/1`)).toMatchObject([{ result: 'failure' }]);
    expect(await kit.logOf(`${dir}/tree/2`)).toEqual([]);
  });

  it.each([['/a/../b'], ['relative']])('are not found at %j', async (path) => {
    expect(await order([path])).toMatchObject({ error: 'file.path_invalid' });
  });

  it.runIf(shortOrSoak(0, 1) === 1)(
    'are refused when they are too many for one archive',
    async () => {
      await mkdir(join(dir, 'many'));
      for (let index = 0; index <= LIMITS.archive.entries; index++) {
        await writeFile(join(dir, `many/${index}`), '');
      }
      expect(await order([`${dir}/many`])).toMatchObject({ error: 'file.archive_too_many' });
    },
    120_000,
  );
});

describe('a new file', () => {
  it('is empty, is written down, and never replaces another', async () => {
    const file = `${dir}/new.txt`;
    expect(await kit.call('POST', 'new-file', { body: { file } })).toMatchObject({ code: 1 });
    expect(await readFile(file)).toHaveLength(0);
    await expect
      .poll(() => kit.logOf(file))
      .toMatchObject([{ action: 'upload', result: 'success', bytes: 0, checksum: sha(Buffer.alloc(0)) }]);
    expect(await kit.call('POST', 'new-file', { body: { file } })).toMatchObject({ error: 'file.exists' });
  });
});

describe('owners', () => {
  it('are named as the target names them', async () => {
    await writeFile(join(dir, 'root-file'), '');
    const { data } = await kit.list(dir);
    const [entry] = data;
    expect(entry).toMatchObject({ uid: process.getuid?.() ?? 0, owner: userInfo().username });
    expect(entry?.group).not.toBe('');
  });
});
