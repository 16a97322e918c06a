// The drive of a real RDP host: guacd carries it, xrdp mounts it, and its account reads and writes there.
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import type { CreatedSession } from '@jadegate/contract/session/session';
import type { Notice } from '@jadegate/contract/session/session-notice';
import { DRIVE_WORDS } from '@jadegate/contract/words/drive';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';

import { newId } from '../../kernel/id.ts';
import { InstructionReader } from '../../protocols/guacd/instruction.ts';
import { AssetKit } from '../../testing/assets.ts';
import { rdpHost } from '../../testing/desktop-hosts.ts';
import { openTestBucket } from '../../testing/s3-bucket.ts';
import { isSoak } from '../../testing/soak.ts';
import { StorageKit } from '../../testing/storage-kit.ts';
import { TestServer } from '../../testing/test-server.ts';

const PATIENT = { timeout: 30_000, interval: 100 };
const run = promisify(execFile);
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const stores = { disk: undefined as TestServer | undefined, S3: undefined as TestServer | undefined };
type Store = keyof typeof stores;
const sockets: WebSocket[] = [];
let removeBucket = async () => undefined as void;

beforeAll(async () => {
  stores.disk = await TestServer.start();
  if (isSoak) {
    const { options, remove } = await openTestBucket();
    removeBucket = remove;
    stores.S3 = await TestServer.start({ s3: options });
  }
  await Promise.all(beds.map((bed) => bed.start()));
}, 60_000);
afterEach(() => sockets.splice(0).forEach((socket) => socket.terminate()));
afterAll(async () => {
  await stores.disk?.stop();
  await stores.S3?.stop();
  await removeBucket();
});

const ALL = {
  upload: true,
  download: true,
  delete: true,
  rename: true,
  edit: true,
  createDir: true,
  copy: true,
  paste: true,
};

/** On the remote machine, as the account that is logged in there. */
async function onHost(command: string): Promise<string> {
  const script = `cd ~/thinclient_drives/GUACFS && ${command}`;
  const as = ['--reuid=tgt', '--regid=tgt', '--init-groups', '--reset-env'];
  const { stdout } = await run('setpriv', [...as, 'bash', '-c', script]);
  return stdout.trim();
}

/** Desktops with a drive on one of the stores, opened without drawing anything of them. */
class DriveBed {
  readonly #at: { readonly current: TestServer };
  readonly #assets: AssetKit;
  readonly kit: StorageKit;
  readonly store: Store;
  #port = 0;

  constructor(store: Store) {
    this.store = store;
    this.#at = {
      get current() {
        const server = stores[store];
        if (!server) {
          throw new Error('the test server is not running');
        }
        return server;
      },
    };
    this.#assets = new AssetKit(this.#at);
    this.kit = new StorageKit(this.#at);
  }

  get server(): TestServer {
    return this.#at.current;
  }

  async start(): Promise<void> {
    await this.#assets.login();
    await this.kit.start();
    this.#port = (this.server.app.server.address() as AddressInfo).port;
  }

  /** The space of whoever opens these desktops. */
  async space(): Promise<string> {
    return (await this.kit.call<{ id: string }>('GET', '/account/storage', this.#assets.token)).data.id;
  }

  async open(flags: object = {}) {
    const { host, ...account } = rdpHost;
    const asset = await this.#assets.created({
      protocol: 'rdp',
      ip: host,
      accountType: 'custom',
      ...account,
      'enable-drive': true,
    });
    const { token } = this.#assets;
    await this.server.call('POST', `/assets/${asset.id}/tcping`, { token });
    const query = { assetId: asset.id, mode: 'guacd' };
    const { data } = await this.server.call<CreatedSession>('POST', '/sessions', { token, query });
    const changed = { flags: JSON.stringify({ ...ALL, ...flags }) };
    await this.server.db.updateTable('session').set(changed).where('id', '=', data.id).execute();
    const heard = this.#follow(data.id);
    await vi.waitUntil(() => heard.opcodes.has('sync'), PATIENT);
    return { ...data, heard };
  }

  #follow(id: string) {
    const screen = { width: '800', height: '600', dpi: '96' };
    const address = new URLSearchParams({ 'X-Auth-Token': this.#assets.token, ...screen }).toString();
    const at = `127.0.0.1:${this.#port}`;
    const socket = new WebSocket(`ws://${at}/sessions/${id}/tunnel?${address}`, ['guacamole'], {
      headers: { origin: `http://${at}` },
    });
    sockets.push(socket);
    const heard = { opcodes: new Set<string>(), notices: [] as string[] };
    socket.on('message', (message: Buffer) => {
      for (const { opcode, args } of new InstructionReader().read(message)) {
        heard.opcodes.add(opcode);
        if (opcode === 'sync') {
          socket.send(encodeInstruction('sync', args[0] ?? ''));
        } else if (opcode === 'notice') {
          heard.notices.push((JSON.parse(args[0] ?? '{}') as Notice).text);
        }
      }
    });
    return heard;
  }

  readonly call = (id: string, method: 'GET' | 'POST', op: string, sent: object = {}) =>
    this.server.call(method, `/sessions/${id}/${op}`, { token: this.#assets.token, ...sent });

  async upload(id: string, name: string, bytes: Uint8Array) {
    const query = new URLSearchParams({ dir: '/', name }).toString();
    const response = await fetch(`http://127.0.0.1:${this.#port}/sessions/${id}/upload?${query}`, {
      method: 'POST',
      headers: { 'x-auth-token': this.#assets.token, 'content-type': 'application/octet-stream' },
      body: Buffer.from(bytes),
    });
    return (await response.json()) as { code: number; error?: string };
  }

  async download(id: string, file: string): Promise<Buffer> {
    const query = new URLSearchParams({ file }).toString();
    const response = await fetch(`http://127.0.0.1:${this.#port}/sessions/${id}/download?${query}`, {
      headers: { 'x-auth-token': this.#assets.token },
    });
    return Buffer.from(await response.arrayBuffer());
  }

  async logged(sessionId: string, fileName: string): Promise<string[]> {
    const logs = await this.kit.logs({ sessionId, fileName });
    return logs.map(({ action, checksum }) => `${action} ${checksum}`);
  }

  /** What the space has under a name, in whatever folder of it; undefined where it has none. */
  async kept(name: string): Promise<string | undefined> {
    const space = await this.space();
    const { token } = this.#assets;
    const folders = ['', ...(await this.kit.names(token, space)).map((folder) => `/${folder}`)];
    for (const folder of folders) {
      const { rawPayload, headers } = await this.kit.read(token, space, `${folder}/${name}`);
      if (!String(headers['content-type']).includes('json')) {
        return sha(rawPayload);
      }
    }
    return undefined;
  }

  drives(): string[] {
    return readdirSync(join(this.server.dataDir, 'drives'));
  }
}

const onDisk = new DriveBed('disk');
const beds = [onDisk, ...(isSoak ? [new DriveBed('S3')] : [])];

describe.each(beds)('the drive of an RDP host, on a space on $store', (bed) => {
  it('carries a file in and one out, byte for byte, and is gone with the session', async () => {
    const { id, fileSystem, heard } = await bed.open();
    expect(fileSystem).toBe('1');
    const open = bed.drives();
    expect(open).toHaveLength(1);
    const bytes = randomBytes(1_500_000);
    const name = `進-${newId()}.bin`;
    expect(await bed.upload(id, name, bytes)).toMatchObject({ message: 'success' });
    await expect.poll(() => onHost(`sha256sum < '${name}'`).catch(String), PATIENT).toBe(`${sha(bytes)}  -`);
    const back = `out-${newId()}`;
    await onHost(`head -c 700000 /dev/urandom > /tmp/${back} && cp /tmp/${back} ${back}`);
    const sum = (await onHost(`sha256sum < /tmp/${back}; rm /tmp/${back}`)).slice(0, 64);
    expect(sha(await bed.download(id, `/${back}`))).toBe(sum);
    await expect
      .poll(() => bed.logged(id, back), PATIENT)
      .toEqual(expect.arrayContaining([`upload ${sum}`, `download ${sum}`]));
    // Nobody comes to it past our calls.
    expect(heard.opcodes).not.toContain('filesystem');
    await bed.call(id, 'POST', 'disconnect');
    await expect.poll(() => bed.drives(), PATIENT).not.toEqual(open);
    // Both are the person's afterwards.
    expect(await bed.kept(name)).toBe(sha(bytes));
    expect(await bed.kept(back)).toBe(sum);
  }, 60_000);

  it('is closed, and the person told, when the host writes more than the space may hold', async () => {
    const space = await bed.space();
    await bed.kit.limit(space, (await bed.kit.used(space)) + 100_000);
    const { id, heard } = await bed.open();
    const small = `small-${newId()}`;
    // The host has its drive some time after its picture.
    await expect.poll(() => onHost(`echo fits > ${small}`).catch(String), PATIENT).toBe('');
    const large = `large-${newId()}`;
    await onHost(`head -c 400000 /dev/zero > ${large}`);
    await expect.poll(() => heard.notices, PATIENT).toContain(DRIVE_WORDS.full['zh-TW']);
    expect(await bed.call(id, 'POST', 'ls', { body: { dir: '/' } })).toMatchObject({
      error: 'file.drive_closed',
    });
    await expect
      .poll(() => onHost(`echo more > more-${newId()}`).catch(() => 'refused'), PATIENT)
      .toBe('refused');
    // The session itself goes on.
    expect(heard.opcodes).not.toContain('error');
    await bed.kit.limit(space, -1);
  }, 60_000);
});

describe('the drive of an RDP host, for whoever may not do everything', () => {
  const bed = onDisk;
  const acts = [
    ['upload', (id: string) => bed.upload(id, 'x', Buffer.from('x'))],
    ['download', (id: string) => bed.call(id, 'GET', 'download', { query: { file: '/a' } })],
    ['delete', (id: string) => bed.call(id, 'POST', 'rm', { body: { file: '/a' } })],
    ['rename', (id: string) => bed.call(id, 'POST', 'rename', { query: { oldName: '/a', newName: '/b' } })],
    ['edit', (id: string) => bed.call(id, 'POST', 'edit', { body: { file: '/a', fileContent: 'x' } })],
    ['createDir', (id: string) => bed.call(id, 'POST', 'mkdir', { query: { dir: '/d' } })],
  ] as const;

  it.each(isSoak ? acts : acts.slice(0, 2))(
    'refuses %s without its flag',
    async (flag, attempt) => {
      const { id } = await bed.open({ [flag]: false });
      expect(await attempt(id)).toMatchObject({ code: -1, error: 'file.forbidden' });
      const stranger = await bed.server.loginAs({ type: 'user' });
      expect(await bed.call(id, 'POST', 'ls', { body: { dir: '/' }, token: stranger.token })).toMatchObject({
        error: 'session.not_found',
      });
    },
    60_000,
  );
});
