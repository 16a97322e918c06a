// A process that somebody starts in a recorded terminal stands on the page of its GPU under their name. Real sshd, real
// processes; the tool of the driver replays a recording.
import { existsSync, readFileSync } from 'node:fs';

import type { Asset } from '@jadegate/contract/access/asset';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { Product } from '../support/product.ts';
import { ReplayedGpu } from '../support/replayed-gpu.ts';
import { connected, run } from '../support/terminal-page.ts';

const PASSWORD = 'a password for tests';
const MEI = { username: 'mei', password: 'a quiet harbour view' };
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
const gpu = new ReplayedGpu();
let sshd: OwnSshd;
let product: Product;
let admin: Client;
let assetId = '';
let nodeId = '';
let sessionId = '';

beforeAll(async () => {
  sshd = await OwnSshd.start({ config: [`SetEnv PATH=${gpu.folder}:/usr/local/bin:/usr/bin:/bin`] });
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  const login = { username: 'admin', password: PASSWORD };
  admin.useToken((await admin.call<{ token: string }>('POST', '/login', login)).data.token);
  const { username, password } = hosts.ssh;
  const place = { ip: hosts.LOOPBACK, port: sshd.port, accountType: 'custom', username, password };
  ({ id: assetId } = await admin.make<Asset>('/assets', { name: 'gpu-01', protocol: 'ssh', ...place }));
  await admin.call('POST', `/assets/${assetId}/tcping`);
  ({ id: nodeId } = await admin.make<{ id: string }>('/nodes', { name: 'gpu-01', assetId }));
  await admin.make('/users', { ...MEI, nickname: '陳美玲', type: 'user', mustChangePassword: false });
  const { data: people } = await admin.call<{ id: string; nickname: string }[]>('GET', '/users');
  const userIds = people.filter(({ nickname }) => nickname === '陳美玲').map(({ id }) => id);
  await admin.make('/authorised/users', { userIds, assetId });
});
afterAll(async () => {
  await product.dispose();
  await sshd.remove();
  gpu.remove();
});

async function openPage(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage({ baseURL: product.url, ...options });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

/** One that has ended may stand in the list until its parent takes note. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/status`) && !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
const look = () => admin.call('POST', `/nodes/${nodeId}/collect`);
const theProcess = (page: Page) => page.getByRole('row').filter({ hasText: String(gpu.listed()[0]) });

it('a process started in a terminal appears under the person’s name, with the session, within one look', async () => {
  await expect
    .poll(
      async () => (await admin.call<{ total: number }>('GET', '/gpu-resources/paging')).data.total,
      PATIENT,
    )
    .toBe(1);
  const terminal = await browser.newTerminalPage({ baseURL: product.url });
  await signIn(terminal, MEI);
  const [socket] = await Promise.all([
    terminal.waitForEvent('websocket', (opened) => opened.url().includes('/ssh?')),
    terminal.goto(`/term?assetId=${assetId}&assetName=gpu-01&isWorker=true`),
  ]);
  sessionId = /sessions\/([^/]+)/.exec(socket.url())?.[1] ?? '';
  await connected(terminal);
  await run(terminal, `nohup sleep 900 >/dev/null 2>&1 & echo $! > ${gpu.pids}`);
  await expect.poll(() => gpu.listed(), PATIENT).toHaveLength(1);
  await look();

  const page = await openPage('/gpu-resource');
  const row = page.getByRole('row').filter({ hasText: 'NVIDIA H200' });
  await row.getByText('陳美玲').waitFor();
  await row.getByText('忙碌').waitFor();
  await shot(page, 'gpu-list');
  await row.getByRole('link', { name: 'NVIDIA H200' }).click();
  await page.getByRole('tab', { name: '基本資料' }).click();
  await page.getByText('GPU-5a1e0c3f-7b42-4d19-9e6a-2f80c4d7b301').waitFor();
  await shot(page, 'gpu-overview');
  await page.getByRole('tab', { name: /程序/ }).click();
  await theProcess(page).getByText('陳美玲').waitFor();
  await theProcess(page).getByText(hosts.ssh.username).waitFor();
  const link = theProcess(page).getByRole('link', { name: '進行中' });
  expect(await link.getAttribute('href')).toContain(sessionId);
  await shot(page, 'gpu-processes');
});

it('stays hers when she has left, and leads to the recording', async () => {
  await admin.call('POST', `/sessions/${sessionId}/disconnect`);
  await look();
  const page = await openPage('/gpu-resource');
  await page.getByRole('link', { name: 'NVIDIA H200' }).click();
  await page.getByRole('tab', { name: /程序/ }).click();
  await theProcess(page).getByText('陳美玲').waitFor();
  const link = theProcess(page).getByRole('link', { name: '錄影' });
  expect(await link.getAttribute('href')).toBe(`/term-playback?sessionId=${sessionId}`);
});

it('is ended for a reason, from the page', async () => {
  const [pid = 0] = gpu.listed();
  expect(isRunning(pid)).toBe(true);
  const page = await openPage('/gpu-resource');
  await page.getByRole('link', { name: 'NVIDIA H200' }).click();
  await page.getByRole('tab', { name: /程序/ }).click();
  await theProcess(page).getByRole('button', { name: '結束程序' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(/再次輸入 PID/).fill(String(pid));
  await drawer.getByLabel('原因').fill('占用整張卡三天');
  await shot(page, 'gpu-end');
  await drawer.getByRole('button', { name: '結束程序' }).click();
  await page.getByText(`程序 ${pid} 已結束`).waitFor();
  expect(isRunning(pid)).toBe(false);
  await page.getByText('目前沒有程序使用這張 GPU').waitFor(PATIENT);
});

it.each([
  ['dark', { theme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 } }],
] as const)('looks as it should: %s', async (name, options) => {
  const page = await openPage('/gpu-resource', options);
  await page.getByText('NVIDIA H200').first().waitFor();
  await shot(page, `gpu-list-${name}`);
  await page.getByRole('link', { name: 'NVIDIA H200' }).first().click();
  await page.getByText('SM 時脈').first().waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(width).toBeLessThanOrEqual(0);
  await shot(page, `gpu-overview-${name}`);
  await page.getByRole('tab', { name: '基本資料' }).click();
  await page.getByText('580.159.04').waitFor();
  await shot(page, `gpu-facts-${name}`);
});
