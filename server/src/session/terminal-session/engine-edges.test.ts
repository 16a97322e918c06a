// The moments in which sessions used to get lost: while they are opened, when nobody reads, and after a crash.
import { existsSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';

import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import { encodeBinary } from '@jadegate/contract/session/terminal-socket';
import ssh2, { type ServerChannel } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import { newId } from '../../kernel/id.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import { AssetKit } from '../../testing/assets.ts';
import { newHostKey, startSshHost, type SshHost } from '../../testing/ssh-host.ts';
import { terminalOf } from '../../testing/terminal-of.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 30_000, interval: 20 };
const server = useTestServer();
const assets = new AssetKit(server);
let origin = '';

beforeAll(async () => {
  const { app } = server.current;
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  await assets.login();
});

const call = <Data>(method: 'GET' | 'POST', path: string, query: Record<string, string> = {}) =>
  server.current.call<Data>(method, path, { token: assets.token, query });
const row = async (id: string) => (await call<SessionRow>('GET', `/sessions/${id}`)).data;

async function machine(port: number): Promise<string> {
  const { id } = await assets.created({ ip: '127.0.0.1', port });
  await call('POST', `/assets/${id}/tcping`);
  return id;
}

async function connect(assetId: string): Promise<{ id: string; socket: WebSocket; frames: string[] }> {
  const { id } = (await call<CreatedSession>('POST', '/sessions', { assetId, mode: 'native' })).data;
  const query = new URLSearchParams({ protocol: 'binary', 'X-Auth-Token': assets.token }).toString();
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/sessions/${id}/ssh?${query}`, {
    headers: { origin },
  });
  const frames: string[] = [];
  socket.on('message', (bytes: Buffer) => frames.push(bytes.toString()));
  socket.on('error', () => undefined);
  return { id, socket, frames };
}

/** A host that lets everybody in and never gives the terminal they ask for. */
async function muteHost(): Promise<{ port: number; sockets: Set<net.Socket>; asked: () => number }> {
  const sockets = new Set<net.Socket>();
  let asked = 0;
  const host = new ssh2.Server({ hostKeys: [newHostKey()] }, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => context.accept());
    connection.on('session', (accept) => {
      const session = accept();
      session.on('pty', (agree) => agree());
      session.on('shell', () => asked++);
    });
  });
  const front = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    host.injectSocket(socket);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  afterAll(() => front.close());
  return { port: (front.address() as AddressInfo).port, sockets, asked: () => asked };
}

describe('while it is opened', () => {
  let host: Awaited<ReturnType<typeof muteHost>>;
  let assetId = '';

  beforeAll(async () => {
    host = await muteHost();
    assetId = await machine(host.port);
  });

  const opening = async () => {
    const before = host.asked();
    const session = await connect(assetId);
    await expect.poll(() => host.asked(), PATIENT).toBe(before + 1);
    return session;
  };

  it('its person leaves: the connection goes, and no recording stays behind', async () => {
    const { id, socket } = await opening();
    socket.terminate();
    await expect.poll(() => row(id), PATIENT).toMatchObject({ status: 'disconnected', recording: '0' });
    expect(await row(id)).toMatchObject({ code: 0, message: '使用者已離開' });
    await expect.poll(() => host.sockets.size, PATIENT).toBe(0);
    const folder = server.current.services.liveSessions.folderOf(id);
    await expect.poll(() => existsSync(folder), PATIENT).toBe(false);
  });

  it('an administrator ends it: the person is told, and it stays ended', async () => {
    const { id, frames } = await opening();
    expect(await call('POST', `/sessions/${id}/disconnect`)).toMatchObject({ code: 1 });
    expect(await row(id)).toMatchObject({ status: 'disconnected', code: 802 });
    await expect.poll(() => frames, PATIENT).toContain('0已由管理員中斷連線');
    await expect.poll(() => host.sockets.size, PATIENT).toBe(0);
    expect(server.current.services.liveSessions.count).toBe(0);
  });
});

describe('a target that does not read', () => {
  let host: SshHost;
  let shell: ServerChannel | undefined;

  beforeAll(async () => {
    host = await startSshHost({
      password: 'p@ss',
      shell: (channel) => {
        shell = channel;
        channel.write('$ ');
      },
    });
  });
  afterAll(() => host.close());

  it('does not fill the memory with what is typed, and gets all of it once it reads', async () => {
    const { id, socket, frames } = await connect(await machine(host.port));
    await expect.poll(() => frames, PATIENT).toContain('2$ ');
    const piece = Buffer.alloc(64 * 1024, 'x');
    const total = 256 * piece.length;
    for (let sent = 0; sent < total; sent += piece.length) {
      socket.send(encodeBinary({ type: 'data', bytes: piece }));
    }
    const taken = () => terminalOf(server.current, id)?.inputBytes ?? 0;
    await expect.poll(taken, PATIENT).toBeGreaterThan(1024 * 1024);
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The window of the channel, what may wait here, and what was in one packet of the network.
    expect(taken()).toBeLessThan(8 * 1024 * 1024);
    let read = 0;
    shell?.on('data', (bytes: Buffer) => (read += bytes.length));
    await expect.poll(() => read, PATIENT).toBe(total);
    socket.send('0');
    await expect.poll(async () => (await row(id)).status, PATIENT).toBe('disconnected');
  });
});

describe('after a crash', () => {
  const died = Date.now() - 60 * 60_000;
  const processId = newId();

  /** A server process on another machine, which has not been heard of since, and may still live. */
  beforeAll(async () => {
    const times = { started_at: died - 120_000, renewed_at: died, expires_at: Date.now() + 3_600_000 };
    const place = { place: 'elsewhere', pid: 1, born: '1', version: '' };
    await server.current.db
      .insertInto('server_process')
      .values({ id: processId, ...place, ...times, ended_at: null, peer_url: '', drain: '', host: '' })
      .execute();
  });

  /** A row as a process that is gone left it. */
  async function leftOpen(change: object): Promise<string> {
    const { id } = await connect(await machine(1)).then(async (session) => {
      await expect.poll(async () => (await row(session.id)).status, PATIENT).toBe('disconnected');
      return session;
    });
    const values = {
      status: 'connected',
      end_reason: '',
      process_id: processId,
      connected_at: died - 60_000,
      disconnected_at: null,
      recording: 'writing',
      ...change,
    } as const;
    await server.current.db.updateTable('session').set(values).where('id', '=', id).execute();
    return id;
  }

  it('rows say when the process died and what there is of a recording', async () => {
    const { liveSessions } = server.current.services;
    const recorded = await leftOpen({});
    const empty = await leftOpen({});
    const opening = await leftOpen({ status: 'connecting', connected_at: null, created_at: died + 1000 });
    const writer = await TerminalWriter.open({
      folder: liveSessions.folderOf(recorded),
      size: { cols: 80, rows: 24 },
      clock: { now: () => died },
      onFailure: (error) => expect(error).toBeUndefined(),
    });
    writer.output(Buffer.from('the last words'));
    await writer.close();
    const all = [recorded, empty, opening];
    const statuses = () => Promise.all(all.map(async (id) => (await row(id)).status));
    // As long as its process may live, a session is left alone.
    await liveSessions.start();
    expect(await statuses()).toEqual(['connected', 'connected', 'connecting']);
    await server.current.db
      .updateTable('server_process')
      .set({ ended_at: died })
      .where('id', '=', processId)
      .execute();
    await expect.poll(statuses, PATIENT).toEqual(all.map(() => 'disconnected'));

    const columns = ['disconnected_at', 'recording', 'recording_bytes', 'end_reason'] as const;
    const stored = (id: string) =>
      server.current.db.selectFrom('session').select(columns).where('id', '=', id).executeTakeFirst();
    const end_reason = '{"kind":"process_died"}';
    expect(await stored(recorded)).toMatchObject({ disconnected_at: died, recording: 'kept', end_reason });
    expect((await stored(recorded))?.recording_bytes).toBeGreaterThan(13);
    expect(await stored(empty)).toMatchObject({ disconnected_at: died, recording: 'none', end_reason });
    // It cannot have ended before it began.
    expect(await stored(opening)).toMatchObject({ disconnected_at: died + 1000, recording: 'none' });
    expect(await row(recorded)).toMatchObject({ status: 'disconnected', code: -1, recording: '1' });
    const path = `/sessions/${recorded}/recording`;
    const cast = await server.current.inject('GET', path, { token: assets.token });
    expect(cast.body).toContain('the last words');
  });
});
