import { chmod, mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FileEntry } from '@jadegate/contract/files/files';
import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import type { Page } from '@jadegate/contract/paging';
import type { CreatedSession } from '@jadegate/contract/session/session';
import { decodeFrame } from '@jadegate/contract/session/terminal-socket';
import { WebSocket } from 'ws';

import { AssetKit } from './assets.ts';
import { startSshHost, type SshHost } from './ssh-host.ts';
import type { TestServer } from './test-server.ts';

const NOBODY = 65_534;

interface Sent {
  token?: string;
  id?: string;
  query?: Record<string, string>;
  body?: object;
}

interface SentFile {
  /** Breaks the connection off after so many bytes. */
  breakAfter?: number;
  token?: string;
  id?: string;
}

/** A host with files, and live sessions on it. */
export class FilesKit {
  readonly assets: AssetKit;
  readonly #server: { readonly current: TestServer };
  readonly #sockets: WebSocket[] = [];
  #host: SshHost | undefined;
  /** The folder in which logins of the host begin. */
  root = '';
  port = 0;
  /** A session of the first administrator. */
  session = '';

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
    this.assets = new AssetKit(server);
  }

  get token(): string {
    return this.assets.token;
  }

  async start(): Promise<void> {
    this.root = await mkdtemp(join(tmpdir(), 'jadegate-files-'));
    await chmod(this.root, 0o777);
    const files = { uid: NOBODY, gid: NOBODY, home: this.root };
    const shell = (channel: { write(text: string): unknown }) => void channel.write('$ ');
    this.#host = await startSshHost({ password: 'p@ss', shell, files });
    const { app } = this.#server.current;
    if (!app.server.listening) {
      await app.listen({ host: '127.0.0.1', port: 0 });
    }
    this.port = (app.server.address() as AddressInfo).port;
    await this.assets.login();
    this.session = await this.opened(this.token);
  }

  async stop(): Promise<void> {
    await this.#server.current.services.liveSessions.close();
    for (const socket of this.#sockets) {
      socket.terminate();
    }
    await this.#host?.close();
    await rm(this.root, { recursive: true, force: true });
  }

  /** A folder on the host that belongs to one test. */
  async newFolder(): Promise<string> {
    const dir = await mkdtemp(join(this.root, 'case-'));
    await chmod(dir, 0o777);
    return dir;
  }

  /** A live session of this person, as the terminal page opens it. */
  async opened(token: string, flags?: object): Promise<string> {
    const { current } = this.#server;
    const { id } = await this.assets.created({ ip: '127.0.0.1', port: this.#host?.port });
    await current.call('POST', `/assets/${id}/tcping`, { token: this.token });
    const query = { assetId: id, mode: 'native' };
    const { data } = await current.call<CreatedSession>('POST', '/sessions', { token, query });
    if (flags) {
      const change = { flags: JSON.stringify(flags) };
      await current.db.updateTable('session').set(change).where('id', '=', data.id).execute();
    }
    const address = new URLSearchParams({
      cols: '80',
      rows: '24',
      protocol: 'binary',
      'X-Auth-Token': token,
    });
    const host = `127.0.0.1:${this.port}`;
    const socket = new WebSocket(`ws://${host}/sessions/${data.id}/ssh?${address.toString()}`, {
      headers: { origin: `http://${host}` },
    });
    this.#sockets.push(socket);
    // What is told on the way comes before.
    await new Promise<void>((resolve) =>
      socket.on('message', (bytes: Buffer) => decodeFrame(bytes)?.type === 'connected' && resolve()),
    );
    return data.id;
  }

  readonly call = <Data = unknown>(method: 'GET' | 'POST', op: string, sent: Sent = {}) => {
    const { token = this.token, id = this.session, ...rest } = sent;
    return this.#server.current.call<Data>(method, `/sessions/${id}/${op}`, { token, ...rest });
  };

  readonly list = (folder: string, sent: Sent = {}) =>
    this.call<FileEntry[]>('POST', 'ls', { ...sent, body: { dir: folder } });

  /** Over a real socket, because what breaks off must really break off. */
  readonly send = (
    query: Record<string, string>,
    bytes: Uint8Array,
    { breakAfter, token = this.token, id = this.session }: SentFile = {},
  ): Promise<{ code: number; error?: string }> =>
    new Promise((resolve, reject) => {
      const request = http.request(
        {
          port: this.port,
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

  readonly fetchFile = (
    file: string,
    headers: Record<string, string> = {},
    id = this.session,
  ): Promise<Response> => {
    const query = new URLSearchParams({ file }).toString();
    return fetch(`http://127.0.0.1:${this.port}/sessions/${id}/download?${query}`, {
      headers: { 'x-auth-token': this.token, ...headers },
    });
  };

  /** Entries of the file log, newest first. */
  readonly logs = async (query: Record<string, string>): Promise<StorageLogRow[]> => {
    const { data } = await this.#server.current.call<Page<StorageLogRow>>('GET', '/storage-logs/paging', {
      token: this.token,
      query: { pageSize: '50', ...query },
    });
    return data.items;
  };

  readonly logOf = (fileName: string): Promise<StorageLogRow[]> => this.logs({ fileName });
}
