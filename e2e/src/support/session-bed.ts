import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Asset } from '@jadegate/contract/access/asset';
import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { decodeEvents } from '@jadegate/contract/session/terminal-recording';

import * as hosts from '../hosts.ts';
import { Client, type Answer } from './client.ts';
import { Product, type ProductOptions } from './product.ts';
import { SteadyTerminal } from './steady-terminal.ts';
import { until } from './until.ts';

export const PASSWORD = 'a password for tests';
export const PATIENT = { timeout: 20_000, interval: 50 };

interface Place {
  ip?: string;
  port: number;
  protocol?: 'ssh' | 'telnet';
  accessGatewayId?: string;
  /** Logs in with this instead of the password. */
  privateKey?: string;
}

/** A product with an administrator in it, who opens terminals by hand and looks at what became of them. */
export class SessionBed {
  product: Product;
  admin: Client;
  token = '';

  /** In front of the product, where something is. */
  readonly #front: string | undefined;

  private constructor(product: Product, front?: string) {
    this.product = product;
    this.#front = front;
    this.admin = new Client(this.url);
  }

  /** Where people reach it. */
  get url(): string {
    return this.#front ?? this.product.url;
  }

  static async start(options: ProductOptions = {}): Promise<SessionBed> {
    const bed = new SessionBed(await Product.start(withPassword(options)));
    await bed.#signIn();
    return bed;
  }

  /** At one that runs already, behind whatever stands in front of it. */
  static async at(product: Product, front: string): Promise<SessionBed> {
    const bed = new SessionBed(product, front);
    await bed.#signIn();
    return bed;
  }

  /** A new process on the data of the one that is gone. */
  async restart(options: ProductOptions = {}): Promise<void> {
    const { dataDir } = this.product;
    this.product = await Product.start(withPassword({ ...options, dataDir }));
    await this.#signIn();
  }

  make<Data>(path: string, body: object): Promise<Data> {
    return this.admin.make<Data>(path, body);
  }

  /** A machine whose host key is known. */
  async asset(
    name: string,
    { ip = hosts.LOOPBACK, protocol = 'ssh', privateKey, ...place }: Place,
  ): Promise<string> {
    const { username, password } = hosts.ssh;
    const account = privateKey
      ? { accountType: 'private-key', username, privateKey }
      : { accountType: 'custom', username, password };
    const { id } = await this.make<Asset>('/assets', { name, protocol, ip, ...place, ...account });
    const { data } = await this.admin.call<{ active: boolean }>('POST', `/assets/${id}/tcping`);
    if (!data.active) {
      throw new Error(`${name} cannot be reached`);
    }
    return id;
  }

  /** Somebody who is signed in, with a password that nobody asks them to change. */
  async person(profile: {
    username: string;
    nickname?: string;
    type?: 'admin' | 'user';
    roles?: string[];
  }): Promise<Person> {
    const { username } = profile;
    const account = { nickname: username, type: 'user', password: PASSWORD, mustChangePassword: false };
    const { id } = await this.make<{ id: string }>('/users', { ...account, ...profile });
    const client = new Client(this.url);
    const { token } = await client.make<{ token: string }>('/login', { username, password: PASSWORD });
    return { id, username, password: PASSWORD, client: client.useToken(token), token };
  }

  async prepare(assetId: string, client = this.admin): Promise<string> {
    const path = `/sessions?assetId=${assetId}&mode=native`;
    return granted(path, await client.call<CreatedSession>('POST', path)).id;
  }

  terminal(
    sessionId: string,
    { token = this.token, url = this.url, onData }: TerminalOptions = {},
  ): SteadyTerminal {
    return new SteadyTerminal({ url, origin: this.#front, sessionId, token, ...(onData && { onData }) });
  }

  /** A live session with its prompt on the screen. */
  async open(
    assetId: string,
    options: TerminalOptions = {},
  ): Promise<{ id: string; terminal: SteadyTerminal }> {
    const id = await this.prepare(assetId, options.client);
    const terminal = this.terminal(id, options);
    await until('a prompt', () => /[$#] $/.exec(terminal.shown) ?? terminal.reason);
    if (terminal.reason !== undefined) {
      throw new Error(`the session ended at once: ${terminal.reason}`);
    }
    return { id, terminal };
  }

  /** Has the target print a text, and waits until it is shown. The echo of the command does not hold it. */
  async says(terminal: SteadyTerminal, text: string): Promise<void> {
    terminal.type(`printf '%s%s\\n' '${text.slice(0, 3)}' '${text.slice(3)}'\r`);
    await until(`the text ${text}`, () => terminal.shown.includes(text) || undefined);
  }

  async row(id: string): Promise<SessionRow> {
    return (await this.admin.call<SessionRow>('GET', `/sessions/${id}`)).data;
  }

  /** Waits for the end of a session and answers its row. */
  over(id: string, patienceMs = PATIENT.timeout): Promise<SessionRow> {
    const look = async () => {
      const row = await this.row(id);
      return row.status === 'disconnected' ? row : undefined;
    };
    return until('the end of the session', look, patienceMs);
  }

  /** What a session showed, as its recording has it, piece by piece. */
  async recorded(id: string, onData: (bytes: Uint8Array) => void): Promise<void> {
    const path = `/sessions/${id}/recording/segments`;
    const { segments } = granted(path, await this.admin.call<RecordingOutline>('GET', path));
    for (const { index, offset } of segments) {
      const body = await this.fetch(`${path}/${index}`);
      for (const event of decodeEvents(new Uint8Array(await body.arrayBuffer()), offset)) {
        if (event.kind === 'output') {
          onData(event.bytes);
        }
      }
    }
  }

  async recordedText(id: string): Promise<string> {
    const parts: Uint8Array[] = [];
    await this.recorded(id, (bytes) => parts.push(bytes));
    return Buffer.concat(parts).toString();
  }

  /** Every file the product keeps, as text: database, index, recordings. */
  async keptFiles(): Promise<string[]> {
    const folders = this.product.dataDirs.map((folder) =>
      readdir(folder, { recursive: true, withFileTypes: true }),
    );
    const files = (await Promise.all(folders)).flat().filter((entry) => entry.isFile());
    return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set(TOKEN_HEADER, this.token);
    return fetch(this.url + path, { ...init, headers });
  }

  /** Connections that the product holds to a port, as the kernel knows them. */
  connectionsTo(port: number): number {
    const lines = execFileSync('ss', ['-tnpH', `dport = :${port}`])
      .toString()
      .split('\n');
    const { pids } = this.product;
    return lines.filter((line) => pids.some((pid) => line.includes(`pid=${pid},`))).length;
  }

  async #signIn(): Promise<void> {
    this.admin = new Client(this.url);
    const login = { username: 'admin', password: PASSWORD };
    this.token = (await this.admin.call<{ token: string }>('POST', '/login', login)).data.token;
    this.admin.useToken(this.token);
  }
}

export interface Person {
  id: string;
  username: string;
  password: string;
  client: Client;
  token: string;
}

interface TerminalOptions {
  token?: string;
  /** Whose session it is, when not the administrator's. */
  client?: Client;
  url?: string;
  onData?: (bytes: Uint8Array) => void;
}

function withPassword(options: ProductOptions): ProductOptions {
  return { ...options, env: { JADEGATE_ADMIN_PASSWORD: PASSWORD, ...options.env } };
}

function granted<Data>(path: string, { code, message, data }: Answer<Data>): Data {
  if (code !== 1) {
    throw new Error(`${path} was refused: ${message}`);
  }
  return data;
}

/** The numbers of the lines of a target that counts aloud. */
export const ticks = (text: string): number[] =>
  [...text.matchAll(/^tick (\d+)\./gm)].map(([, number]) => Number(number));
