import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { FileEntry } from '@jadegate/contract/files/files';
import type { Storage, VisibleStorage } from '@jadegate/contract/files/storage';
import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import type { Page } from '@jadegate/contract/paging';
import { vi } from 'vitest';

import type { Answer, TestServer } from './test-server.ts';

interface Person {
  id: string;
  username: string;
  token: string;
}

interface SentUpload {
  dir?: string;
  name: string;
  uploadId?: string;
  offset?: number;
  size?: number;
  /** Breaks the connection off after so many bytes. */
  breakAfter?: number;
}

/** People with spaces, and what they do with files in them. */
export class StorageKit {
  readonly #server: { readonly current: TestServer };
  admin = '';
  #port = 0;
  /** The server's ends of the connections, by the port of the other end. */
  readonly #connections = new Map<number | undefined, Socket>();

  constructor(server: { readonly current: TestServer }) {
    this.#server = server;
  }

  async start(): Promise<void> {
    const { current } = this.#server;
    this.admin = await current.login();
    current.app.server.on('connection', (socket: Socket) => this.#connections.set(socket.remotePort, socket));
    await current.app.listen({ host: '127.0.0.1', port: 0 });
    this.#port = (current.app.server.address() as AddressInfo).port;
  }

  /** Somebody with a space of their own, of so many bytes. */
  async person(limitSize = -1): Promise<Person & { space: string }> {
    const person = await this.#server.current.loginAs({ type: 'user' });
    const { data } = await this.call<VisibleStorage>('GET', '/account/storage', person.token);
    await this.limit(data.id, limitSize);
    return { ...person, space: data.id };
  }

  async limit(id: string, limitSize: number): Promise<void> {
    const { data } = await this.call<Storage>('GET', `/storages/${id}`, this.admin);
    const body = { name: data.name, isShare: data.isShare, limitSize };
    await this.call('PUT', `/storages/${id}`, this.admin, { body });
  }

  readonly call = <Data = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    token: string,
    rest: { query?: Record<string, string>; body?: object } = {},
  ): Promise<Answer<Data>> => this.#server.current.call<Data>(method, url, { token, ...rest });

  async names(token: string, space: string, dir = '/'): Promise<string[]> {
    const { data } = await this.call<FileEntry[]>('POST', `/storages/${space}/ls`, token, { body: { dir } });
    return data.map(({ name }) => name).toSorted();
  }

  async used(space: string): Promise<number> {
    return (await this.call<Storage>('GET', `/storages/${space}`, this.admin)).data.usedSize;
  }

  /** Room that is promised to what is under way. */
  async reserved(space: string): Promise<number> {
    const row = await this.#server.current.db
      .selectFrom('storage')
      .select('reserved_bytes')
      .where('id', '=', space)
      .executeTakeFirstOrThrow();
    return row.reserved_bytes;
  }

  async logs(query: Record<string, string>): Promise<StorageLogRow[]> {
    const { data } = await this.call<Page<StorageLogRow>>('GET', '/storage-logs/paging', this.admin, {
      query: { pageSize: '100', ...query },
    });
    return data.items;
  }

  async read(token: string, space: string, file: string, headers: Record<string, string> = {}) {
    const response = await this.#server.current.inject('GET', `/storages/${space}/download`, {
      token,
      query: { file },
      headers,
    });
    return response;
  }

  /** Sends a file over a real connection, which may break off. */
  send(token: string, space: string, bytes: Uint8Array, upload: SentUpload): Promise<Answer<unknown>> {
    const { breakAfter, ...query } = { dir: '/', ...upload };
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const headers = {
      'x-auth-token': token,
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
    };
    return new Promise((resolve, reject) => {
      const path = `/storages/${space}/upload?${search.toString()}`;
      const address = { host: '127.0.0.1', port: this.#port, agent: false };
      const request = http.request({ ...address, method: 'POST', path, headers });
      request.once('error', reject);
      request.once('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('end', () => resolve(JSON.parse(Buffer.concat(pieces).toString()) as Answer<unknown>));
      });
      if (breakAfter === undefined) {
        request.end(bytes);
      } else {
        request.write(bytes.subarray(0, breakAfter), () => void this.#breakOff(request));
      }
    });
  }

  /** Not before all that was sent has arrived: what is still on its way is lost with the connection. */
  async #breakOff(request: http.ClientRequest): Promise<void> {
    const sent = request.socket?.bytesWritten;
    const end = this.#connections.get(request.socket?.localPort);
    await vi.waitUntil(() => end?.bytesRead === sent, { timeout: 10_000 }).catch(() => undefined);
    request.destroy();
  }
}
