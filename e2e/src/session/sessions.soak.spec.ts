// Live and past sessions through the console: watching, writing to, disconnecting, playing back, reviewing, deleting.
import { setTimeout as sleep } from 'node:timers/promises';

import type { Asset } from '@jadegate/contract/access/asset';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import type { RecordingHit } from '@jadegate/contract/session/session-recording';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';
import { RawTerminal } from '../support/raw-terminal.ts';

const PASSWORD = 'a password for tests';
const LESSER = { username: 'reader', password: 'a quiet harbour view' };
const PATIENT = { timeout: 15_000 };

const browser = useBrowser();
let product: Product;
let admin: Client;
let token = '';
let assetId = '';
const terminals: RawTerminal[] = [];

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  const login = await admin.call<{ token: string }>('POST', '/login', {
    username: 'admin',
    password: PASSWORD,
  });
  token = login.data.token;
  admin.useToken(token);
  const { data } = await admin.call<Asset>('POST', '/assets', {
    name: 'web-01',
    protocol: 'ssh',
    ip: hosts.LOOPBACK,
    port: hosts.ssh.port,
    accountType: 'custom',
    username: hosts.ssh.username,
    password: hosts.ssh.password,
  });
  assetId = data.id;
  await admin.call('POST', `/assets/${assetId}/tcping`);
});
afterAll(async () => {
  terminals.forEach((terminal) => terminal.close());
  await product.dispose();
});

async function opened(): Promise<{ id: string; terminal: RawTerminal }> {
  const { data } = await admin.call<CreatedSession>('POST', `/sessions?assetId=${assetId}&mode=native`);
  const terminal = new RawTerminal(product.url, data.id, token);
  terminals.push(terminal);
  await expect.poll(() => terminal.shown, PATIENT).toMatch(/[$#] $/);
  return { id: data.id, terminal };
}

async function says(terminal: RawTerminal, text: string): Promise<void> {
  // The shell puts the two together, so that the echo of the command is not taken for its answer.
  terminal.type(`printf '%s%s\\n' '${text.slice(0, 3)}' '${text.slice(3)}'\r`);
  await expect.poll(() => terminal.shown, PATIENT).toContain(text);
}

async function row(id: string): Promise<SessionRow> {
  return (await admin.call<SessionRow>('GET', `/sessions/${id}`)).data;
}

async function openPage(path: string, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newPage({ baseURL: product.url, theme });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

const screenOf = (page: Page) => async () =>
  (await page.locator('.xterm-rows').innerText()).replaceAll('\u00A0', ' ');

describe('a live session', () => {
  it('is listed, watched with its current screen, written to and disconnected', async () => {
    const { id, terminal } = await opened();
    await says(terminal, 'before-watching');
    const page = await openPage('/online-session');
    await page.getByRole('cell', { name: 'web-01' }).first().waitFor();
    await shot(page, 'online-sessions');

    const monitor = await openPage(`/term-monitor?sessionId=${id}&assetName=web-01&userName=admin`, 'dark');
    await expect.poll(screenOf(monitor), PATIENT).toContain('before-watching');
    await says(terminal, 'while-watching');
    await expect.poll(screenOf(monitor), PATIENT).toContain('while-watching');
    await shot(monitor, 'term-monitor-dark');

    await monitor.getByRole('button', { name: '傳送訊息' }).click();
    await monitor.getByRole('textbox', { name: '訊息' }).fill('請先存檔');
    await monitor.getByRole('button', { name: '傳送', exact: true }).click();
    const notice = () => terminal.frames.findLast((frame) => frame.type === 'notice')?.notice.text;
    await expect.poll(notice, PATIENT).toContain('請先存檔');

    await page
      .getByRole('button', { name: /更多操作/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: '中斷連線', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '中斷連線' }).click();
    await expect.poll(() => terminal.reason, PATIENT).toBe('已由管理員中斷連線');
    await monitor.getByText('已由管理員中斷連線').waitFor();
    await page.getByText('目前沒有人連線').waitFor();
  });
});

describe('a past session', () => {
  it('is played from the moment a link names, sought in, reviewed and deleted', async () => {
    const { id, terminal } = await opened();
    await says(terminal, 'first-thing');
    // A colour of its own is drawn with a style, which the policy for content has to let through.
    terminal.type(String.raw`printf '\e[38;2;9;8;7mcoloured\e[0m\n'` + '\r');
    await sleep(3000);
    terminal.type('clear\r');
    await sleep(500);
    await says(terminal, 'second-thing');
    terminal.type('exit\r');
    await expect.poll(async () => (await row(id)).status, PATIENT).toBe('disconnected');
    expect((await row(id)).reviewed).toBe(false);

    const list = await openPage('/offline-session');
    await list.getByText('未檢閱').first().waitFor();
    await shot(list, 'offline-sessions');

    const { data } = await admin.call<{ hits: RecordingHit[] }>(
      'GET',
      `/sessions/${id}/recording/search?text=first-thing`,
    );
    const seconds = ((data.hits.at(-1)?.at ?? 0) + 1500) / 1000;
    const page = await openPage(`/term-playback?sessionId=${id}&at=${seconds}`);
    const screen = screenOf(page);
    await expect.poll(screen, PATIENT).toContain('first-thing');
    expect(await screen()).not.toContain('second-thing');
    await page.keyboard.press('Space');
    await expect.poll(screen, PATIENT).toContain('second-thing');
    expect(await screen()).not.toContain('first-thing');
    await page.getByLabel('搜尋錄影內容').fill('FIRST-thing');
    await page.getByLabel('搜尋錄影內容').press('Enter');
    const found = page.getByRole('complementary', { name: '搜尋結果' });
    await found.getByRole('status').waitFor();
    await page.getByLabel('搜尋錄影內容').press('Shift+Enter');
    const visited = found.locator('[aria-current]');
    expect(await visited.textContent()).toContain('first-thing');
    await expect.poll(() => page.locator('.xterm-decoration').count(), PATIENT).toBeGreaterThan(0);
    // Once around the circle, and back where it began.
    const stood = await found.getByRole('status').textContent();
    const hits = await found.getByRole('button', { name: /first-thing/ }).count();
    for (let step = 0; step < hits; step += 1) {
      await page.getByLabel('搜尋錄影內容').press('Enter');
    }
    expect(await found.getByRole('status').textContent()).toBe(stood);
    // The commands and the finds are marked on the timeline.
    expect(await page.locator('[data-tone="command"], [data-tone="hit"]').count()).toBeGreaterThan(1);
    await found
      .getByRole('button', { name: /first-thing/ })
      .last()
      .click();
    await expect.poll(screen, PATIENT).toContain('first-thing');
    await shot(page, 'term-playback');
    expect((await row(id)).reviewed).toBe(true);

    await list.reload();
    await list.getByText('已檢閱').first().waitFor();
    await list
      .getByRole('button', { name: /更多操作/ })
      .first()
      .click();
    await list.getByRole('menuitem', { name: '標示為未檢閱' }).click();
    await expect.poll(async () => (await row(id)).reviewed, PATIENT).toBe(false);
    await list
      .getByRole('button', { name: /更多操作/ })
      .first()
      .click();
    await list.getByRole('menuitem', { name: '刪除' }).click();
    await list.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await expect
      .poll(async () => (await admin.call('GET', `/sessions/${id}`)).error, PATIENT)
      .toBe('session.not_found');
  });

  it('and a live one are closed to those who lack the rights', async () => {
    const past = await opened();
    past.terminal.type('exit\r');
    await expect.poll(async () => (await row(past.id)).status, PATIENT).toBe('disconnected');
    const { id } = await opened();
    const menus = [{ menuId: 'offline-session', checked: true }];
    const role = await admin.call<{ id: string }>('POST', '/roles', { name: 'readers', menus });
    await admin.call('POST', '/users', {
      ...LESSER,
      nickname: '讀者',
      type: 'admin',
      roles: [role.data.id],
      mustChangePassword: false,
    });
    const reader = new Client(product.url);
    await reader.login(LESSER.username, LESSER.password);
    const { data } = await reader.call<Rows<SessionRow>>('GET', '/sessions/paging?status=disconnected');
    expect(data.total).toBeGreaterThan(0);
    for (const [method, path] of [
      ['POST', '/sessions/clear'],
      ['POST', '/sessions/reviewed'],
      ['POST', `/sessions/${id}/reviewed`],
      ['POST', `/sessions/${id}/disconnect`],
      ['POST', '/sessions/disconnect-user?userId=x'],
      ['DELETE', `/sessions/${id}`],
      ['GET', `/sessions/${id}/recording/segments`],
    ] as const) {
      expect(await reader.call(method, path)).toMatchObject({ code: 403 });
    }
    expect((await row(id)).status).toBe('connected');
    const page = await browser.newPage({ baseURL: product.url });
    await signIn(page, { ...LESSER, path: '/offline-session' });
    await page.getByRole('cell', { name: 'web-01' }).first().waitFor();
    expect(await page.getByRole('button', { name: /更多/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /播放/ }).count()).toBe(0);
  });
});
