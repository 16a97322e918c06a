import type { AddressInfo } from 'node:net';

import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import { decodeFrame, encodeBinary, type Frame } from '@jadegate/contract/session/terminal-socket';
import type { ServerChannel } from 'ssh2';
import { vi } from 'vitest';
import { WebSocket } from 'ws';

import { AssetKit } from './assets.ts';
import { startSshHost, type SshHost, type SshHostOptions } from './ssh-host.ts';
import type { TestServer } from './test-server.ts';

/** The other end of a terminal socket, with everything it was sent. */
export class SocketClient {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;

  constructor(url: string, origin: string) {
    this.socket = new WebSocket(url, { headers: { origin } });
    this.socket.on('message', (bytes: Buffer) => {
      const frame = decodeFrame(bytes);
      if (frame) {
        this.frames.push(frame);
      }
    });
    this.socket.on('error', () => undefined);
  }

  get shown(): string {
    const parts = this.frames.flatMap((frame) => (frame.type === 'data' ? [frame.bytes] : []));
    return Buffer.concat(parts).toString();
  }

  get reason(): string | undefined {
    return this.frames.find((frame) => frame.type === 'closed')?.reason;
  }

  type(text: string): void {
    this.socket.send(encodeBinary({ type: 'data', bytes: Buffer.from(text) }));
  }

  /** Everything up to here was shown. */
  confirm(offset: number): void {
    this.socket.send(encodeBinary({ type: 'ack', offset }));
  }

  resize(cols: number, rows: number): void {
    this.socket.send(encodeBinary({ type: 'resize', size: { cols, rows } }));
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await holds())) {
        throw new Error(`it did not come to this: ${holds.toString()}`);
      }
    },
    { timeout: 30_000, interval: 20 },
  );
}

/** A host with an echoing shell, and real sessions on it. */
export class SessionKit {
  readonly assets: AssetKit;
  readonly #server: { readonly current: TestServer };
  readonly #options: SshHostOptions;
  readonly #clients: SocketClient[] = [];
  shells: ServerChannel[] = [];
  #host: SshHost | undefined;
  #port = 0;

  constructor(server: { readonly current: TestServer }, host: SshHostOptions = {}) {
    this.#server = server;
    this.#options = host;
    this.assets = new AssetKit(server);
  }

  /** What its assets lead to. */
  get host(): SshHost {
    if (!this.#host) {
      throw new Error('the host was not started');
    }
    return this.#host;
  }

  get port(): number {
    return this.#host?.port ?? 0;
  }

  /** Where the server listens. */
  get productPort(): number {
    return this.#port;
  }

  get token(): string {
    return this.assets.token;
  }

  async start(): Promise<void> {
    this.#host = await startSshHost({
      password: 'p@ss',
      shell: (channel) => {
        this.shells.push(channel);
        channel.write('$ ');
        channel.on('data', (bytes: Buffer) => channel.write(bytes));
      },
      ...this.#options,
    });
    const { app } = this.#server.current;
    await app.listen({ host: '127.0.0.1', port: 0 });
    this.#port = (app.server.address() as AddressInfo).port;
    await this.assets.login();
  }

  async stop(): Promise<void> {
    this.leave();
    await this.#host?.close();
  }

  /** Cuts every socket, as a test's end does. */
  leave(): void {
    for (const { socket } of this.#clients.splice(0)) {
      socket.terminate();
    }
    this.shells = [];
  }

  /** The host closes every connection it has, without a word. */
  hangUp(): void {
    this.#host?.sockets.forEach((socket) => socket.destroy());
  }

  /** `origin`: of the page, where the product has an external address. */
  connect(path: string, token: string, query: Record<string, string> = {}, origin?: string): SocketClient {
    const address = new URLSearchParams({ protocol: 'binary', 'X-Auth-Token': token, ...query }).toString();
    const host = `127.0.0.1:${this.#port}`;
    const client = new SocketClient(`ws://${host}${path}?${address}`, origin ?? `http://${host}`);
    this.#clients.push(client);
    return client;
  }

  /** An asset on the host, its key learned by an administrator's test. */
  async machine(change: object = {}): Promise<string> {
    const asset = await this.assets.created({ ip: '127.0.0.1', port: this.#host?.port, ...change });
    await this.#server.current.call('POST', `/assets/${asset.id}/tcping`, { token: this.token });
    return asset.id;
  }

  /** Prepares a session. */
  create(assetId: string, token = this.token) {
    const query = { assetId, mode: 'native' };
    return this.#server.current.call<CreatedSession>('POST', '/sessions', { token, query });
  }

  /** A live session of the person, with its prompt on the screen. */
  async opened(token = this.token): Promise<{ id: string; client: SocketClient; shell: ServerChannel }> {
    const { data } = await this.create(await this.machine(), token);
    const client = this.connect(`/sessions/${data.id}/ssh`, token, { cols: '100', rows: '30' });
    await until(() => client.shown === '$ ');
    const shell = this.shells.at(-1);
    if (!shell) {
      throw new Error('the host gave no shell');
    }
    return { id: data.id, client, shell };
  }

  /** A session that is over, with what was printed in it. */
  async past(printed = '', token = this.token): Promise<string> {
    const { id, client, shell } = await this.opened(token);
    if (printed !== '') {
      shell.write(printed);
      await until(() => client.shown.length === 2 + printed.length);
    }
    shell.exit(0);
    shell.end();
    await until(async () => (await this.row(id)).status === 'disconnected');
    // Its row says so a moment before it leaves the list of those that live.
    await until(() => this.#server.current.services.liveSessions.find(id) === undefined);
    return id;
  }

  async row(id: string): Promise<SessionRow> {
    return (await this.#server.current.call<SessionRow>('GET', `/sessions/${id}`, { token: this.token }))
      .data;
  }
}
