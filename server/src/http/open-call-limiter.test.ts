import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

import { LIMITS } from '@jadegate/contract/limits';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { StorageKit } from '../testing/storage-kit.ts';
import { useTestServer } from '../testing/test-server.ts';
import { STALL_MS } from './open-call-limiter.ts';

const MB = 1_048_576;
/** More than the system takes for a reader that does not read. */
const BYTES = 24 * MB;
const PATIENT = { timeout: 15_000 };

const server = useTestServer();
const kit = new StorageKit(server);
const open: { destroy(): unknown }[] = [];
const here = new Map<number | undefined, Socket>();
let port = 0;
/** What the watch is told the time is. */
let now = 0;

beforeAll(async () => {
  await kit.start();
  const { app } = server.current;
  port = (app.server.address() as AddressInfo).port;
  app.server.on('connection', (socket: Socket) => here.set(socket.remotePort, socket));
});
afterEach(async () => {
  open.splice(0).forEach((one) => one.destroy());
  await vi.waitUntil(() => server.current.app.openCalls.size === 0, PATIENT);
});

/** Asks, and reads nothing but the head of the answer. */
function ask(path: string, token: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = { host: '127.0.0.1', port, agent: false, path };
    const request = http.get({ ...address, headers: { 'x-auth-token': token, ...headers } }, resolve);
    request.once('error', reject);
    open.push(request);
  });
}

/** As many calls as may be held, with bodies that never come to their end, and three more, which are refused. */
async function hold(limit: number, pathOf: (n: number) => string, token: string, type: string) {
  const answers: IncomingMessage[] = [];
  for (let n = 0; n < limit + 3; n += 1) {
    begin(pathOf(n), token, type).on('response', (answer) => answers.push(answer));
  }
  await vi.waitUntil(() => answers.length === 3, PATIENT);
}

function begin(path: string, token: string, type: string): ClientRequest {
  const headers = { 'x-auth-token': token, 'content-type': type, 'content-length': '10' };
  const request = http.request({ host: '127.0.0.1', port, agent: false, method: 'POST', path, headers });
  request.on('error', () => undefined);
  request.write('{');
  open.push(request);
  return request;
}

const file = (space: string) => `/storages/${space}/download?file=%2Flarge.bin`;

/** Descriptors of this process that lead to the files of a space. */
async function descriptors(space: string): Promise<number> {
  const names = await readdir('/proc/self/fd');
  const paths = await Promise.all(names.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return paths.filter((path) => path.includes(`/${space}/`)).length;
}

/** Time passes until nobody takes anything any more, and then some. */
async function pass(until: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(
    async () => {
      server.current.app.openCalls.endStalled((now += 2 * STALL_MS));
      return until();
    },
    { ...PATIENT, interval: 100 },
  );
}

describe.runIf(process.platform === 'linux')('an answer that nobody takes', () => {
  let token = '';
  let space = '';
  const logs = (fileName: string) => kit.logs({ storageId: space, action: 'download', fileName });
  beforeAll(async () => {
    ({ token, space } = await kit.person());
    // No archive makes it smaller.
    await kit.send(token, space, randomBytes(BYTES), { name: 'large.bin' });
    await kit.send(token, space, Buffer.from('small'), { name: 'head.txt' });
  });

  it('ends, with the file behind it and a line in the log', async () => {
    const started = [
      await ask(file(space), token),
      await ask(file(space), token, { range: 'bytes=1-' }),
      await ask(file(space), token),
    ];
    expect(started.map(({ statusCode }) => statusCode)).toEqual([200, 206, 200]);
    expect(await descriptors(space)).toBe(3);
    await pass(async () => (await descriptors(space)) === 0);
    expect(server.current.app.openCalls.size).toBe(0);
    await expect.poll(async () => (await logs('large.bin')).length, PATIENT).toBe(3);
    expect((await logs('large.bin')).map(({ result }) => result)).toEqual(['failure', 'failure', 'failure']);
    expect(server.current.logLines.some((line) => line.includes('an answer that nobody took'))).toBe(true);
  });

  it('ends for an archive, too', async () => {
    const { data } = await kit.call<{ archiveId: string }>('POST', `/storages/${space}/archive`, token, {
      body: { files: ['/large.bin'] },
    });
    const { headers } = await ask(`/storages/${space}/archive?archiveId=${data.archiveId}`, token);
    expect(headers['content-type']).toBe('application/zip');
    expect(await descriptors(space)).toBe(1);
    await pass(() => server.current.app.openCalls.size === 0);
    await expect.poll(() => descriptors(space), PATIENT).toBe(0);
  });

  it('goes on as long as somebody takes something', async () => {
    const answer = await ask(file(space), token);
    const there = here.get(answer.socket.localPort);
    const taken = () => (there?.bytesWritten ?? 0) - (there?.writableLength ?? 0);
    for (let round = 0; round < 3; round += 1) {
      const before = taken();
      answer.resume();
      await vi.waitUntil(() => taken() > before, { ...PATIENT, interval: 1 });
      answer.pause();
      server.current.app.openCalls.endStalled((now += STALL_MS - 1));
    }
    expect(there?.destroyed).toBe(false);
  });

  it('is not read for somebody who asks for its head alone', async () => {
    const answer = await server.current.app.inject({
      method: 'HEAD',
      url: `/storages/${space}/download?file=%2Fhead.txt`,
      headers: { 'x-auth-token': token },
    });
    expect(answer.headers).toMatchObject({ 'content-length': '5', 'accept-ranges': 'bytes' });
    await expect.poll(() => logs('head.txt'), PATIENT).toMatchObject([{ result: 'failure', bytes: 0 }]);
    expect(await descriptors(space)).toBe(0);
  });
});

describe('what one person holds open', () => {
  it('is so many transfers, in both directions, and no matter of anybody else', async () => {
    const one = await kit.person();
    const other = await kit.person();
    await kit.send(other.token, other.space, Buffer.from('theirs'), { name: 'large.bin' });
    await kit.send(one.token, one.space, Buffer.from('mine'), { name: 'large.bin' });
    const { transfers } = LIMITS.openPerPerson;
    const { openCalls } = server.current.app;
    const upload = (n: number) => `/storages/${one.space}/upload?dir=%2F&name=u${n}`;
    await hold(transfers, upload, one.token, 'application/octet-stream');
    const refused = await kit.read(one.token, one.space, '/large.bin');
    expect(refused.json()).toMatchObject({
      code: 429,
      error: 'open.transfers',
      params: { limit: transfers },
    });
    expect((await kit.read(other.token, other.space, '/large.bin')).body).toBe('theirs');
    expect(await kit.names(one.token, one.space)).toEqual(['large.bin']);
    open.splice(0).forEach((request) => request.destroy());
    await vi.waitUntil(() => openCalls.size === 0, PATIENT);
    expect((await kit.read(one.token, one.space, '/large.bin')).body).toBe('mine');
  });

  it('is so many calls in all', async () => {
    const { token, space } = await kit.person();
    const { calls } = LIMITS.openPerPerson;
    await hold(calls, () => `/storages/${space}/ls`, token, 'application/json');
    const refused = await kit.call('POST', `/storages/${space}/ls`, token, { body: { dir: '/' } });
    expect(refused).toMatchObject({ code: 429, error: 'open.calls' });
    expect(await kit.call('GET', '/account/storage', kit.admin)).toMatchObject({ code: 1 });
  });

  it('is a few answers one behind the other on a connection', async () => {
    const socket = net.connect({ host: '127.0.0.1', port });
    open.push(socket);
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    const request = 'GET /branding HTTP/1.1\r\nhost: x\r\n\r\n';
    socket.write(request.repeat(40));
    await vi.waitUntil(() => text.split('HTTP/1.1 200').length === 41, PATIENT);
    expect(text.split('"error":"open.calls"')).toHaveLength(1 + 8);
  });
});
