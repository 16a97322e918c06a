// Gateways and host keys against a real sshd: what is learned, what is blocked, and who may say so.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AccessGateway, AccessGatewayRow, GatewayTest } from '@jadegate/contract/access/access-gateway';
import type { HostKeyRow } from '@jadegate/contract/access/host-key';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Conversation } from '../support/conversation.ts';
import { Product } from '../support/product.ts';
import { isSoak } from '../support/soak.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'a password for tests';
/** A second sshd, whose keys this file may change. */
const OWN_PORT = 2288;

const browser = useBrowser();
let product: Product;
let admin: Client;
let sshd: ChildProcess | undefined;
const folder = mkdtempSync(join(tmpdir(), 'jadegate-sshd-'));

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
  await startSshd();
});
afterAll(async () => {
  await stopSshd();
  await product.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts it with a key made now. */
async function startSshd(): Promise<void> {
  const key = join(folder, 'host_key');
  rmSync(key, { force: true });
  rmSync(`${key}.pub`, { force: true });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const lines = [
    `Port ${OWN_PORT}`,
    `ListenAddress ${hosts.LOOPBACK}`,
    `HostKey ${key}`,
    'PidFile none',
    'UsePAM yes',
    'PasswordAuthentication yes',
    `AllowUsers ${hosts.ssh.username}`,
    'AllowTcpForwarding yes',
  ];
  writeFileSync(join(folder, 'sshd_config'), `${lines.join('\n')}\n`);
  sshd = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: 'ignore' });
  await until('sshd listens', () =>
    Conversation.open(OWN_PORT).then(
      (host) => host.close() ?? 'open',
      () => undefined,
    ),
  );
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

const gateway = (name: string, port: number, change: object = {}) => ({
  name,
  ip: hosts.LOOPBACK,
  port,
  accountType: 'password',
  username: hosts.ssh.username,
  password: hosts.ssh.password,
  ...change,
});

async function create(input: object): Promise<AccessGateway> {
  const { code, data, message } = await admin.call<AccessGateway>('POST', '/access-gateways', input);
  expect({ code, message }).toEqual({ code: 1, message: 'success' });
  return data;
}

const test = async (id: string) =>
  (await admin.call<GatewayTest>('POST', `/access-gateways/${id}/test`)).data;

it.runIf(isSoak)(
  'reaches an asset through two real hosts, and says which one stands in the way',
  async () => {
    const outer = await create(gateway('outer', hosts.ssh.port));
    const inner = await create(gateway('inner', OWN_PORT, { accessGatewayId: outer.id }));
    expect(await test(outer.id)).toMatchObject({ connected: true, learned: true });
    expect(await test(inner.id)).toMatchObject({ connected: true, learned: true });
    const asset = async (name: string, protocol: string, port: number) => {
      const input = {
        name,
        protocol,
        ip: hosts.LOOPBACK,
        port,
        accountType: 'custom',
        accessGatewayId: inner.id,
      };
      return (await admin.call<{ id: string }>('POST', '/assets', input)).data.id;
    };
    const tried = async (id: string) =>
      (await admin.call<{ active: boolean; message: string }>('POST', `/assets/${id}/tcping`)).data;
    expect(await tried(await asset('real ssh', 'ssh', hosts.ssh.port))).toMatchObject({ active: true });
    expect(await tried(await asset('real vnc', 'vnc', hosts.vnc.port))).toMatchObject({ active: true });
    expect(await tried(await asset('real rdp', 'rdp', hosts.rdp.port))).toMatchObject({ active: true });
    expect(await tried(await asset('nothing there', 'ssh', 9))).toMatchObject({
      active: false,
      message: expect.stringContaining('「inner」（第 2 層）'),
    });
    const refused = await admin.call('DELETE', `/access-gateways/${inner.id}`);
    expect(refused).toMatchObject({ code: -1, message: expect.stringContaining('real') });
    expect((await admin.call('DELETE', `/access-gateways/${outer.id}`)).message).toContain('inner');
    expect(product.output).not.toContain(hosts.ssh.password);
  },
);

it('blocks a changed host key in the console until it is compared and accepted', async () => {
  const page = await browser.newPage({ baseURL: product.url });
  await signIn(page, { password: PASSWORD, path: '/access-gateway' });
  await page.getByRole('button', { name: '新增存取閘道' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('名稱').fill('changing');
  await form.getByLabel('主機', { exact: true }).fill(hosts.LOOPBACK);
  await form.getByLabel('連接埠').fill(String(OWN_PORT));
  await form.getByLabel('登入帳號').fill(hosts.ssh.username);
  await form.getByRole('textbox', { name: '密碼' }).fill(hosts.ssh.password);
  await form.getByRole('button', { name: '儲存' }).click();
  await page.getByRole('button', { name: '測試 changing' }).click();
  await page.getByText('連線成功').waitFor();
  await page.getByText('已記住它的主機金鑰').waitFor();
  await shot(page, 'gateway-tested');
  await page.getByRole('button', { name: '關閉', exact: true }).last().click();

  await stopSshd();
  await startSshd();
  await page.getByRole('button', { name: '測試 changing' }).click();
  await page.getByText('主機金鑰已變更').first().waitFor();
  await page.getByRole('button', { name: '比對主機金鑰' }).click();
  await page.getByText('主機目前提供').waitFor();
  await shot(page, 'gateway-key-changed');
  await page.getByRole('button', { name: '接受新金鑰' }).click();
  await page.getByText('否則連線可能已被攔截').waitFor();
  await page.getByRole('dialog').last().getByRole('button', { name: '接受新金鑰' }).click();
  await page.getByText('已接受新的主機金鑰').waitFor();
  await page.close();

  const { data: list } = await admin.call<{ items: AccessGatewayRow[] }>(
    'GET',
    '/access-gateways/paging?name=changing',
  );
  const id = list.items[0]?.id ?? '';
  expect(await test(id)).toMatchObject({ connected: true, learned: false, hostKey: 'trusted' });
  const { data: keys } = await admin.call<HostKeyRow[]>('GET', `/access-gateways/${id}/host-keys`);
  expect(keys).toMatchObject([{ state: 'pinned', keyType: 'ssh-ed25519' }]);
});

it.runIf(isSoak)('lets nobody test or accept without the right', async () => {
  await admin.call('POST', '/users', {
    username: 'reader',
    nickname: 'Reader',
    password: 'a quiet harbour 1',
    type: 'user',
  });
  const { data: list } = await admin.call<{ items: AccessGatewayRow[] }>('GET', '/access-gateways/paging');
  const id = list.items[0]?.id ?? '';
  const reader = new Client(product.url);
  await reader.login('reader', 'a quiet harbour 1');
  for (const [method, path] of [
    ['GET', '/access-gateways/paging'],
    ['POST', `/access-gateways/${id}/test`],
    ['DELETE', `/access-gateways/${id}/host-keys`],
  ] as const) {
    expect([401, 403]).toContain((await reader.call(method, path)).code);
  }
});
