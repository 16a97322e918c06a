// A live session with other people in it, in Chromium against a real sshd: one shares, another joins, both type.
import type { Asset } from '@jadegate/contract/access/asset';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn, typeLogin } from '../support/console.ts';
import { Product } from '../support/product.ts';
import { closePanel, openPanel, runIn, shows } from '../support/terminal-page.ts';

const PASSWORD = 'a password for tests';
const OWN_PASSWORD = 'my own password';
const PEOPLE = { mei: '陳美玲', han: '林志翰', yun: '王若雲' } as const;
/** Whoever loses the right is out within this. */
const CUT = { timeout: 5000 };
const PATIENT = { timeout: 15_000 };

const browser = useBrowser();
let product: Product;
let admin: Client;
let assetId = '';
let mei = '';

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
  const { port, username, password } = hosts.ssh;
  const account = { ip: hosts.LOOPBACK, port, accountType: 'custom', username, password };
  assetId = (await admin.make<Asset>('/assets', { name: 'web-01', protocol: 'ssh', ...account })).id;
  await admin.call('POST', `/assets/${assetId}/tcping`);
  for (const [name, nickname] of Object.entries(PEOPLE)) {
    await admin.make('/users', { username: name, nickname, type: 'user', password: 'first password' });
    const person = new Client(product.url);
    await person.login(name, 'first password');
    await person.call('POST', '/account/change-password', {
      oldPassword: 'first password',
      newPassword: OWN_PASSWORD,
    });
  }
  const { data: people } = await admin.call<{ id: string; nickname: string }[]>('GET', '/users');
  mei = people.find(({ nickname }) => nickname === PEOPLE.mei)?.id ?? '';
  await admin.make('/authorised/users', { userIds: [mei], assetId });
});
// A session waits for its browser; the next test wants to be alone.
afterEach(() => admin.call('POST', `/sessions/disconnect-user?userId=${mei}`));
afterAll(() => product.dispose());

async function openPage(options: PageOptions = {}): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: product.url, ...options });
  return page;
}

/** The owner in a terminal. */
async function working(options: PageOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await signIn(page, {
    username: 'mei',
    password: OWN_PASSWORD,
    path: `/term?assetId=${assetId}&assetName=web-01`,
  });
  await page.getByRole('status').getByText('已連線').waitFor();
  return page;
}

/** Makes a link beside the session and answers it; the panel is closed again. */
async function shareWith(page: Page, usernames: string, mode: '唯讀' | '可輸入'): Promise<string> {
  const panel = await openPanel(page, '分享連線');
  await panel.getByText(mode, { exact: true }).first().click();
  await panel.getByLabel('帳號', { exact: true }).fill(usernames);
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: '新增連結' }).click();
  const link = await panel.getByLabel('分享連結').inputValue();
  await shot(page, 'share-link');
  await closePanel(page);
  return link;
}

/** Somebody who is not signed in follows a link: the login page leads back to it. */
async function follow(link: string, username: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(link);
  await typeLogin(page, username, OWN_PASSWORD);
  await page.waitForURL((url) => url.pathname === '/share-session');
  return page;
}

const own = (page: Page) => page.locator('section[data-focused]').first();
const shared = (page: Page) => page.getByTestId('shared-screen');

describe('a shared session', () => {
  it('is typed into by both, shows who is there, and revoking puts the other out', async () => {
    const owner = await working();
    await runIn(owner, own(owner), 'echo before-$((1+1))');
    await shows(own(owner), 'before-2');
    const link = await shareWith(owner, 'han', '可輸入');
    expect(link).toMatch(/\/share-session#[\w-]{43}$/);

    const other = await follow(link, 'han');
    await other.getByText(`${PEOPLE.mei}（mei） · web-01`).waitFor();
    // The screen as it was, then both at one keyboard.
    await shows(shared(other), 'before-2');
    await owner.getByText(`${PEOPLE.han} 已加入這個連線`).waitFor();
    await owner.getByLabel(`1 位參與者：${PEOPLE.han}（可輸入）`).waitFor();
    await runIn(other, shared(other), 'echo guest-$((2+2))');
    await shows(own(owner), 'guest-4');
    await runIn(owner, own(owner), 'echo owner-$((3+3))');
    await shows(shared(other), 'owner-6');
    await shot(owner, 'share-owner');
    await shot(other, 'share-guest');

    const panel = await openPanel(owner, '分享連線');
    await panel.getByText('有效的分享').waitFor();
    await shot(owner, 'share-panel');
    await panel.getByRole('button', { name: '撤銷' }).click();
    const sure = owner.getByRole('dialog', { name: '撤銷這個分享？' });
    await sure.getByRole('button', { name: '撤銷' }).click();
    await other.getByText('分享已撤銷').waitFor(CUT);
    await closePanel(owner);
    await owner.getByLabel(/位參與者/).waitFor({ state: 'hidden', ...CUT });
    await other.goto(link);
    await other.reload();
    await other.getByRole('heading', { name: '分享已撤銷' }).waitFor();
    await shot(other, 'share-revoked');
  });

  it('read-only takes no keys, and is closed to whom it does not name', async () => {
    const owner = await working({ theme: 'dark' });
    const link = await shareWith(owner, 'han', '唯讀');
    const stranger = await follow(link, 'yun');
    await stranger.getByRole('heading', { name: '您不在邀請名單中' }).waitFor();

    const other = await follow(link, 'han', { theme: 'dark' });
    await other.getByText('唯讀', { exact: true }).waitFor();
    await runIn(other, shared(other), 'echo never-$((1+1))');
    await runIn(owner, own(owner), 'echo seen-$((5+5))');
    await shows(shared(other), 'seen-10');
    expect(await own(owner).locator('.xterm-rows').textContent()).not.toContain('never');
    await shot(other, 'share-guest-dark');
    await (await openPanel(owner, '分享連線')).getByText('有效的分享').waitFor();
    await shot(owner, 'share-panel-dark');
    await closePanel(owner);
    await runIn(owner, own(owner), 'exit');
    await other.getByRole('heading', { name: '已離開這個連線' }).waitFor();
  });

  it('is joined by an administrator from the list, and its person sees it', async () => {
    const owner = await working();
    const page = await openPage();
    await signIn(page, { password: PASSWORD, path: '/online-session' });
    const row = page.getByRole('row', { name: /web-01/ });
    await row.getByRole('button', { name: /更多/ }).click();
    const [joined] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('menuitem', { name: '加入' }).click(),
    ]);
    await joined.getByText(`${PEOPLE.mei}（mei） · web-01`).waitFor();
    await owner.getByText(/已加入這個連線/).waitFor();
    await runIn(joined, shared(joined), 'echo help-$((6+6))');
    await shows(own(owner), 'help-12');
    const present = async () => {
      const { data } = await admin.call<Rows<SessionRow>>('GET', '/sessions/paging?status=connected');
      return data.items.map(({ participants }) => participants.length);
    };
    await expect.poll(present, PATIENT).toEqual([1]);
    // Beside the last column, which has the actions.
    await expect.poll(() => row.getByRole('cell').nth(-2).innerText(), PATIENT).toBe('1');
    await shot(page, 'share-list');
    await joined.getByRole('button', { name: '離開' }).click();
    await owner.getByText(/已離開這個連線/).waitFor();
  });
});
