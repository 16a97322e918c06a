// Virtual machines of a real libvirt, acted on from the page; virsh has the last word on each state.
import { randomUUID } from 'node:crypto';

import type { VmRow } from '@jadegate/contract/fleet/vm';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { LOOPBACK, ssh } from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { OwnDomains } from '../support/own-domains.ts';
import { Product } from '../support/product.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'a password for tests';
const PATIENT = { timeout: 60_000, interval: 500 };
const SEEN = { timeout: 60_000 };

const browser = useBrowser();
const domains = new OwnDomains();
const mark = randomUUID().slice(0, 8);
const plain = `web-${mark}`;
const deaf = `deaf-${mark}`;
let product: Product;
let admin: Client;
let plainUuid = '';
let deafUuid = '';
let qemu = '';

beforeAll(async () => {
  plainUuid = await domains.testMachine(plain);
  qemu = await domains.qemuUri();
  deafUuid = await domains.tinyMachine(deaf, qemu);
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
  await admin.call('PUT', '/properties', { 'vm-shutdown-seconds': '8' });
  for (const [name, hypervisorUri] of [
    ['測試主機', ''],
    ['QEMU 主機', qemu],
  ] as const) {
    const account = { port: ssh.port, username: ssh.username, password: ssh.password };
    const asset = { name, protocol: 'ssh', ip: LOOPBACK, ...account };
    const { id: assetId } = await admin.make<{ id: string }>('/assets', asset);
    const { id } = await admin.make<{ id: string }>('/nodes', { name, assetId, hypervisorUri });
    // Right after it was added it is being asked already.
    const asked = async () =>
      (await admin.call('POST', `/nodes/${id}/collect`)).code === 1 ? true : undefined;
    await until(`${name} is asked`, asked, PATIENT.timeout);
  }
}, 240_000);
afterAll(async () => {
  // First, since the hosts are shared: a product that did not start must not leave machines there.
  await domains.remove();
  await product.dispose();
});

async function vmId(name: string): Promise<string> {
  const { data } = await admin.call<Rows<VmRow>>('GET', `/vms/paging?keyword=${name}`);
  return data.items[0]?.id ?? '';
}

/** Presses a power button of the detail page, directly or in its menu. */
async function press(page: Page, label: string): Promise<void> {
  const direct = page.getByRole('button', { name: label, exact: true });
  const menu = page.getByRole('button', { name: '電源' });
  await expect.poll(async () => (await direct.count()) + (await menu.count()), PATIENT).toBeGreaterThan(0);
  if ((await direct.count()) > 0) {
    await direct.first().click();
  } else {
    await menu.click();
    await page.getByRole('menuitem', { name: label }).click();
  }
}

async function agree(page: Page, label: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
}

/** What loses something wants the name and a reason. */
async function insist(dialog: Locator, name: string, label: string): Promise<void> {
  const button = dialog.getByRole('button', { name: label, exact: true });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByLabel('原因（至少 5 個字）').fill('維護作業測試');
  await dialog.getByRole('textbox').last().fill(name);
  await button.click();
}

const stateOnPage = (page: Page, word: string) => page.getByText(word, { exact: true }).first().waitFor(SEEN);

it('a machine is started, paused, resumed, kept, brought back and shut down, and virsh agrees', async () => {
  const domstate = () => domains.virsh('domstate', plainUuid);
  const page = await browser.newPage({ baseURL: product.url });
  await signIn(page, { password: PASSWORD, path: `/vm?keyword=${mark}` });
  await page.getByText(plain).first().waitFor(SEEN);
  await page.getByText(deaf).first().waitFor(SEEN);
  await shot(page, 'vm-list');
  await page.getByRole('button', { name: `開機 ${plain}` }).click();
  await expect.poll(domstate, PATIENT).toBe('running');
  await page.goto(`/vm/${await vmId(plain)}`);
  await stateOnPage(page, '執行中');
  await press(page, '暫停');
  await page.getByText('記憶體內容保留').waitFor(SEEN);
  await agree(page, '暫停');
  await stateOnPage(page, '已暫停');
  expect(await domstate()).toBe('paused');
  await press(page, '繼續');
  await stateOnPage(page, '執行中');
  expect(await domstate()).toBe('running');

  await page.getByRole('tab', { name: '快照' }).click();
  await page.getByRole('button', { name: '新增快照' }).click();
  await page.getByLabel('快照名稱').fill('before-upgrade');
  await agree(page, '新增快照');
  await page.getByRole('cell', { name: 'before-upgrade' }).waitFor(SEEN);
  expect(await domains.virsh('snapshot-list', plainUuid, '--name')).toBe('before-upgrade');
  await shot(page, 'vm-snapshots');

  await expect
    .poll(() => page.getByRole('button', { name: '還原', exact: true }).isEnabled(), PATIENT)
    .toBe(true);
  await press(page, '關機');
  await agree(page, '關機');
  await expect.poll(domstate, PATIENT).toBe('shut off');
  await expect
    .poll(() => page.getByRole('button', { name: '還原', exact: true }).isEnabled(), PATIENT)
    .toBe(true);
  await page.getByRole('button', { name: '還原', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('新增快照之後對磁碟與記憶體的所有變更都會遺失').waitFor(SEEN);
  await insist(dialog, plain, '還原');
  await expect.poll(domstate, PATIENT).toBe('running');
  await page.getByRole('tab', { name: '概觀' }).click();
  await stateOnPage(page, '執行中');
  await press(page, '關機');
  await agree(page, '關機');
  await expect.poll(domstate, PATIENT).toBe('shut off');
  await stateOnPage(page, '已關機');
  await page.getByRole('tab', { name: '動作紀錄' }).click();
  await page.getByRole('cell', { name: '還原 before-upgrade' }).waitFor(SEEN);
  await shot(page, 'vm-tasks');
}, 300_000);

it('the list and the page fit a phone, also in the dark', async () => {
  const id = await vmId(plain);
  const viewport = { width: 390, height: 844 };
  const page = await browser.newPage({ baseURL: product.url, theme: 'dark', viewport });
  await signIn(page, { password: PASSWORD, path: `/vm?keyword=${mark}` });
  await page.getByText(plain).first().waitFor(SEEN);
  await shot(page, 'vm-list-phone-dark');
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.goto(`/vm/${id}`);
  await page.getByRole('heading', { name: plain }).waitFor(SEEN);
  await shot(page, 'vm-detail-phone-dark');
  expect(await overflow()).toBeLessThanOrEqual(0);
}, 120_000);

it('a guest that does not hear its power button reaches its deadline and is forced off by hand', async () => {
  const domstate = () => domains.virsh('-c', qemu, 'domstate', deafUuid);
  const page = await browser.newPage({ baseURL: product.url });
  await signIn(page, { password: PASSWORD, path: `/vm/${await vmId(deaf)}` });
  await press(page, '開機');
  await stateOnPage(page, '執行中');
  expect(await domstate()).toBe('running');
  await press(page, '關機');
  await page.getByText('屆時可以選擇強制關機').waitFor(SEEN);
  await agree(page, '關機');
  await stateOnPage(page, '關機中');
  await page.getByText('作業系統沒有在期限內回應「關機」').waitFor(SEEN);
  await stateOnPage(page, '執行中');
  expect(await domstate()).toBe('running');
  await shot(page, 'vm-unanswered');
  await page.getByRole('alert').getByRole('button', { name: '強制關機' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('等同拔掉電源').waitFor(SEEN);
  await insist(dialog, deaf, '強制關機');
  await stateOnPage(page, '已關機');
  expect(await domstate()).toBe('shut off');
}, 240_000);

it('whoever has only the list sees machines and no power button', async () => {
  const menus = ['physical-asset', 'vm'].map((menuId) => ({ menuId, checked: true }));
  const { id: roleId } = await admin.make<{ id: string }>('/roles', { name: '虛擬機檢視員', menus });
  const person = { username: 'lin', nickname: '林小安', type: 'admin', roles: [roleId] };
  await admin.make('/users', { ...person, password: 'first password' });
  const theirs = new Client(product.url);
  await theirs.login('lin', 'first password');
  const change = { oldPassword: 'first password', newPassword: PASSWORD };
  await theirs.call('POST', '/account/change-password', change);
  const page = await browser.newPage({ baseURL: product.url });
  await signIn(page, { username: 'lin', password: PASSWORD, path: `/vm/${await vmId(plain)}` });
  await page.getByRole('heading', { name: plain }).waitFor(SEEN);
  expect(await page.getByRole('button', { name: '開機' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: '編輯' }).count()).toBe(0);
  await theirs.login('lin', PASSWORD);
  const refused = await theirs.call('POST', `/vms/${await vmId(plain)}/power`, { action: 'start' });
  expect(refused.code).toBe(403);
  expect(await domains.virsh('domstate', plainUuid)).toBe('shut off');
}, 120_000);
