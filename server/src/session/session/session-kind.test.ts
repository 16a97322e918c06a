// A kind of session that is no terminal: everything around it works as for one.
import type { Notice } from '@jadegate/contract/session/session-notice';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { Actor } from '../../kernel/actor.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { startTcpHost } from '../../testing/tcp-host.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { StreamFailed, type SessionKind } from './session-kind.ts';
import type { SessionClient, SessionStream } from './session-stream.ts';

const PATIENT = { timeout: 30_000, interval: 20 };
const server = useTestServer();
const kit = new SessionKit(server);
let host: Awaited<ReturnType<typeof startTcpHost>>;
let actor: Actor;

/** A browser that shows pictures. */
class PictureClient implements SessionClient {
  readonly kind = 'picture';
  readonly canReturn = false;
  reason: string | undefined;
  advice: string | undefined;
  #onClose: (() => void)[] = [];

  onClose(listener: () => void): void {
    this.#onClose.push(listener);
  }

  drop(reason: string, advice?: string): void {
    this.reason ??= reason;
    this.advice ??= advice;
    this.leave();
  }

  leave(): void {
    this.#onClose.splice(0).forEach((listener) => listener());
  }
}

/** Shows those who come what they are, and nothing else. */
class PictureStream implements SessionStream {
  readonly size = { width: 1024, height: 768 };
  readonly recording = undefined;
  readonly traffic = { input: 0, output: 0 };
  readonly participants = [];
  readonly watchers = new Set<SessionClient>();
  readonly notices: Notice[] = [];
  client: SessionClient | undefined;

  get hasClient(): boolean {
    return this.client !== undefined;
  }

  control(client: SessionClient): void {
    this.client = client;
  }

  async watch(client: SessionClient): Promise<void> {
    this.watchers.add(client);
  }

  release(client: SessionClient): boolean {
    if (client === this.client) {
      this.client = undefined;
      return true;
    }
    return this.watchers.delete(client);
  }

  notify(notice: Notice): void {
    this.notices.push(notice);
  }

  dismiss(): void {}
  setParticipants(): void {}
  setWatchers(): void {}
  applyDecision(): void {}

  async close(reason: string): Promise<void> {
    [this.client, ...this.watchers].forEach((client) => client?.drop(reason));
  }
}

const streams: PictureStream[] = [];
const pictures: SessionKind = {
  name: 'picture',
  open: async (opening) => {
    const connection = await opening.dial();
    connection.destroy();
    if (opening.record.asset_name === 'locked') {
      throw new StreamFailed({ kind: 'auth_failed' }, { cause: 'the password' });
    }
    const stream = new PictureStream();
    streams.push(stream);
    return { stream, username: 'painter' };
  },
  recordedBytes: async () => undefined,
};

beforeAll(async () => {
  await kit.start();
  host = await startTcpHost();
  Object.assign(server.current.services.sessionKinds, { vnc: pictures });
  const { id } = await kit.opened();
  const terminal = server.current.services.liveSessions.find(id);
  if (!terminal) {
    throw new Error('the terminal did not open');
  }
  ({ actor } = terminal);
});
afterEach(() => kit.leave());
afterAll(async () => {
  await kit.stop();
  await host.close();
});

async function prepared(name?: string): Promise<string> {
  const change = { protocol: 'vnc', ip: '127.0.0.1', port: host.port, ...(name && { name }) };
  const asset = await kit.assets.created(change);
  const { data } = await kit.create(asset.id);
  expect(data.fileSystem).toBe('0');
  return data.id;
}

async function opened() {
  const id = await prepared();
  const client = new PictureClient();
  await server.current.services.liveSessions.attach(actor, id, client);
  const stream = streams.at(-1);
  if (!stream) {
    throw new Error('no stream was opened');
  }
  return { id, client, stream };
}

describe('another kind of session', () => {
  it('is opened by its own clients, and its row tells what it is', async () => {
    const { id, client, stream } = await opened();
    expect(stream.client).toBe(client);
    expect(await kit.row(id)).toMatchObject({
      status: 'connected',
      protocol: 'vnc',
      username: 'painter',
      width: 1024,
      height: 768,
    });
    await server.current.call('POST', `/sessions/${id}/disconnect`, { token: kit.token });
    await expect.poll(async () => (await kit.row(id)).status, PATIENT).toBe('disconnected');
    expect(client.reason).toContain('管理員');
  });

  it('does not open to a terminal, neither its person’s nor one that watches, and stays as it is', async () => {
    const id = await prepared();
    const terminal = kit.connect(`/sessions/${id}/ssh`, kit.token);
    await expect.poll(() => terminal.reason, PATIENT).toBeTruthy();
    expect((await kit.row(id)).status).toBe('no_connect');
    const live = await opened();
    const watching = kit.connect(`/sessions/${live.id}/ssh-monitor`, kit.token);
    await expect.poll(() => watching.reason, PATIENT).toBeTruthy();
    expect((await kit.row(live.id)).status).toBe('connected');
    expect(live.stream.watchers.size).toBe(0);
  });

  it('is watched, hears what an administrator says, and lets those who watch go with it', async () => {
    const { id, client, stream } = await opened();
    const watcher = new PictureClient();
    await server.current.services.sessionWatch.watch(actor, id, watcher);
    expect(stream.watchers).toContain(watcher);
    const message = { token: kit.token, body: { text: '休息一下' } };
    expect(await server.current.call('POST', `/sessions/${id}/message`, message)).toMatchObject({ code: 1 });
    expect(stream.notices).toMatchObject([{ kind: 'message', text: expect.stringContaining('休息一下') }]);
    client.leave();
    await expect.poll(async () => (await kit.row(id)).status, PATIENT).toBe('disconnected');
    expect(watcher.reason).toBeDefined();
  });

  it('has no files, no figures of its host and no picture on the wall where it offers none', async () => {
    const { id } = await opened();
    const token = kit.token;
    const files = await server.current.call('POST', `/sessions/${id}/ls`, { token, body: { dir: '/' } });
    expect(files).toMatchObject({ error: 'file.no_file_system' });
    expect(await server.current.call('GET', `/sessions/${id}/stats`, { token })).toMatchObject({
      error: 'session.no_stats',
    });
    const screens = await server.current.call('GET', `/sessions/${id}/screens`, { token });
    expect(screens.data).toEqual([{ id, state: 'none', version: '' }]);
  });

  it('that cannot be opened says why in its kind’s words', async () => {
    const id = await prepared('locked');
    const client = new PictureClient();
    await server.current.services.liveSessions.attach(actor, id, client);
    expect(client.reason).toBeTruthy();
    expect(client.advice).toContain('登入憑證');
    expect(await kit.row(id)).toMatchObject({ status: 'disconnected', message: client.reason });
  });
});
