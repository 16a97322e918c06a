// The files of a space as a client of the product family uses them, with its own calls and nothing of ours: forms where
// it sends forms, the token in the address where its uploads have it, HTTP 200 always.
import { randomBytes } from 'node:crypto';

import { LIMITS } from '@jadegate/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PASSWORD, SessionBed } from '../support/session-bed.ts';

interface Envelope<Data> {
  code: number;
  message: string;
  data: Data;
}

interface Entry {
  name: string;
  path: string;
  isDir: boolean;
  mode: string;
  isLink: boolean;
  modTime: string;
  size: number;
}

/** What the family's file browser does with a space, and no more. */
class FamilyFiles {
  readonly #url: string;
  readonly #token: string;
  readonly id: string;

  constructor(url: string, token: string, id: string) {
    this.#url = url;
    this.#token = token;
    this.id = id;
  }

  async #send<Data>(path: string, init: RequestInit = {}): Promise<Envelope<Data>> {
    const headers = { 'X-Auth-Token': this.#token, ...(init.headers as Record<string, string>) };
    const response = await fetch(this.#url + path, { ...init, headers });
    if (response.status !== 200) {
      throw new Error(`${path} answered ${response.status}; in this family it is always 200`);
    }
    return (await response.json()) as Envelope<Data>;
  }

  get<Data>(path: string): Promise<Envelope<Data>> {
    return this.#send<Data>(path);
  }

  /** A form of several parts. */
  form<Data>(op: string, fields: Record<string, string>): Promise<Envelope<Data>> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      body.append(name, value);
    }
    return this.#send<Data>(`/storages/${this.id}/${op}`, { method: 'POST', body });
  }

  post(op: string, query: Record<string, string>): Promise<Envelope<null>> {
    const address = `/storages/${this.id}/${op}?${new URLSearchParams(query).toString()}`;
    return this.#send<null>(address, { method: 'POST' });
  }

  /** With the token in the address, as its XHR has it. */
  async upload(dir: string, name: string, bytes: Uint8Array): Promise<Envelope<null>> {
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(bytes)]), name);
    const query = new URLSearchParams({ 'X-Auth-Token': this.#token, dir }).toString();
    const response = await fetch(`${this.#url}/storages/${this.id}/upload?${query}`, {
      method: 'POST',
      body,
    });
    return (await response.json()) as Envelope<null>;
  }

  download(file: string, headers: Record<string, string> = {}): Promise<Response> {
    const query = new URLSearchParams({ 'X-Auth-Token': this.#token, file, t: '1700000000000' }).toString();
    return fetch(`${this.#url}/storages/${this.id}/download?${query}`, { headers });
  }

  async names(dir: string): Promise<string[]> {
    return (await this.form<Entry[]>('ls', { dir })).data.map(({ name }) => name).toSorted();
  }
}

let bed: SessionBed;
let files: FamilyFiles;

beforeAll(async () => {
  bed = await SessionBed.start();
  const { id, token } = await bed.person({ username: 'mei' });
  // A person's own space has the id of the person.
  files = new FamilyFiles(bed.product.url, token, id);
});
afterAll(() => bed.product.dispose());

describe('a space, to a client of the product family', () => {
  it('is the person’s own, with its limit and what is used of it', async () => {
    const { code, data } = await files.get<Record<string, unknown>>('/account/storage');
    expect(code).toBe(1);
    expect(data).toMatchObject({ id: files.id, isDefault: true, isShare: false, usedSize: 0 });
    expect(data['limitSize']).toBe(5120 * 1_048_576);
  });

  it('is browsed, uploaded into, downloaded from and edited', async () => {
    const bytes = randomBytes(200_000);
    const done = { code: 1, message: 'success', data: null };
    expect((await files.form<Entry[]>('ls', { dir: '/' })).data).toEqual([]);
    expect(await files.post('mkdir', { dir: '//報表/2026' })).toEqual(done);
    expect(await files.post('mkdir', { dir: '/報表/2026' })).toEqual(done);
    expect(await files.upload('//報表/2026', '資料.bin', bytes)).toEqual(done);
    expect(await files.upload('/made/on/the/way', 'x.txt', Buffer.from('x'))).toEqual(done);
    const { data } = await files.form<Entry[]>('ls', { dir: '/報表/2026' });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      name: '資料.bin',
      path: '/報表/2026/資料.bin',
      isDir: false,
      isLink: false,
      mode: expect.stringMatching(/^-rw/),
      modTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      size: bytes.length,
    });

    const whole = await files.download('//報表/2026/資料.bin');
    expect(whole.headers.get('content-type')).toBe('application/octet-stream');
    expect(whole.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await files.download('/報表/2026/資料.bin', { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);

    // The editor creates, and overwrites what is longer.
    expect(await files.form('edit', { file: '/notes.txt', fileContent: 'first and long\n' })).toEqual(done);
    expect(await files.form('edit', { file: '/notes.txt', fileContent: '玉門\n' })).toEqual(done);
    expect(await (await files.download('/notes.txt')).text()).toBe('玉門\n');

    expect(await files.post('rename', { oldName: '/notes.txt', newName: '/報表/筆記.txt' })).toEqual(done);
    expect(await files.names('/報表')).toEqual(['2026', '筆記.txt'].toSorted());
    const used = await files.get<{ usedSize: number }>('/account/storage');
    const inFiles = bytes.length + 1 + Buffer.byteLength('玉門\n');
    // 報表, 2026, made, on, the, way.
    expect(used.data.usedSize).toBe(inFiles + 6 * LIMITS.folderBytes);
    expect(await files.form('rm', { file: '/報表' })).toEqual(done);
    expect(await files.form('rm', { file: '/報表' })).toEqual(done);
    expect(await files.names('/')).toEqual(['made']);
  });

  it('is refused in the family’s way: outside of it, in the space of somebody else, and when it is full', async () => {
    for (const dir of ['/../', '/a/../../b', '../x']) {
      expect(await files.form('ls', { dir })).toMatchObject({ code: -1 });
      expect(await files.upload(dir, 'x', Buffer.from('x'))).toMatchObject({ code: -1 });
    }
    const other = new FamilyFiles(bed.product.url, (await bed.person({ username: 'lin' })).token, files.id);
    for (const answer of [
      await other.form('ls', { dir: '/' }),
      await other.form('rm', { file: '/made' }),
      await other.form('edit', { file: '/x', fileContent: 'x' }),
      await other.upload('/', 'x', Buffer.from('x')),
    ]) {
      expect(answer.code).not.toBe(1);
      expect(answer.message).not.toBe('');
    }
    const limited = await bed.make<{ id: string }>('/storages', {
      name: 'tight',
      isShare: false,
      limitSize: 1000,
    });
    const tight = new FamilyFiles(bed.product.url, bed.token, limited.id);
    expect(await tight.upload('/', 'large', randomBytes(2000))).toMatchObject({
      code: -1,
      message: expect.stringContaining('容量不足'),
    });
    expect(await tight.names('/')).toEqual([]);
    expect(await files.names('/')).toEqual(['made']);
  });

  it('has a log, which the family’s calls read', async () => {
    const rows = new FamilyFiles(bed.product.url, bed.token, files.id);
    const query = new URLSearchParams({
      userId: files.id,
      pageIndex: '1',
      pageSize: '50',
      field: '',
      order: '',
    });
    const { code, data } = await rows.get<{ total: number; items: Record<string, unknown>[] }>(
      `/storage-logs/paging?${query.toString()}`,
    );
    expect(code).toBe(1);
    const actions = new Set(data.items.map(({ action }) => action));
    expect([...actions].toSorted()).toEqual(['download', 'edit', 'mkdir', 'rename', 'rm', 'upload']);
    expect(data.items[0]).toMatchObject({ userId: files.id, userName: 'mei', created: expect.any(String) });
  });
});

it('the family’s login leads to the same space', async () => {
  const response = await fetch(`${bed.product.url}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'mei', password: PASSWORD, remember: false }),
  });
  const { data } = (await response.json()) as Envelope<{ token: string }>;
  const again = new FamilyFiles(bed.product.url, data.token, files.id);
  expect(await again.names('/')).toEqual(['made']);
});
