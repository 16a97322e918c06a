// Assets through the console and through the API, against a real sshd and telnetd.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Asset, AssetRow } from '@jadegate/contract/access/asset';
import type { AssetTest } from '@jadegate/contract/access/asset-reachability';
import type { HostKeyRow } from '@jadegate/contract/access/host-key';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Conversation } from '../support/conversation.ts';
import { Product } from '../support/product.ts';

const PASSWORD = 'a password for tests';
const LESSER = { username: 'viewer', password: 'a quiet harbour view' };
/** An sshd of this file's own, whose keys it may change. */
const OWN_PORT = 2289;
const folder = mkdtempSync(join(tmpdir(), 'jadegate-asset-sshd-'));

const browser = useBrowser();
let product: Product;
let admin: Client;
let sshd: ChildProcess | undefined;

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
});
afterAll(async () => {
  await stopSshd();
  await product.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function startSshd(): Promise<void> {
  const key = join(folder, 'host_key');
  rmSync(key, { force: true });
  rmSync(`${key}.pub`, { force: true });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const lines = [`Port ${OWN_PORT}`, `ListenAddress ${hosts.LOOPBACK}`, `HostKey ${key}`, 'PidFile none'];
  writeFileSync(join(folder, 'sshd_config'), `${lines.join('\n')}\n`);
  sshd = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: 'ignore' });
  await expect
    .poll(() =>
      Conversation.open(OWN_PORT).then(
        (host) => host.close() ?? 'open',
        () => 'closed',
      ),
    )
    .toBe('open');
}

async function stopSshd(): Promise<void> {
  const child = sshd;
  sshd = undefined;
  if (child && child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
}

const SSH = { protocol: 'ssh', ip: hosts.LOOPBACK, port: hosts.ssh.port, username: hosts.ssh.username };

async function create(input: object): Promise<Asset> {
  const { code, data, message } = await admin.call<Asset>('POST', '/assets', { ...SSH, ...input });
  expect({ code, message }).toEqual({ code: 1, message: 'success' });
  return data;
}

const read = async (id: string) => (await admin.call<Asset>('GET', `/assets/${id}`)).data;
const test = async (id: string) => (await admin.call<AssetTest>('POST', `/assets/${id}/tcping`)).data;

async function named(name: string): Promise<AssetRow | undefined> {
  const { data } = await admin.call<Rows<AssetRow>>('GET', `/assets/paging?name=${encodeURIComponent(name)}`);
  return data.items[0];
}

async function openList(): Promise<Page> {
  const page = await browser.newPage({ baseURL: product.url });
  await signIn(page, { password: PASSWORD, path: '/asset' });
  return page;
}

describe('in the console', () => {
  it('an asset of each protocol is made, and its port follows', async () => {
    const page = await openList();
    for (const protocol of ['RDP', 'SSH', 'VNC', 'Telnet']) {
      await page.getByRole('button', { name: '新增資產' }).first().click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('名稱', { exact: true }).fill(`made ${protocol}`);
      await drawer.getByText(protocol, { exact: true }).click();
      await drawer.getByLabel('主機', { exact: true }).fill('10.1.2.3');
      await drawer.getByRole('button', { name: '儲存', exact: true }).click();
      await page.getByRole('link', { name: `made ${protocol}` }).waitFor();
    }
    const ports = await Promise.all(
      ['RDP', 'SSH', 'VNC', 'Telnet'].map(async (protocol) => (await named(`made ${protocol}`))?.port),
    );
    expect(ports).toEqual([3389, 22, 5900, 23]);
    await shot(page, 'assets');
  });

  it('an edit loses no attribute and no secret', async () => {
    const { id } = await create({
      name: 'kept whole',
      protocol: 'rdp',
      port: 3389,
      password: 'kept',
      domain: 'CORP',
      'remote-app': '||notepad',
      'enable-drive': true,
      'drive-path': 'storage-1',
    });
    const page = await openList();
    await page.getByRole('button', { name: '「kept whole」的更多操作' }).click();
    await page.getByRole('menuitem', { name: '編輯' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('備註').fill('changed');
    await drawer.getByRole('button', { name: '儲存', exact: true }).click();
    await expect.poll(async () => (await read(id)).description).toBe('changed');
    expect(await read(id)).toMatchObject({
      domain: 'CORP',
      'remote-app': '||notepad',
      'enable-drive': 'true',
      'drive-path': 'storage-1',
      stored: ['password'],
    });
  });

  it('assets are found by tag and tagged together', async () => {
    await create({ name: 'tagged one', tags: 'spring' });
    await create({ name: 'tagged two', tags: 'spring' });
    const page = await openList();
    await page.goto('/asset?tags=spring');
    await page.getByRole('link', { name: 'tagged two' }).waitFor();
    expect(await page.getByRole('link', { name: 'kept whole' }).count()).toBe(0);
    await page.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: '編輯標籤' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('加上標籤').fill('summer');
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await expect.poll(async () => (await named('tagged two'))?.tags).toBe('spring,summer');
    expect((await named('tagged one'))?.tags).toBe('spring,summer');
    expect((await named('kept whole'))?.tags).toBe('');
  });

  it('a copy has the secrets, and a test tells the truth', async () => {
    const { id } = await create({ name: 'real ssh', password: hosts.ssh.password });
    const page = await openList();
    await page.getByRole('button', { name: '「real ssh」的更多操作' }).click();
    await page.getByRole('menuitem', { name: '複製' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '複製' }).click();
    await page.getByRole('link', { name: 'real ssh（複本）' }).waitFor();
    const copy = await read((await named('real ssh（複本）'))?.id ?? '');
    expect(copy).toMatchObject({ stored: ['password'], port: hosts.ssh.port });
    expect(copy.id).not.toBe(id);

    await page.goto(`/asset/${id}`);
    await page.getByRole('button', { name: '檢測並記錄金鑰' }).click();
    await page.getByText(/有回應，\d+ 毫秒/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '關閉' }).last().click();
    await page
      .getByText(/SHA256:/)
      .first()
      .waitFor();
  });

  it('a lesser role sees assets and changes nothing', async () => {
    const role = await admin.call<{ id: string }>('POST', '/roles', {
      name: 'asset viewer',
      menus: [{ menuId: 'asset', checked: true }],
    });
    expect(role.message).toBe('success');
    const person = await admin.call('POST', '/users', {
      username: LESSER.username,
      nickname: '檢視者',
      type: 'admin',
      password: LESSER.password,
      roles: [role.data.id],
      mustChangePassword: false,
    });
    expect(person.message).toBe('success');
    const viewer = new Client(product.url);
    await viewer.login(LESSER.username, LESSER.password);
    const { id } = await create({ name: 'not theirs' });
    expect((await viewer.call('GET', '/assets/paging')).code).toBe(1);
    for (const [method, path, body] of [
      ['POST', '/assets', { ...SSH, name: 'x' }],
      ['PUT', `/assets/${id}`, { ...SSH, name: 'x' }],
      ['DELETE', `/assets/${id}`, undefined],
      ['GET', `/assets/${id}`, undefined],
      ['POST', `/assets/${id}/tcping`, undefined],
      ['POST', `/assets/${id}/copy`, {}],
      ['POST', '/assets/bulk', { ids: [id], change: { addTags: ['x'] } }],
    ] as const) {
      const { code } = await viewer.call(method, path, body);
      expect([path, code]).toEqual([path, 403]);
    }
    expect((await read(id)).name).toBe('not theirs');
  });
});

describe('a test', () => {
  it('reaches telnet, and says refused and unknown names apart', async () => {
    const telnet = await create({ name: 'telnet', protocol: 'telnet', port: hosts.telnet.port });
    expect(await test(telnet.id)).toMatchObject({ active: true, message: '' });
    const refused = await test((await create({ name: 'refused', port: 1 })).id);
    const unknown = await test((await create({ name: 'unknown', ip: 'no-such-host.invalid' })).id);
    expect(refused).toMatchObject({ active: false, latency: null });
    expect(unknown).toMatchObject({ active: false, latency: null });
    expect(refused.message).not.toBe(unknown.message);
  });

  it('learns a host key once, blocks a changed one, and trusts it after it was accepted', async () => {
    await startSshd();
    const { id } = await create({ name: 'keyed', port: OWN_PORT });
    const keys = async () => (await admin.call<HostKeyRow[]>('GET', `/assets/${id}/host-keys`)).data;
    expect(await test(id)).toMatchObject({ active: true });
    const [first] = await keys();
    expect(first).toMatchObject({ state: 'pinned', keyType: 'ssh-ed25519' });

    await stopSshd();
    await startSshd();
    expect(await test(id)).toMatchObject({ active: false });
    const offered = (await keys()).find(({ state }) => state === 'offered');
    expect(offered?.fingerprint).not.toBe(first?.fingerprint);

    const page = await browser.newPage({ baseURL: product.url });
    await signIn(page, { password: PASSWORD, path: `/asset/${id}` });
    await page.getByRole('button', { name: '接受新金鑰' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '接受新金鑰' }).click();
    await expect.poll(async () => (await keys()).map(({ state }) => state)).toEqual(['pinned']);
    expect(await test(id)).toMatchObject({ active: true });
  });

  it('forgets the key when the asset moves, and everything when it is deleted', async () => {
    const { id = '' } = (await named('keyed')) ?? {};
    await admin.call('PUT', `/assets/${id}`, { ...SSH, name: 'keyed', port: OWN_PORT + 1 });
    expect((await admin.call<HostKeyRow[]>('GET', `/assets/${id}/host-keys`)).data).toEqual([]);
    expect((await admin.call('DELETE', `/assets/${id}`)).code).toBe(1);
    expect((await admin.call('GET', `/assets/${id}`)).code).toBe(404);
  });
});
