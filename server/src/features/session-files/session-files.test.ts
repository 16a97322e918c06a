import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@jadegate/contract/paging';
import type { CreatedSession } from '@jadegate/contract/session';
import type { FileEntry } from '@jadegate/contract/session-files';
import type { StorageLogRow } from '@jadegate/contract/storage-log';
import { STRATEGY_FLAGS } from '@jadegate/contract/strategy';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { AssetKit } from '../../testing/assets.ts';
import { startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const MB = 1_048_576;
const NOBODY = 65_534;
const server = useTestServer();
const assets = new AssetKit(server);
let host: SshHost;
let port = 0;
let root = '';
let dir = '';
let session = '';
const sockets: WebSocket[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'jadegate-files-'));
  await chmod(root, 0o777);
  const files = { uid: NOBODY, gid: NOBODY, home: root };
  host = await startSshHost({ password: 'p@ss', shell: (channel) => void channel.write('$ '), files });
  await server.current.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.current.app.server.address() as AddressInfo).port;
  await assets.login();
  session = await opened(assets.token);
});
afterAll(async () => {
  await server.current.services.liveSessions.close();
  for (const socket of sockets) {
    socket.terminate();
  }
  await host.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  dir = await mkdtemp(join(root, 'case-'));
  await chmod(dir, 0o777);
});

/** A live session of this person, as the terminal page opens it. */
async function opened(token: string, flags?: object): Promise<string> {
  const { id } = await assets.created({ ip: '127.0.0.1', port: host.port });
  await server.current.call('POST', `/assets/${id}/tcping`, { token: assets.token });
  const query = { assetId: id, mode: 'native' };
  const { data } = await server.current.call<CreatedSession>('POST', '/sessions', { token, query });
  if (flags) {
    const change = { flags: JSON.stringify(flags) };
    await server.current.db.updateTable('session').set(change).where('id', '=', data.id).execute();
  }
  const address = new URLSearchParams({ cols: '80', rows: '24', protocol: 'binary', 'X-Auth-Token': token });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/sessions/${data.id}/ssh?${address.toString()}`, {
    headers: { origin: `http://127.0.0.1:${port}` },
  });
  sockets.push(socket);
  await new Promise((resolve) => socket.once('message', resolve));
  return data.id;
}

interface Sent {
  token?: string;
  id?: string;
  query?: Record<string, string>;
  body?: object;
}

function call<Data = unknown>(
  method: 'GET' | 'POST',
  op: string,
  { token = assets.token, id = session, ...rest }: Sent = {},
) {
  return server.current.call<Data>(method, `/sessions/${id}/${op}`, { token, ...rest });
}

const list = (folder: string, sent: Sent = {}) =>
  call<FileEntry[]>('POST', 'ls', { ...sent, body: { dir: folder } });

/** Over a real socket, because what breaks off must really break off. */
async function send(
  query: Record<string, string>,
  bytes: Uint8Array,
  {
    breakAfter,
    token = assets.token,
    id = session,
  }: { breakAfter?: number; token?: string; id?: string } = {},
): Promise<{ code: number; error?: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/sessions/${id}/upload?${new URLSearchParams(query).toString()}`,
        headers: {
          'x-auth-token': token,
          'content-type': 'application/octet-stream',
          'content-length': bytes.length,
        },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(pieces).toString()) as { code: number }));
      },
    );
    request.on('error', reject);
    if (breakAfter === undefined) {
      request.end(bytes);
      return;
    }
    request.write(bytes.subarray(0, breakAfter), () => setTimeout(() => request.destroy(), 200));
  });
}

async function fetchFile(file: string, headers: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({ file }).toString();
  return fetch(`http://127.0.0.1:${port}/sessions/${session}/download?${query}`, {
    headers: { 'x-auth-token': assets.token, ...headers },
  });
}

async function logOf(fileName: string): Promise<StorageLogRow[]> {
  const query = { fileName, pageSize: '50' };
  const { data } = await server.current.call<Page<StorageLogRow>>('GET', '/storage-logs/paging', {
    token: assets.token,
    query,
  });
  return data.items;
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('looking around', () => {
  it('lists a folder with types, links and odd names', async () => {
    await writeFile(join(dir, '檔案.txt'), 'abc', { mode: 0o640 });
    await mkdir(join(dir, 'folder'));
    await symlink('folder', join(dir, 'link'));
    await symlink('nowhere', join(dir, 'dangling'));
    await writeFile(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0xa4, 0xe5])]), '');
    const { data } = await list(dir);
    const byName = new Map(data.map((entry) => [entry.name, entry]));
    expect(byName.get('檔案.txt')).toMatchObject({
      path: `${dir}/檔案.txt`,
      isDir: false,
      isLink: false,
      mode: '-rw-r-----',
      permissions: 0o640,
      size: 3,
    });
    expect(byName.get('folder')).toMatchObject({ isDir: true, mode: expect.stringMatching(/^d/) });
    expect(byName.get('link')).toMatchObject({ isDir: false, isLink: true, leadsToDir: true });
    expect(byName.get('link')?.mode).toMatch(/^L/);
    expect(byName.get('dangling')).toMatchObject({ isLink: true, leadsToDir: false });
    expect(byName.has('\uf7a4\uf7e5')).toBe(true);
  });

  it('takes the form that older clients send, with doubled slashes', async () => {
    await writeFile(join(dir, 'x'), '');
    const response = await server.current.app.inject({
      method: 'POST',
      url: `/sessions/${session}/ls`,
      headers: { 'x-auth-token': assets.token, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `dir=${encodeURIComponent(`/${dir}//`)}`,
    });
    expect(response.json<{ data: FileEntry[] }>().data.map(({ path }) => path)).toEqual([`${dir}/x`]);
  });

  it('begins where the login begins', async () => {
    const { data } = await call<FileEntry>('GET', 'stat', { query: { file: '.' } });
    expect(data).toMatchObject({ path: root, isDir: true });
    expect(
      (await call<FileEntry>('GET', 'stat', { query: { file: `~/${dir.split('/').at(-1)}` } })).data.path,
    ).toBe(dir);
  });

  it.each(['relative', '/a/../b', '/..', '/a\0b', '\\x', `/${'a'.repeat(4096)}`])(
    'refuses %j as a path',
    async (path) => {
      const { code } = await list(path);
      expect(code).not.toBe(1);
    },
  );

  it('says what is wrong with a folder', async () => {
    expect(await list(`${dir}/none`)).toMatchObject({ code: 404, error: 'file.not_found' });
    await writeFile(join(dir, 'f'), '');
    expect(await list(`${dir}/f`)).toMatchObject({ error: 'file.not_a_folder', message: '這不是資料夾' });
  });
});

describe('downloading', () => {
  it('gives every byte, as an attachment that no browser opens', async () => {
    const bytes = randomBytes(3 * MB + 11);
    await writeFile(join(dir, '報表 "1".html'), bytes);
    const response = await fetchFile(`${dir}/報表 "1".html`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%E5%A0%B1%E8%A1%A8");
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(sha(new Uint8Array(await response.arrayBuffer()))).toBe(sha(bytes));
    await expect
      .poll(() => logOf('報表'))
      .toMatchObject([{ action: 'download', result: 'success', bytes: bytes.length, checksum: sha(bytes) }]);
  });

  it('goes on where it broke off, unless the file is another', async () => {
    const bytes = randomBytes(MB);
    await writeFile(join(dir, 'part'), bytes);
    const whole = await fetchFile(`${dir}/part`);
    const etag = whole.headers.get('etag') ?? '';
    await whole.arrayBuffer();
    const rest = await fetchFile(`${dir}/part`, { range: 'bytes=1000-', 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(`bytes 1000-${MB - 1}/${MB}`);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);
    const last = await fetchFile(`${dir}/part`, { range: 'bytes=-5' });
    expect(Buffer.from(await last.arrayBuffer()).equals(bytes.subarray(-5))).toBe(true);
    const other = await fetchFile(`${dir}/part`, { range: 'bytes=1000-', 'if-range': '"old"' });
    expect(other.status).toBe(200);
    expect((await other.arrayBuffer()).byteLength).toBe(MB);
  });

  it('writes down one that was broken off', async () => {
    await writeFile(join(dir, 'broken-off'), Buffer.alloc(16 * MB));
    const query = new URLSearchParams({ file: `${dir}/broken-off`, 'X-Auth-Token': assets.token }).toString();
    const agent = new http.Agent({ keepAlive: false });
    await new Promise<void>((resolve) => {
      http.get(
        { port, host: '127.0.0.1', agent, path: `/sessions/${session}/download?${query}` },
        (response) => {
          response.once('data', () => {
            response.destroy();
            resolve();
          });
        },
      );
    });
    await expect.poll(() => logOf('broken-off')).toMatchObject([{ action: 'download', result: 'failure' }]);
  });

  it('ends with the session, also when its reader has stopped reading', async () => {
    await writeFile(join(dir, 'stalled'), Buffer.alloc(32 * MB));
    const id = await opened(assets.token);
    const query = new URLSearchParams({ file: `${dir}/stalled` }).toString();
    const response = await fetch(`http://127.0.0.1:${port}/sessions/${id}/download?${query}`, {
      headers: { 'x-auth-token': assets.token },
    });
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: assets.token });
    await expect.poll(() => logOf('stalled')).toMatchObject([{ action: 'download', result: 'failure' }]);
    await expect(response.arrayBuffer()).rejects.toBeInstanceOf(Error);
  });

  it('reads what says it is empty and is not', async () => {
    const response = await fetchFile('/proc/version');
    expect(await response.text()).toBe(await readFile('/proc/version', 'utf8'));
  });

  it('refuses folders and devices', async () => {
    expect(await call('GET', 'download', { query: { file: dir } })).toMatchObject({
      error: 'file.is_a_folder',
    });
    expect(await call('GET', 'download', { query: { file: '/dev/zero' } })).toMatchObject({
      error: 'file.not_a_file',
    });
  });
});

describe('uploading', () => {
  it('takes the form of older clients, with the token in the address, and makes folders', async () => {
    const form = new FormData();
    const bytes = randomBytes(300_000);
    form.set('file', new Blob([new Uint8Array(bytes)]), '名稱.bin');
    const query = new URLSearchParams({ dir: `${dir}/new/deep/`, 'X-Auth-Token': assets.token });
    const response = await fetch(`http://127.0.0.1:${port}/sessions/${session}/upload?${query.toString()}`, {
      method: 'POST',
      body: form,
    });
    expect(await response.json()).toMatchObject({ code: 1, data: null });
    expect((await readFile(join(dir, 'new', 'deep', '名稱.bin'))).equals(bytes)).toBe(true);
    expect(await logOf('名稱.bin')).toMatchObject([
      {
        action: 'upload',
        result: 'success',
        bytes: 300_000,
        checksum: sha(bytes),
        fileName: `${dir}/new/deep/名稱.bin`,
      },
    ]);
  });

  it('keeps memory flat and leaves nothing beside the file', async () => {
    const bytes = randomBytes(64 * MB);
    expect(await send({ dir, name: 'big' }, bytes)).toMatchObject({ code: 1 });
    expect(sha(await readFile(join(dir, 'big')))).toBe(sha(bytes));
    expect(await readdir(dir)).toEqual(['big']);
  }, 60_000);

  it('replaces a file only when all has come, and keeps its permissions and the link to it', async () => {
    await writeFile(join(dir, 'real'), 'before');
    await chmod(join(dir, 'real'), 0o751);
    await symlink('real', join(dir, 'link'));
    await expect(
      send({ dir, name: 'link' }, Buffer.alloc(MB), { breakAfter: MB / 2 }),
    ).rejects.toBeInstanceOf(Error);
    await expect.poll(async () => (await readdir(dir)).toSorted()).toEqual(['link', 'real']);
    expect(await readFile(join(dir, 'real'), 'utf8')).toBe('before');
    expect(await send({ dir, name: 'link' }, Buffer.from('after'))).toMatchObject({ code: 1 });
    expect(await readFile(join(dir, 'real'), 'utf8')).toBe('after');
    expect((await lstat(join(dir, 'real'))).mode & 0o777).toBe(0o751);
    expect((await lstat(join(dir, 'link'))).isSymbolicLink()).toBe(true);
    expect((await logOf(`${dir}/link`)).map(({ result }) => result)).toEqual(['success', 'failure']);
  });

  it('goes on where it broke off', async () => {
    const bytes = randomBytes(2 * MB);
    const query = { dir, name: 'resumed', uploadId: 'upload-0001', size: String(bytes.length) };
    await expect(send(query, bytes, { breakAfter: MB })).rejects.toBeInstanceOf(Error);
    const state = () =>
      call<{ received: number }>('GET', 'upload-state', { query: { uploadId: 'upload-0001' } });
    await expect.poll(async () => (await state()).data?.received).toBe(MB);
    await expect.poll(() => logOf(`${dir}/resumed`)).toHaveLength(1);
    expect(await send({ ...query, offset: '5' }, bytes.subarray(5))).toMatchObject({
      error: 'file.upload_offset',
    });
    expect(await send({ ...query, offset: String(MB) }, bytes.subarray(MB))).toMatchObject({ code: 1 });
    expect(sha(await readFile(join(dir, 'resumed')))).toBe(sha(bytes));
    expect(await readdir(dir)).toEqual(['resumed']);
    expect((await logOf(`${dir}/resumed`))[0]).toMatchObject({ result: 'success', checksum: sha(bytes) });
    expect(await state()).toMatchObject({ error: 'file.upload_gone' });
  });

  it('can be given up, which removes what had come', async () => {
    const query = { dir, name: 'given-up', uploadId: 'upload-0002', size: String(MB) };
    await expect(send(query, Buffer.alloc(MB), { breakAfter: MB / 2 })).rejects.toBeInstanceOf(Error);
    await expect.poll(() => logOf('given-up')).toHaveLength(1);
    expect(await readdir(dir)).toHaveLength(1);
    expect(await call('POST', 'upload-cancel', { query: { uploadId: 'upload-0002' } })).toMatchObject({
      code: 1,
    });
    expect(await readdir(dir)).toEqual([]);
  });

  it.each(['../escaped', 'a/b', '..', '.'])('refuses %j as a name', async (name) => {
    expect(await send({ dir, name }, Buffer.from('x'))).toMatchObject({ error: 'file.path_invalid' });
    expect(await readdir(dir)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)('says when the account may not write, or writes in place', async () => {
    await mkdir(join(dir, 'closed'), { mode: 0o755 });
    expect(await send({ dir: `${dir}/closed`, name: 'f' }, Buffer.from('x'))).toMatchObject({
      error: 'file.permission',
    });
    await writeFile(join(dir, 'closed', 'open'), 'before');
    await chmod(join(dir, 'closed', 'open'), 0o666);
    expect(await send({ dir: `${dir}/closed`, name: 'open' }, Buffer.from('x'))).toMatchObject({ code: 1 });
    expect(await readFile(join(dir, 'closed', 'open'), 'utf8')).toBe('x');
  });
});

describe('changing', () => {
  it('makes, renames, moves, removes and sets permissions, and writes it down', async () => {
    expect(await call('POST', 'mkdir', { query: { dir: `${dir}//made` } })).toMatchObject({
      code: 1,
      data: null,
    });
    expect(await call('POST', 'mkdir', { query: { dir: `${dir}/made` } })).toMatchObject({
      error: 'file.exists',
    });
    await send({ dir: `${dir}/made`, name: 'f' }, Buffer.from('x'));
    const move = { oldName: `${dir}/made/f`, newName: `${dir}/g` };
    expect(await call('POST', 'rename', { query: move })).toMatchObject({ code: 1 });
    expect(
      await call('POST', 'rename', { query: { oldName: `${dir}/g`, newName: `${dir}/made` } }),
    ).toMatchObject({
      error: 'file.exists',
    });
    expect(await call('POST', 'chmod', { body: { file: `${dir}/g`, permissions: 0o600 } })).toMatchObject({
      code: 1,
    });
    expect((await lstat(join(dir, 'g'))).mode & 0o7777).toBe(0o600);
    await send({ dir: `${dir}/made/a/b`, name: 'f' }, Buffer.from('x'));
    expect(await call('POST', 'rm', { body: { file: `${dir}/made` } })).toMatchObject({ code: 1 });
    expect(await readdir(dir)).toEqual(['g']);
    expect(await call('POST', 'rm', { body: { file: '/' } })).toMatchObject({ error: 'file.path_invalid' });
    const rows = (await logOf(dir)).map(({ action, result }) => `${action} ${result}`);
    expect(rows.toSorted()).toEqual(
      [
        'chmod success',
        'mkdir failure',
        'mkdir success',
        'rename failure',
        'rename success',
        'rm success',
        'upload success',
        'upload success',
      ].toSorted(),
    );
  });

  it('edits with the line endings of the file, and not over somebody else’s work', async () => {
    await writeFile(join(dir, 'dos'), 'a\r\nb\r\n');
    await writeFile(join(dir, 'unix'), 'a\nb\n');
    await chmod(join(dir, 'dos'), 0o666);
    for (const name of ['dos', 'unix']) {
      const body = { file: `${dir}/${name}`, fileContent: 'x\r\ny\r\n' };
      expect(await call('POST', 'edit', { body })).toMatchObject({ code: 1 });
    }
    expect(await readFile(join(dir, 'dos'), 'latin1')).toBe('x\r\ny\r\n');
    expect(await readFile(join(dir, 'unix'), 'latin1')).toBe('x\ny\n');
    const bytes = Buffer.from([0xa4, 0xa4, 0x0d, 0x0a]);
    const exact = {
      file: `${dir}/unix`,
      contentBase64: bytes.toString('base64'),
      expected: sha(Buffer.from('x\ny\n')),
    };
    expect(await call('POST', 'edit', { body: exact })).toMatchObject({ code: 1 });
    expect((await readFile(join(dir, 'unix'))).equals(bytes)).toBe(true);
    expect(await call('POST', 'edit', { body: exact })).toMatchObject({ error: 'file.changed' });
    expect((await readFile(join(dir, 'unix'))).equals(bytes)).toBe(true);
    await writeFile(join(dir, 'huge'), Buffer.alloc(600_000));
    expect(await call('POST', 'edit', { body: { file: `${dir}/huge`, fileContent: '' } })).toMatchObject({
      error: 'file.too_large',
    });
    expect((await call('POST', 'edit', { body: { file: `${dir}/unix` } })).code).toBe(400);
    expect(await logOf(`${dir}/unix`)).toMatchObject([
      { action: 'edit', result: 'failure' },
      { action: 'edit', result: 'success', bytes: 4, checksum: sha(bytes) },
      { action: 'edit', result: 'success' },
    ]);
  });
});

describe('what is refused', () => {
  const ops = (folder: string, id: string, token: string) => ({
    download: () => call('GET', 'download', { id, token, query: { file: `${folder}/file` } }),
    upload: () => send({ dir: folder, name: 'new' }, Buffer.from('x'), { id, token }),
    edit: () => call('POST', 'edit', { id, token, body: { file: `${folder}/file`, fileContent: 'x' } }),
    chmod: () => call('POST', 'chmod', { id, token, body: { file: `${folder}/file`, permissions: 0o600 } }),
    mkdir: () => call('POST', 'mkdir', { id, token, query: { dir: `${folder}/made` } }),
    rename: () =>
      call('POST', 'rename', { id, token, query: { oldName: `${folder}/file`, newName: `${folder}/x` } }),
    rm: () => call('POST', 'rm', { id, token, body: { file: `${folder}/file` } }),
  });
  const NEEDS = {
    download: ['download'],
    upload: ['upload'],
    edit: ['edit'],
    chmod: ['edit'],
    mkdir: ['createDir', 'upload'],
    rename: ['rename'],
    rm: ['delete'],
  } as const;

  it.each(Object.entries(NEEDS))('%s without its flag, and only that', async (op, flags) => {
    await writeFile(join(dir, 'file'), 'untouched');
    const all = Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, true]));
    const without = { ...all, ...Object.fromEntries(flags.map((flag) => [flag, false])) };
    const id = await opened(assets.token, without);
    expect(await ops(dir, id, assets.token)[op as keyof typeof NEEDS]()).toMatchObject({
      code: -1,
      error: 'file.forbidden',
    });
    expect(await readdir(dir)).toEqual(['file']);
    expect(await readFile(join(dir, 'file'), 'utf8')).toBe('untouched');
    const [entry] = (
      await server.current.call<Page<StorageLogRow>>('GET', '/storage-logs/paging', {
        token: assets.token,
        query: { sessionId: id },
      })
    ).data.items;
    expect(entry).toMatchObject({ action: op, result: 'failure' });
    expect((await list(dir, { id })).code).toBe(1);
  });

  it.each(['createDir', 'upload'])('nobody a new folder who holds %s alone', async (flag) => {
    const id = await opened(assets.token, { [flag]: true });
    expect(await call('POST', 'mkdir', { id, query: { dir: `${dir}/made` } })).toMatchObject({ code: 1 });
  });

  it('a stranger, in the words of a session that is not there', async () => {
    const stranger = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    await writeFile(join(dir, 'file'), 'untouched');
    const foreign = ops(dir, session, stranger.token);
    const missing = ops(dir, 'nowhere', stranger.token);
    for (const op of Object.keys(foreign) as (keyof typeof foreign)[]) {
      const [one, other] = [await foreign[op](), await missing[op]()];
      expect(one).toMatchObject({ code: 404, error: 'session.not_found' });
      expect({ ...one, requestId: '' }).toEqual({ ...other, requestId: '' });
    }
    const sent = { token: stranger.token };
    expect(await list(dir, sent)).toMatchObject({ error: 'session.not_found' });
    for (const [op, query] of [
      ['stat', { file: dir }],
      ['upload-state', { uploadId: 'upload-0001' }],
      ['rm-progress', { taskId: 'task-0001' }],
    ] as const) {
      expect(await call('GET', op, { ...sent, query })).toMatchObject({ error: 'session.not_found' });
    }
    expect(await readdir(dir)).toEqual(['file']);
  });

  it('a right that was lost since, and a session that is over', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: ['asset-access'] });
    const id = await opened(person.token);
    expect((await list(dir, { id, token: person.token })).code).toBe(1);
    await server.current.db.deleteFrom('user_role').where('user_id', '=', person.id).execute();
    expect(await list(dir, { id, token: person.token })).toMatchObject({ error: 'session.not_found' });
    const over = await opened(assets.token);
    await server.current.call('POST', `/sessions/${over}/disconnect`, { token: assets.token });
    expect(await list(dir, { id: over })).toMatchObject({ error: 'session.over' });
  });
});

describe('the log of files', () => {
  it('is deleted and cleared with a trace', async () => {
    await call('POST', 'mkdir', { query: { dir: `${dir}/logged` } });
    const [entry] = await logOf('logged');
    expect(entry).toMatchObject({ sessionId: session, userName: expect.any(String) });
    const token = assets.token;
    expect(await server.current.call('DELETE', `/storage-logs/${entry?.id}`, { token })).toMatchObject({
      code: 1,
    });
    expect(await logOf('logged')).toEqual([]);
    expect(await server.current.call('POST', '/storage-logs/clear', { token })).toMatchObject({ code: 1 });
    expect(await logOf('')).toEqual([]);
    const actions = await server.current.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'storage-log.%')
      .execute();
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'storage-log.cleared',
      'storage-log.deleted',
    ]);
  });

  it('goes when it is older than sessions are kept', async () => {
    await call('POST', 'mkdir', { query: { dir: `${dir}/old` } });
    expect(await server.current.services.storageLogs.removeOlder(server.current.now() - 1000, 10)).toBe(0);
    expect(await server.current.services.storageLogs.removeOlder(server.current.now() + 1000, 10)).toBe(1);
  });
});
