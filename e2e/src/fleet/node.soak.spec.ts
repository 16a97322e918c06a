// Physical hosts as real sshds, well and unwell, through the built product and in Chromium.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import os from 'node:os';
import { join } from 'node:path';

import type { Node, NodeRow } from '@jadegate/contract/fleet/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { BusyboxRoot } from '../support/busybox-root.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { Product } from '../support/product.ts';
import { connected, run, shows } from '../support/terminal-page.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'a password for tests';
const browser = useBrowser();
const closers: (() => unknown)[] = [];
const folder = mkdtempSync('/run/jadegate-node-');
let product: Product;
let admin: Client;
let sshd: OwnSshd;
let node: string;
let asset: string;

/** What the host does with the next question. */
const act = (mode: string) => writeFileSync(join(folder, 'mode'), mode);

const HOST = `#!/bin/sh
case $(cat ${folder}/mode) in
  well) exec sh -c "$SSH_ORIGINAL_COMMAND" ;;
  lying) PATH=${folder}/lies:$PATH exec sh -c "$SSH_ORIGINAL_COMMAND" ;;
  signs) printf 'hello\\033[2J\\033]0;evil\\007\\377\\376\\000\\r\\n' ;;
  huge) head -c 100000000 /dev/zero | tr '\\000' x ;;
  endless) exec yes "$(printf '\\033]0;evil\\007')" ;;
  none) echo 'This account is currently not available.'; exit 1 ;;
esac
`;
const LIE = `#!/bin/sh
printf '{"lscpu":[{"field":"Model name:","data":"Evil\\\\u001b[31m CPU\\\\u0007 \\\\u202e"},{"field":"CPU(s):","data":"1e99"}]}\\n'
`;

beforeAll(async () => {
  execFileSync('chmod', ['755', folder]);
  writeFileSync(join(folder, 'host'), HOST, { mode: 0o755 });
  mkdirSync(join(folder, 'lies'));
  writeFileSync(join(folder, 'lies/lscpu'), LIE, { mode: 0o755 });
  act('well');
  sshd = await OwnSshd.start({ config: [`ForceCommand ${join(folder, 'host')}`] });
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
  [node, asset] = await made('rack-one', sshd.port);
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) {
    await close();
  }
});
afterAll(async () => {
  await product.dispose();
  await sshd.remove();
  rmSync(folder, { recursive: true, force: true });
});

const account = (port: number, change: object = {}) => ({
  protocol: 'ssh',
  ip: hosts.LOOPBACK,
  port,
  username: hosts.ssh.username,
  password: hosts.ssh.password,
  ...change,
});
const get = async (id: string) => (await admin.call<Node>('GET', `/nodes/${id}`)).data;
const collect = async (id: string) => (await admin.call<NodeRow>('POST', `/nodes/${id}/collect`)).data;

/** The node and its asset, once it was asked for the first time. */
async function made(name: string, port: number, change: object = {}): Promise<[string, string]> {
  const { id: assetId } = await admin.make<{ id: string }>('/assets', { name, ...account(port, change) });
  const { id } = await admin.make<{ id: string }>('/nodes', { name, assetId });
  await until('it was asked', async () => (await get(id)).collectedAt ?? undefined, 60_000);
  return [id, assetId];
}

/** What stands there is the last that was known, and is told to be so. */
async function staysKnown(before: Node): Promise<Node> {
  const now = await get(before.id);
  expect(now.latest).toEqual(before.latest);
  expect(now.facts).toEqual(before.facts);
  expect(now.seenAt).toBe(before.seenAt);
  expect(now.problem?.message).not.toBe('');
  expect(now.problem?.remedy).not.toBe('');
  return now;
}

describe('a real sshd', () => {
  it('says what it is and how it does', async () => {
    expect(await collect(node)).toMatchObject({ status: 'online', problem: null, failures: 0 });
    const { facts, latest } = await get(node);
    expect(facts?.hostname).toBe(os.hostname());
    expect(facts?.cpu.threads).toBe(os.cpus().length);
    expect(latest?.memTotal).toBe(os.totalmem());
  });

  it('that has nothing but BusyBox does so as well', async () => {
    const root = new BusyboxRoot();
    closers.push(() => root.remove());
    const appliance = await OwnSshd.start({ config: [`ChrootDirectory ${root.folder}`] });
    closers.push(() => appliance.remove());
    const [id] = await made('appliance', appliance.port);
    await collect(id);
    const { status, facts, latest, problems } = await get(id);
    expect(status).toBe('online');
    expect(facts?.os.pretty).toBe('Appliance 1');
    expect(facts?.hostname).toBe(os.hostname());
    expect(facts?.cpu.threads).toBe(os.cpus().length);
    expect(latest?.memTotal).toBe(os.totalmem());
    expect(latest?.cpuPct).not.toBeNull();
    // What it has not is said to be missing, and nothing else.
    expect(problems.map(({ section }) => section)).toContain('lscpu');
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['missing-tool']));
  });

  it('whose disk is full is told so, with the figures of it', async () => {
    const image = join(folder, 'disk');
    const mount = join(folder, 'full');
    execFileSync('truncate', ['-s', '64M', image]);
    execFileSync('mkfs.ext4', ['-q', image]);
    mkdirSync(mount);
    execFileSync('mount', ['-o', 'loop', image, mount]);
    closers.push(() => {
      execFileSync('umount', ['-l', mount]);
      rmSync(image);
      rmSync(mount, { recursive: true });
    });
    execFileSync('sh', ['-c', `cat /dev/zero > ${mount}/ballast || true`], { stdio: 'ignore' });
    const row = await collect(node);
    expect(row).toMatchObject({ status: 'degraded', problem: { kind: 'disk-full' } });
    expect(row.problem?.detail).toContain(mount);
    const { latest } = await get(node);
    expect(latest?.fileSystems.find((one) => one.mount === mount)?.pct).toBe(100);
    expect(row.latest?.fsMaxPct).toBe(100);
  });

  it('that lies is shown without its signs and without what cannot be', async () => {
    act('lying');
    closers.push(() => act('well'));
    const row = await collect(node);
    expect(row.brief?.cpuModel).toMatch(/^Evil/);
    expect(row.brief?.cpuModel).not.toMatch(/\p{Cc}/u);
    expect(row.brief?.threads ?? 0).toBeLessThan(1_000_000);
  });
});

describe('a host that cannot be asked', () => {
  it.each([
    ['prints signs', 'signs', 'shell'],
    ['prints 100 MB', 'huge', 'truncated'],
    ['prints without end', 'endless', 'truncated'],
    ['has no shell for us', 'none', 'shell'],
  ])('%s', { timeout: 120_000 }, async (_what, mode, kind) => {
    await collect(node);
    const before = await get(node);
    act(mode);
    closers.push(() => act('well'));
    const began = Date.now();
    expect((await collect(node)).problem?.kind).toBe(kind);
    expect(Date.now() - began).toBeLessThan(30_000);
    expect(await staysKnown(before)).toMatchObject({ failures: 1 });
    act('well');
    expect(await collect(node)).toMatchObject({ status: 'online', failures: 0 });
  });

  it('says nothing at all, and is told to be slow', { timeout: 100_000 }, async () => {
    const before = await get(node);
    await sshd.kill9();
    const silent = await listen(sshd.port);
    try {
      // A look that had begun before may still end well.
      const row = await until(
        'it is missed',
        async () => {
          const looked = await collect(node);
          return looked.problem ? looked : undefined;
        },
        60_000,
      );
      expect(row).toMatchObject({ failures: 1, status: 'online', problem: { kind: 'tcp' } });
      expect(row.problem?.message).toContain('逾時');
      await staysKnown(before);
    } finally {
      await silent.close();
      await sshd.start();
    }
    expect(await collect(node)).toMatchObject({ status: 'online', failures: 0 });
  });

  it('refuses the password, and is left alone for a quarter of an hour', async () => {
    await collect(node);
    const before = await get(node);
    await admin.call('PUT', `/assets/${asset}`, {
      name: 'rack-one',
      ...account(sshd.port, { password: 'Wrong-pass1' }),
    });
    expect(await collect(node)).toMatchObject({ status: 'auth-failed', problem: { kind: 'auth' } });
    const { nextAt, collectedAt } = await staysKnown(before);
    expect(Date.parse(nextAt ?? '') - Date.parse(collectedAt ?? '')).toBe(15 * 60_000);
    await admin.call('PUT', `/assets/${asset}`, { name: 'rack-one', ...account(sshd.port) });
    // The change itself has it asked again.
    await expect.poll(async () => (await get(node)).status, { timeout: 30_000 }).toBe('online');
  });

  it('shows another key, and nothing is sent to it until somebody accepts that', async () => {
    const before = await get(node);
    await sshd.kill9();
    const other = await OwnSshd.start({
      config: [`Port ${sshd.port}`, `ForceCommand ${join(folder, 'host')}`],
    });
    try {
      expect(await collect(node)).toMatchObject({
        status: 'host-key-changed',
        nextAt: null,
        problem: { kind: 'hostkey' },
      });
      await staysKnown(before);
    } finally {
      await other.remove();
      await sshd.start();
    }
    expect(await collect(node)).toMatchObject({ status: 'online', failures: 0 });
  });
});

/** Takes connections and says nothing. */
async function listen(port: number): Promise<{ close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, hosts.LOOPBACK, resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

describe('in the browser', () => {
  it('a host gets its connection, is asked, and its terminal opens in one click', async () => {
    const { id } = await admin.make<{ id: string }>('/nodes', { name: 'fresh-one' });
    const page = await browser.newPage({ baseURL: product.url });
    await signIn(page, { password: PASSWORD, path: `/node/${id}` });
    await page.getByRole('button', { name: '新增連線資產' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('主機', { exact: true }).fill(hosts.LOOPBACK);
    await drawer.getByLabel('連接埠').fill(String(hosts.ssh.port));
    await drawer.getByLabel('登入帳號').fill(hosts.ssh.username);
    await drawer.getByLabel('密碼', { exact: true }).fill('Wrong-pass1');
    await drawer.getByRole('button', { name: '測試' }).click();
    await drawer.getByText('主機拒絕登入').waitFor();
    await drawer.getByLabel('密碼', { exact: true }).fill(hosts.ssh.password);
    await drawer.getByRole('button', { name: '測試' }).click();
    await drawer.getByText('尚未儲存任何資料').waitFor();
    await shot(page, 'node-asset');
    await drawer.getByRole('button', { name: '新增並採集' }).click();
    await page.getByRole('link', { name: '終端機' }).waitFor();
    await expect.poll(async () => (await get(id)).status, { timeout: 30_000 }).toBe('online');
    await page.goto('/node');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: '終端機 fresh-one' }).click(),
    ]);
    opened.on('dialog', (dialog) => void dialog.accept());
    await connected(opened);
    await run(opened, 'echo from-$((40+2))');
    await shows(opened, 'from-42');
  });

  it('an unwell host says why, what to do and how old its figures are', async () => {
    await collect(node);
    act('huge');
    closers.push(() => act('well'));
    await collect(node);
    const page = await browser.newPage({ baseURL: product.url });
    await signIn(page, { password: PASSWORD, path: `/node/${node}` });
    await page.getByText('輸出過大').first().waitFor();
    expect(await page.getByText('以下是最後一次成功採集的資料').innerText()).toMatch(/：\s*\S/);
    await shot(page, 'node-unwell');
  });
});
