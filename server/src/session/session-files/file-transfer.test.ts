import { createHash, randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { FilesKit } from '../../testing/files-kit.ts';
import { sessionBytes } from '../../testing/metrics-text.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new FilesKit(server);
let dir = '';

beforeAll(() => kit.start());
afterAll(() => kit.stop());
beforeEach(async () => {
  dir = await kit.newFolder();
});

const MB = 1_048_576;
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('downloading', () => {
  it('gives every byte, as an attachment that no browser opens', async () => {
    const bytes = randomBytes(3 * MB + 11);
    await writeFile(join(dir, '報表 "1".html'), bytes);
    const response = await kit.fetchFile(`${dir}/報表 "1".html`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''%E5%A0%B1%E8%A1%A8");
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(sha(new Uint8Array(await response.arrayBuffer()))).toBe(sha(bytes));
    await expect
      .poll(() => kit.logOf('報表'))
      .toMatchObject([{ action: 'download', result: 'success', bytes: bytes.length, checksum: sha(bytes) }]);
  });

  it('goes on where it broke off, unless the file is another', async () => {
    const bytes = randomBytes(MB);
    await writeFile(join(dir, 'part'), bytes);
    const whole = await kit.fetchFile(`${dir}/part`);
    const etag = whole.headers.get('etag') ?? '';
    await whole.arrayBuffer();
    const rest = await kit.fetchFile(`${dir}/part`, { range: 'bytes=1000-', 'if-range': etag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(`bytes 1000-${MB - 1}/${MB}`);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);
    const last = await kit.fetchFile(`${dir}/part`, { range: 'bytes=-5' });
    expect(Buffer.from(await last.arrayBuffer()).equals(bytes.subarray(-5))).toBe(true);
    const other = await kit.fetchFile(`${dir}/part`, { range: 'bytes=1000-', 'if-range': '"old"' });
    expect(other.status).toBe(200);
    expect((await other.arrayBuffer()).byteLength).toBe(MB);
  });

  it('writes down one that was broken off', async () => {
    await writeFile(join(dir, 'broken-off'), Buffer.alloc(16 * MB));
    const query = new URLSearchParams({ file: `${dir}/broken-off`, 'X-Auth-Token': kit.token }).toString();
    const agent = new http.Agent({ keepAlive: false });
    await new Promise<void>((resolve) => {
      http.get(
        { port: kit.port, host: '127.0.0.1', agent, path: `/sessions/${kit.session}/download?${query}` },
        (response) => {
          response.once('data', () => {
            response.destroy();
            resolve();
          });
        },
      );
    });
    await expect
      .poll(() => kit.logOf('broken-off'))
      .toMatchObject([{ action: 'download', result: 'failure' }]);
  });

  it('ends with the session, also when its reader has stopped reading', async () => {
    await writeFile(join(dir, 'stalled'), Buffer.alloc(32 * MB));
    const id = await kit.opened(kit.token);
    const query = new URLSearchParams({ file: `${dir}/stalled` }).toString();
    const response = await fetch(`http://127.0.0.1:${kit.port}/sessions/${id}/download?${query}`, {
      headers: { 'x-auth-token': kit.token },
    });
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });
    await expect.poll(() => kit.logOf('stalled')).toMatchObject([{ action: 'download', result: 'failure' }]);
    await expect(response.arrayBuffer()).rejects.toBeInstanceOf(Error);
  });

  it('reads what says it is empty and is not', async () => {
    const response = await kit.fetchFile('/proc/version');
    expect(await response.text()).toBe(await readFile('/proc/version', 'utf8'));
  });

  it('refuses folders and devices', async () => {
    expect(await kit.call('GET', 'download', { query: { file: dir } })).toMatchObject({
      error: 'file.is_a_folder',
    });
    expect(await kit.call('GET', 'download', { query: { file: '/dev/zero' } })).toMatchObject({
      error: 'file.not_a_file',
    });
  });
});

describe('the bytes of files', () => {
  it('count as bytes of the session, each in its direction, and still do when it is over', async () => {
    const start = await sessionBytes(server.current, 'ssh');
    const id = await kit.opened(kit.token);
    const prompt = { ...start, output: start.output + '$ '.length };
    await expect.poll(() => sessionBytes(server.current, 'ssh')).toEqual(prompt);
    const [up, down] = [randomBytes(2 * MB + 5), randomBytes(MB + 7)];
    await writeFile(join(dir, 'down'), down);
    expect(await kit.send({ dir, name: 'up' }, up, { id })).toMatchObject({ code: 1 });
    const sent = await sessionBytes(server.current, 'ssh');
    expect(sent).toEqual({ input: prompt.input + up.length, output: prompt.output });
    expect((await (await kit.fetchFile(`${dir}/down`, {}, id)).arrayBuffer()).byteLength).toBe(down.length);
    const expected = { input: sent.input, output: sent.output + down.length };
    expect(await sessionBytes(server.current, 'ssh')).toEqual(expected);
    await server.current.services.liveSessions.end(id, { kind: 'left' });
    const after = await sessionBytes(server.current, 'ssh');
    expect(after.input).toBe(expected.input);
    expect(after.output).toBeGreaterThanOrEqual(expected.output);
  });
});

describe('uploading', () => {
  it('takes the form of older clients, with the token in the address, and makes folders', async () => {
    const form = new FormData();
    const bytes = randomBytes(300_000);
    form.set('file', new Blob([new Uint8Array(bytes)]), '名稱.bin');
    const query = new URLSearchParams({ dir: `${dir}/new/deep/`, 'X-Auth-Token': kit.token });
    const response = await fetch(
      `http://127.0.0.1:${kit.port}/sessions/${kit.session}/upload?${query.toString()}`,
      {
        method: 'POST',
        body: form,
      },
    );
    expect(await response.json()).toMatchObject({ code: 1, data: null });
    expect((await readFile(join(dir, 'new', 'deep', '名稱.bin'))).equals(bytes)).toBe(true);
    expect(await kit.logOf('名稱.bin')).toMatchObject([
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
    expect(await kit.send({ dir, name: 'big' }, bytes)).toMatchObject({ code: 1 });
    expect(sha(await readFile(join(dir, 'big')))).toBe(sha(bytes));
    expect(await readdir(dir)).toEqual(['big']);
  }, 60_000);

  it('replaces a file only when all has come, and keeps its permissions and the link to it', async () => {
    await writeFile(join(dir, 'real'), 'before');
    await chmod(join(dir, 'real'), 0o751);
    await symlink('real', join(dir, 'link'));
    await expect(
      kit.send({ dir, name: 'link' }, Buffer.alloc(MB), { breakAfter: MB / 2 }),
    ).rejects.toBeInstanceOf(Error);
    await expect.poll(async () => (await readdir(dir)).toSorted()).toEqual(['link', 'real']);
    expect(await readFile(join(dir, 'real'), 'utf8')).toBe('before');
    expect(await kit.send({ dir, name: 'link' }, Buffer.from('after'))).toMatchObject({ code: 1 });
    expect(await readFile(join(dir, 'real'), 'utf8')).toBe('after');
    expect((await lstat(join(dir, 'real'))).mode & 0o777).toBe(0o751);
    expect((await lstat(join(dir, 'link'))).isSymbolicLink()).toBe(true);
    expect((await kit.logOf(`${dir}/link`)).map(({ result }) => result)).toEqual(['success', 'failure']);
  });

  it('goes on where it broke off', async () => {
    const bytes = randomBytes(2 * MB);
    const query = { dir, name: 'resumed', uploadId: 'upload-0001', size: String(bytes.length) };
    await expect(kit.send(query, bytes, { breakAfter: MB })).rejects.toBeInstanceOf(Error);
    const state = () =>
      kit.call<{ received: number }>('GET', 'upload-state', { query: { uploadId: 'upload-0001' } });
    await expect.poll(async () => (await state()).data?.received).toBe(MB);
    await expect.poll(() => kit.logOf(`${dir}/resumed`)).toHaveLength(1);
    expect(await kit.send({ ...query, offset: '5' }, bytes.subarray(5))).toMatchObject({
      error: 'file.upload_offset',
    });
    expect(await kit.send({ ...query, offset: String(MB) }, bytes.subarray(MB))).toMatchObject({ code: 1 });
    expect(sha(await readFile(join(dir, 'resumed')))).toBe(sha(bytes));
    expect(await readdir(dir)).toEqual(['resumed']);
    expect((await kit.logOf(`${dir}/resumed`))[0]).toMatchObject({ result: 'success', checksum: sha(bytes) });
    expect(await state()).toMatchObject({ error: 'file.upload_gone' });
  });

  it('can be given up, which removes what had come', async () => {
    const query = { dir, name: 'given-up', uploadId: 'upload-0002', size: String(MB) };
    await expect(kit.send(query, Buffer.alloc(MB), { breakAfter: MB / 2 })).rejects.toBeInstanceOf(Error);
    await expect.poll(() => kit.logOf('given-up')).toHaveLength(1);
    expect(await readdir(dir)).toHaveLength(1);
    expect(await kit.call('POST', 'upload-cancel', { query: { uploadId: 'upload-0002' } })).toMatchObject({
      code: 1,
    });
    expect(await readdir(dir)).toEqual([]);
  });

  it('can be given up while it is still coming', async () => {
    const query = { dir, name: 'hung-up', uploadId: 'upload-0003', size: String(MB) };
    const sending = kit
      .send(query, Buffer.alloc(MB), { breakAfter: MB / 2 })
      .catch((error: unknown) => error);
    await expect.poll(() => readdir(dir), { timeout: 10_000, interval: 5 }).toHaveLength(1);
    await kit.call('POST', 'upload-cancel', { query: { uploadId: 'upload-0003' } });
    expect(await sending).toBeInstanceOf(Error);
    await expect.poll(() => readdir(dir), { timeout: 10_000 }).toEqual([]);
    expect(await kit.call('GET', 'upload-state', { query: { uploadId: 'upload-0003' } })).toMatchObject({
      error: 'file.upload_gone',
    });
  });

  it.each(['../escaped', 'a/b', '..', '.'])('refuses %j as a name', async (name) => {
    expect(await kit.send({ dir, name }, Buffer.from('x'))).toMatchObject({ error: 'file.path_invalid' });
    expect(await readdir(dir)).toEqual([]);
  });

  it.runIf(process.getuid?.() === 0)('says when the account may not write, or writes in place', async () => {
    await mkdir(join(dir, 'closed'), { mode: 0o755 });
    expect(await kit.send({ dir: `${dir}/closed`, name: 'f' }, Buffer.from('x'))).toMatchObject({
      error: 'file.permission',
    });
    await writeFile(join(dir, 'closed', 'open'), 'before');
    await chmod(join(dir, 'closed', 'open'), 0o666);
    expect(await kit.send({ dir: `${dir}/closed`, name: 'open' }, Buffer.from('x'))).toMatchObject({
      code: 1,
    });
    expect(await readFile(join(dir, 'closed', 'open'), 'utf8')).toBe('x');
  });
});
