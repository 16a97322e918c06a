// Whoever loses the right, the account or the login is out within five seconds, wherever they are: in a terminal, away
// from one that waits for them, in the middle of a transfer, or watching somebody else.
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { Page as Rows } from '@jadegate/contract/paging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

import * as hosts from '../hosts.ts';
import { Client } from '../support/client.ts';
import { PATIENT, SessionBed } from '../support/session-bed.ts';
import { isSoak, shortOrSoak } from '../support/soak.ts';
import type { SteadyTerminal } from '../support/steady-terminal.ts';

const WITHIN_MS = 5000;
const LARGE = shortOrSoak(24, 64) * 1024 * 1024;
const OWN_PASSWORD = 'a quiet harbour view';
const folder = mkdtempSync(join(tmpdir(), 'jadegate-rights-'));

let bed: SessionBed;
let assetId = '';
let count = 0;

beforeAll(async () => {
  bed = await SessionBed.start();
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  const { uid, gid } = statSync(`/home/${hosts.ssh.username}`);
  chownSync(folder, uid, gid);
  writeFileSync(join(folder, 'large'), randomBytes(LARGE));
});
afterAll(async () => {
  await bed.product.dispose();
  rmSync(folder, { recursive: true, force: true });
});

interface Person {
  id: string;
  client: Client;
  token: string;
}

async function person(profile: object): Promise<Person> {
  const username = `person${++count}`;
  const account = { username, nickname: username, password: OWN_PASSWORD, mustChangePassword: false };
  const { id } = await bed.make<{ id: string }>('/users', { ...account, ...profile });
  const client = new Client(bed.product.url);
  const login = { username, password: OWN_PASSWORD };
  const { token } = (await client.call<{ token: string }>('POST', '/login', login)).data;
  return { id, client: client.useToken(token), token };
}

/** Somebody who may use the machine, and may move files there. */
async function worker(): Promise<Person> {
  const one = await person({ type: 'user' });
  const flags = { upload: true, download: true, delete: true, rename: true, edit: true, createDir: true };
  const strategy = { name: `files ${count}`, copy: true, paste: true, ...flags };
  const { id: strategyId } = await bed.make<{ id: string }>('/strategies', strategy);
  await bed.make('/authorised/users', { userIds: [one.id], assetId, strategyId });
  return one;
}

const disable = ({ id }: Person) => bed.admin.call('PATCH', `/users/${id}/status?status=disabled`);
const signOut = ({ client }: Person) => client.call('POST', '/account/logout');
async function revoke({ id }: Person) {
  const path = `/authorised/assets/paging?userId=${id}&pageSize=10`;
  const { data } = await bed.admin.call<Rows<{ id: string }>>('GET', path);
  return bed.admin.call('DELETE', `/authorised/${data.items.map((grant) => grant.id).join(',')}`);
}

/** What the product promises. */
async function soon(over: () => unknown): Promise<void> {
  await expect.poll(over, { timeout: WITHIN_MS, interval: 25 }).toBeTruthy();
}

const CAUSES = [
  ['the grant is revoked', revoke, '使用這個資產的授權已失效'],
  ['the person is disabled', disable, '登入已結束，連線隨之中斷'],
  ['the login is ended', signOut, '登入已結束，連線隨之中斷'],
] as const;

/** One of each list: what they have in common is asked of the server by itself. */
describe.each(CAUSES.slice(0, shortOrSoak(1, 3)))('when %s', (_cause, act, reason) => {
  it('the terminal, the one that waits and the transfers under way end', async () => {
    const one = await worker();
    const mine = { client: one.client, token: one.token };
    const [open, away, busy] = [
      await bed.open(assetId, mine),
      await bed.open(assetId, mine),
      await bed.open(assetId, mine),
    ];
    away.terminal.cut();
    const download = await startDownload(one, busy.id);
    const upload = startUpload(one, busy.id);
    await expect.poll(() => upload.sent, PATIENT).toBeGreaterThan(1024 * 1024);
    expect((await bed.row(away.id)).status).toBe('connected');

    expect((await act(one)).code).toBe(1);
    const ended = async ({ id }: { id: string }) => (await bed.row(id)).status === 'disconnected';
    await Promise.all([
      soon(() => open.terminal.reason),
      soon(() => ended(away)),
      soon(() => ended(busy)),
      soon(() => upload.isOver),
    ]);
    download.isHurried = true;
    await soon(() => download.isOver);
    expect(open.terminal.reason).toBe(reason);
    for (const { id } of [open, away, busy]) {
      expect(await bed.row(id)).toMatchObject({ code: -1, message: reason, recording: '1' });
    }
    expect(download.received).toBeLessThan(LARGE);
    expect(upload.isTaken).toBe(false);
    await expect.poll(() => bed.connectionsTo(hosts.ssh.port), PATIENT).toBe(0);
    // And there is no way back.
    const again = bed.terminal(open.id, { token: one.token });
    await sleep(300);
    expect(again.attached).toEqual([]);
  });
});

interface Transfer {
  isOver: boolean;
  /** What lies in the buffers of the network comes anyway; it need not be read slowly. */
  isHurried: boolean;
  received: number;
}

/** Reads a large file, but slowly. */
async function startDownload({ token }: Person, id: string): Promise<Transfer> {
  const file = encodeURIComponent(join(folder, 'large'));
  const address = `${bed.product.url}/sessions/${id}/download?file=${file}`;
  const response = await fetch(address, { headers: { [TOKEN_HEADER]: token } });
  const reader = response.body?.getReader();
  const transfer: Transfer = { isOver: false, isHurried: false, received: 0 };
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) {
        return;
      }
      transfer.received += value?.length ?? 0;
      await sleep(transfer.isHurried ? 0 : 100);
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => (transfer.isOver = true));
  await expect.poll(() => transfer.received, PATIENT).toBeGreaterThan(0);
  return transfer;
}

/** Sends a file that never ends. */
function startUpload({ token }: Person, id: string) {
  const transfer = { isOver: false, isTaken: false, sent: 0 };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await sleep(20);
      controller.enqueue(new Uint8Array(64 * 1024));
      transfer.sent += 64 * 1024;
    },
  });
  const query = `dir=${encodeURIComponent(folder)}&name=endless`;
  fetch(`${bed.product.url}/sessions/${id}/upload?${query}`, {
    method: 'POST',
    headers: { [TOKEN_HEADER]: token, 'content-type': 'application/octet-stream' },
    body,
    duplex: 'half',
  } as RequestInit)
    .then(async (response) => {
      transfer.isTaken = ((await response.json()) as { code: number }).code === 1;
    })
    .catch(() => undefined)
    .finally(() => (transfer.isOver = true));
  return transfer;
}

/** Somebody at the monitor, spoken by hand. */
class Watcher {
  readonly frames: string[] = [];
  isClosed = false;

  constructor(id: string, token: string) {
    const { url } = bed.product;
    const query = new URLSearchParams({ [TOKEN_HEADER]: token }).toString();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/sessions/${id}/ssh-monitor?${query}`, {
      headers: { origin: url },
    });
    socket.on('message', (bytes: Buffer) => this.frames.push(bytes.toString()));
    socket.on('close', () => (this.isClosed = true));
    socket.on('error', () => undefined);
  }

  get shown(): string {
    return this.frames.filter((frame) => frame.startsWith('2')).join('');
  }

  get reason(): string | undefined {
    return this.frames.find((frame) => frame.startsWith('0'))?.slice(1);
  }
}

async function removeRole({ id }: Person) {
  const { data } = await bed.admin.call<{ username: string; nickname: string }>('GET', `/users/${id}`);
  const { username, nickname } = data;
  return bed.admin.call('PUT', `/users/${id}`, { username, nickname, type: 'admin', roles: [] });
}

describe('somebody who watches', () => {
  let watched: { id: string; terminal: SteadyTerminal };
  let roleId = '';

  beforeAll(async () => {
    const menus = ['online-session', 'online-session-monitor'].map((menuId) => ({ menuId, checked: true }));
    roleId = (await bed.make<{ id: string }>('/roles', { name: 'watchers', menus })).id;
  });

  const losses = [
    ['is disabled', disable, '登入已結束'],
    ['loses the role', removeRole, '沒有執行這項操作的權限'],
    ['signs out', signOut, '登入已結束'],
  ] as const;

  it.each(losses.slice(0, shortOrSoak(1, 3)))(
    'and %s sees no more, while the session goes on',
    async (_cause, act, reason) => {
      watched ??= await bed.open(assetId);
      const one = await person({ type: 'admin', roles: [roleId] });
      const stays = new Watcher(watched.id, (await person({ type: 'admin', roles: [roleId] })).token);
      const watcher = new Watcher(watched.id, one.token);
      await expect.poll(() => [watcher.frames[0], stays.frames[0]], PATIENT).toEqual(['1', '1']);
      await bed.says(watched.terminal, `seen-${count}`);
      await expect.poll(() => watcher.shown, PATIENT).toContain(`seen-${count}`);

      expect((await act(one)).code).toBe(1);
      await soon(() => watcher.isClosed);
      expect(watcher.reason).toContain(reason);
      await bed.says(watched.terminal, `unseen-${count}`);
      await expect.poll(() => stays.shown, PATIENT).toContain(`unseen-${count}`);
      expect(watcher.shown).not.toContain(`unseen-${count}`);
      expect((await bed.row(watched.id)).status).toBe('connected');
    },
  );

  it.runIf(isSoak)('with an access token is refused: it has no login that could end', async () => {
    const { data } = await bed.admin.call<{ token: string }>('POST', '/account/access-token', {
      password: 'a password for tests',
    });
    const { url } = bed.product;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/sessions/${watched.id}/ssh-monitor`, {
      headers: { origin: url, [TOKEN_HEADER]: data.token },
    });
    const answer = await new Promise((resolve) => {
      socket.once('open', () => resolve('open'));
      socket.once('unexpected-response', () => resolve('refused'));
      socket.on('error', () => undefined);
    });
    expect(answer).toBe('refused');
  });
});
