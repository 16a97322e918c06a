// The wall of live terminals, the file log, and the clipboard flags of a strategy, in Chromium against a real sshd.
import type { Asset } from '@jadegate/contract/access/asset';
import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { AuditLogRow } from '@jadegate/contract/platform/audit-log';
import type { CreatedSession } from '@jadegate/contract/session/session';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';
import { RawTerminal } from '../support/raw-terminal.ts';

const PASSWORD = 'a password for tests';
const MEI = { username: 'mei', password: 'a quiet harbour view' };
const PATIENT = { timeout: 20_000 };

const browser = useBrowser();
let product: Product;
let admin: Client;
let token = '';
let assetId = '';
const terminals: RawTerminal[] = [];

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  const login = { username: 'admin', password: PASSWORD };
  token = (await admin.call<{ token: string }>('POST', '/login', login)).data.token;
  admin.useToken(token);
  assetId = await anAsset('web-01');
});
afterAll(async () => {
  terminals.forEach((terminal) => terminal.close());
  await product.dispose();
});

async function anAsset(name: string): Promise<string> {
  const { port, username, password } = hosts.ssh;
  const account = { ip: hosts.LOOPBACK, port, accountType: 'custom', username, password };
  const { id } = await admin.make<Asset>('/assets', { name, protocol: 'ssh', ...account });
  await admin.call('POST', `/assets/${id}/tcping`);
  return id;
}

async function opened(): Promise<{ id: string; terminal: RawTerminal }> {
  const { data } = await admin.call<CreatedSession>('POST', `/sessions?assetId=${assetId}&mode=native`);
  const terminal = new RawTerminal(product.url, data.id, token);
  terminals.push(terminal);
  await expect.poll(() => terminal.shown, PATIENT).toMatch(/[$#] $/);
  return { id: data.id, terminal };
}

async function openPage(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: product.url, ...options });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

/** The sessions that entries name, as often as they do: each server writes down which of its own it showed. */
async function viewed(): Promise<string[]> {
  const { data } = await admin.call<Rows<AuditLogRow>>(
    'GET',
    '/audit-logs/paging?action=session.wall-viewed&pageSize=100',
  );
  return data.items.flatMap(({ detail }) => (detail['sessions'] as { id: string }[]).map(({ id }) => id));
}

describe('the wall', () => {
  it('shows what happens in each terminal, and leads to it', async () => {
    const first = await opened();
    const second = await opened();
    first.terminal.type(
      String.raw`clear; printf '\033[1;32mgreen-%s\033[0m \033[44mblue\033[0m\n' one` + '\r',
    );
    second.terminal.type('clear; ls -la --color=always / | head -15; echo second-$((40+2))\r');
    const page = await openPage('/online-session');
    await page.getByText('畫面牆', { exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('wall');
    const pictures = page.getByTestId('thumbnail');
    await expect.poll(() => pictures.count(), PATIENT).toBe(2);
    await pictures.getByText('green-one').waitFor(PATIENT);
    await pictures.getByText('second-42').waitFor(PATIENT);
    await shot(page, 'wall');

    second.terminal.type('clear; echo changed-$((40+3))\r');
    await pictures.getByText('changed-43').waitFor(PATIENT);
    expect(await pictures.getByText('second-42').count()).toBe(0);
    expect(await pictures.getByText('green-one').count()).toBe(1);
    // However often the page has asked: one look at each of these two.
    expect((await viewed()).toSorted()).toEqual([first.id, second.id].toSorted());

    const watching = page.context().waitForEvent('page');
    await pictures.first().click();
    expect(new URL((await watching).url()).pathname).toBe('/term-monitor');

    second.terminal.type('exit\r');
    await expect.poll(() => page.getByRole('listitem').filter({ has: pictures }).count(), PATIENT).toBe(1);
    await page.reload();
    await pictures.getByText('green-one').waitFor(PATIENT);
  });

  it('fits a phone, in the dark', async () => {
    const { terminal } = await opened();
    terminal.type('clear; echo on-a-phone\r');
    const page = await openPage('/online-session?view=wall', {
      theme: 'dark',
      viewport: { width: 390, height: 760 },
    });
    await page.getByTestId('thumbnail').getByText('on-a-phone').last().waitFor(PATIENT);
    await shot(page, 'wall-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it('asks nothing while nobody can see it', async () => {
    await opened();
    const page = await openPage('/online-session?view=wall');
    await page.getByTestId('thumbnail').first().waitFor(PATIENT);
    let asked = 0;
    page.on('request', (request) => (asked += request.url().includes('/screens') ? 1 : 0));
    await expect.poll(() => asked, PATIENT).toBeGreaterThan(0);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await page.waitForTimeout(1000);
    asked = 0;
    await page.waitForTimeout(7000);
    expect(asked).toBe(0);
  });
});

describe('the file log', () => {
  it('shows what was done, is filtered, and stands at the past session', async () => {
    const { id, terminal } = await opened();
    const folder = `/home/${hosts.ssh.username}/logged-${id.slice(-6)}`;
    await admin.call('POST', `/sessions/${id}/mkdir?dir=${encodeURIComponent(folder)}`);
    await admin.call('POST', `/sessions/${id}/edit`, { file: `${folder}/note.txt`, fileContent: 'hello' });
    await admin.call('POST', `/sessions/${id}/rm`, { file: folder });
    terminal.type('exit\r');

    const page = await openPage('/storage-log');
    const rows = page.getByRole('row').filter({ hasText: folder });
    await expect.poll(() => rows.count(), PATIENT).toBe(3);
    await rows.filter({ hasText: 'note.txt' }).getByText('5 B').waitFor();
    await shot(page, 'storage-log');
    await page.goto(`/storage-log?action=rm&sessionId=${id}`);
    await expect.poll(() => rows.count(), PATIENT).toBe(1);

    await page.goto('/offline-session');
    await page
      .getByRole('button', { name: /更多操作/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: '檔案', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(`${folder}/note.txt`).waitFor(PATIENT);
    await shot(page, 'storage-log-session');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/storage-log');
    await rows.first().waitFor(PATIENT);
    await shot(page, 'storage-log-dark');
  });
});

describe('a strategy without copying and pasting', () => {
  it('is kept for keys, menus, the mouse, dragging, other panes and the target itself', async () => {
    const none = Object.fromEntries(STRATEGY_FLAGS.map((flag) => [flag, false]));
    const { id: strategyId } = await admin.make<{ id: string }>('/strategies', { name: 'locked', ...none });
    await admin.make('/users', { ...MEI, nickname: '陳美玲', type: 'user', mustChangePassword: false });
    const { data: people } = await admin.call<{ id: string; nickname: string }[]>('GET', '/users');
    const userIds = people.filter(({ nickname }) => nickname === '陳美玲').map(({ id }) => id);
    await admin.make('/authorised/users', { userIds, assetId, strategyId });

    const page = await browser.newTerminalPage({ baseURL: product.url });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
    await signIn(page, { ...MEI, path: `/term?assetId=${assetId}&assetName=web-01&isWorker=true` });
    await page.getByRole('status').getByText('已連線').waitFor();
    const pane = page.locator('section[data-focused]').first();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const put = (text: string) => page.evaluate((value) => navigator.clipboard.writeText(value), text);
    const refused = (text: string) => page.getByText(text).first().waitFor();
    await put('from outside');

    await page.keyboard.type('echo secret-$((40+2))\n');
    await page.waitForTimeout(500);
    await pane.locator('.xterm-screen').click({ clickCount: 3, position: { x: 60, y: 80 } });
    await page.keyboard.press('Control+Shift+KeyC');
    await refused('不允許');
    await page.keyboard.press('Control+Insert');
    await pane.locator('.xterm-screen').click({ button: 'right', position: { x: 60, y: 80 } });
    for (const command of ['copy', 'cut']) {
      // oxlint-disable-next-line typescript/no-deprecated -- what the items of the browser's own menu do
      await page.evaluate((name) => document.execCommand(name), command);
    }
    const field = pane.locator('textarea');
    expect(
      await field.evaluate((area: HTMLTextAreaElement) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      ),
    ).toBe('');
    // The target asks the terminal to fill the clipboard.
    await page.keyboard.press('Escape');
    await pane.locator('.xterm-screen').click();
    await page.keyboard.type(String.raw`printf '\033]52;c;c3RvbGVu\a'` + '\n');
    await page.waitForTimeout(800);
    expect(await clipboard()).toBe('from outside');

    await put('pasted-text');
    await page.keyboard.press('Shift+Insert');
    await page.keyboard.press('Control+Shift+KeyV');
    for (const name of ['paste', 'drop']) {
      await field.evaluate((area, kind) => {
        const data = new DataTransfer();
        data.setData('text/plain', 'pasted-text');
        area.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      }, name);
    }
    await page.waitForTimeout(800);
    const { data } = await admin.call<Rows<{ id: string; creatorName: string }>>(
      'GET',
      '/sessions/paging?status=connected&pageSize=100',
    );
    const mine = data.items.find(({ creatorName }) => creatorName === '陳美玲');
    const screens = await admin.call<{ picture?: { lines: { text: string }[][] } }[]>(
      'GET',
      `/sessions/${mine?.id ?? ''}/screens`,
    );
    const text =
      screens.data[0]?.picture?.lines
        .flat()
        .map((run) => run.text)
        .join('\n') ?? '';
    expect(text).toContain('secret-42');
    expect(text).not.toContain('pasted-text');
  });
});
