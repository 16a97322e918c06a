import type { AddressInfo } from 'node:net';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import { vi } from 'vitest';
import { WebSocket } from 'ws';

import { InstructionReader } from '../protocols/guacd/instruction.ts';
import { AssetKit } from './assets.ts';
import type { TestServer } from './test-server.ts';

/** Real desktops on a machine that has other things to do. */
export const PATIENT = { timeout: 20_000, interval: 20 };
const SCREEN = { width: '800', height: '600', dpi: '96' };

/**
 * The other end of a desktop's socket, as the pinned library of the family's page behaves: every frame holds whole
 * instructions, and each sync is answered. What else it sends is up to the test.
 */
export class TunnelClient {
  readonly heard: [string, ...string[]][] = [];
  readonly socket: WebSocket;
  isOver = false;
  closeReason = '';

  constructor(port: number, path: string, query: Record<string, string>) {
    const host = `127.0.0.1:${port}`;
    this.socket = new WebSocket(
      `ws://${host}${path}?${new URLSearchParams(query).toString()}`,
      ['guacamole'],
      {
        headers: { origin: `http://${host}` },
      },
    );
    this.socket.on('error', () => undefined);
    this.socket.on('close', (_code, reason) => {
      this.isOver = true;
      this.closeReason = reason.toString();
    });
    this.socket.on('message', (message: Buffer, isBinary) => this.#hear(message, isBinary));
  }

  send(...elements: (string | number)[]): void {
    this.socket.send(encodeInstruction(...elements));
  }

  /** Opens a stream with this instruction, and sends all of it. */
  sendStream(stream: number, begin: readonly (string | number)[], content: string): void {
    this.send(...begin);
    this.send('blob', stream, Buffer.from(content).toString('base64'));
    this.send('end', stream);
  }

  paste(text: string, stream = 1): void {
    this.sendStream(stream, ['clipboard', stream, 'text/plain'], text);
  }

  count(opcode: string): number {
    return this.heard.filter(([one]) => one === opcode).length;
  }

  get hasPicture(): boolean {
    return this.count('blob') > 0 && this.count('sync') > 0;
  }

  /** The texts that were copied at the desktop. */
  get copied(): string[] {
    const texts = new Map<string, string>();
    const whole: string[] = [];
    for (const [opcode, stream = '', content = ''] of this.heard) {
      if (opcode === 'clipboard') {
        texts.set(stream, '');
      } else if (opcode === 'blob' && texts.has(stream)) {
        texts.set(stream, (texts.get(stream) ?? '') + Buffer.from(content, 'base64').toString());
      } else if (opcode === 'end' && texts.has(stream)) {
        whole.push(texts.get(stream) ?? '');
        texts.delete(stream);
      }
    }
    return whole;
  }

  /** The streams of its own that were refused. */
  get refused(): string[] {
    return this.heard.flatMap(([opcode, stream = '', , status]) =>
      opcode === 'ack' && status === '771' ? [stream] : [],
    );
  }

  /** The code and the words of the error with which it was sent away. */
  get error(): [number, string] | undefined {
    const [, text = '', code = ''] = this.heard.find(([opcode]) => opcode === 'error') ?? [];
    return code === '' ? undefined : [Number(code), Buffer.from(text, 'base64').toString()];
  }

  #hear(message: Buffer, isBinary: boolean): void {
    if (isBinary) {
      throw new Error('a frame is no text');
    }
    for (const { opcode, args } of new InstructionReader().read(message)) {
      this.heard.push([opcode, ...args]);
      if (opcode === 'sync') {
        this.send('sync', args[0] ?? '');
      }
    }
  }
}

interface DesktopHost {
  host: string;
  port: number;
  username: string;
  password: string;
}

interface Wanted {
  protocol?: 'vnc' | 'rdp' | 'ssh';
  /** Of the asset. */
  change?: object;
  query?: Record<string, string>;
  token?: string;
}

/** Desktops on real hosts, and those who sit at them. */
export class DesktopKit {
  readonly assets: AssetKit;
  readonly #server: { readonly current: TestServer };
  readonly #clients: TunnelClient[] = [];
  port = 0;

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
    this.assets = new AssetKit(server);
  }

  get token(): string {
    return this.assets.token;
  }

  async start(): Promise<void> {
    const { app } = this.#server.current;
    await this.assets.login();
    await app.listen({ host: '127.0.0.1', port: 0 });
    this.port = (app.server.address() as AddressInfo).port;
  }

  /** Everybody leaves, without a word. */
  leave(): void {
    this.#clients.splice(0).forEach(({ socket }) => socket.terminate());
  }

  async asset({ host, ...account }: DesktopHost, { protocol = 'vnc', change }: Wanted = {}): Promise<string> {
    const body = { protocol, ip: host, accountType: 'custom', ...account, ...change };
    const { id } = await this.assets.created(body);
    // The test takes its certificate in.
    await this.#server.current.call('POST', `/assets/${id}/tcping`, { token: this.token });
    return id;
  }

  async prepared(assetId: string, token = this.token, mode = 'guacd'): Promise<CreatedSession> {
    const query = { assetId, mode };
    const answer = await this.#server.current.call<CreatedSession>('POST', '/sessions', { token, query });
    if (answer.code !== 1) {
      throw new Error(`no session was made: ${answer.message}`);
    }
    return answer.data;
  }

  tunnel(id: string, query: Record<string, string> = {}, token = this.token): TunnelClient {
    return this.#connect(`/sessions/${id}/tunnel`, { 'X-Auth-Token': token, ...SCREEN, ...query });
  }

  monitor(id: string, token = this.token): TunnelClient {
    return this.#connect(`/sessions/${id}/tunnel-monitor`, { 'X-Auth-Token': token });
  }

  /** Takes a seat that was given for a share. */
  seat(id: string, token: string): TunnelClient {
    return this.#connect(`/share-sessions/${id}/tunnel`, { 'X-Auth-Token': token });
  }

  /** Somebody sits at a desktop and sees it, or was told why not. */
  async opened(host: DesktopHost, wanted: Wanted = {}) {
    const { token = this.token, query = {} } = wanted;
    return this.openedOn(await this.asset(host, wanted), { token, query });
  }

  async openedOn(assetId: string, { token = this.token, query = {} }: Wanted = {}) {
    const { id } = await this.prepared(assetId, token);
    const client = this.tunnel(id, query, token);
    await vi.waitUntil(() => client.hasPicture || client.error !== undefined, PATIENT);
    return { id, client, assetId };
  }

  async row(id: string): Promise<SessionRow> {
    return (await this.#server.current.call<SessionRow>('GET', `/sessions/${id}`, { token: this.token }))
      .data;
  }

  async isOver(id: string): Promise<boolean> {
    return (await this.row(id)).status === 'disconnected';
  }

  #connect(path: string, query: Record<string, string>): TunnelClient {
    const client = new TunnelClient(this.port, path, query);
    this.#clients.push(client);
    return client;
  }
}
