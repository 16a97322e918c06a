// Desktops in Chromium, against a real guacd, TigerVNC and xrdp.
import { execFileSync } from 'node:child_process';

import type { Asset } from '@jadegate/contract/access/asset';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser, type PageOptions } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { picture, point, sitAt, typed } from '../support/desktop-page.ts';
import { PASSWORD, SessionBed, type Person } from '../support/session-bed.ts';
import { useSharedDisplay } from '../support/shared-display.ts';
import { closePanel, connected, openPanel } from '../support/terminal-page.ts';
import { XWindow } from '../support/x-window.ts';

useSharedDisplay();
const browser = useBrowser();
let bed: SessionBed;
let mei: Person;
let bound: Person;
const ids: Record<'screen' | 'office' | 'asks', string> = { screen: '', office: '', asks: '' };
let xWindow: XWindow | undefined;

interface Desktop {
  ip?: string;
  port: number;
  username?: string;
  password?: string;
}
const desktop = (name: string, protocol: 'rdp' | 'vnc', place: Desktop) =>
  bed.make<Asset>('/assets', { name, protocol, ip: hosts.LOOPBACK, accountType: 'custom', ...place });

beforeAll(async () => {
  bed = await SessionBed.start({ env: { GUACD_HOST: hosts.LOOPBACK, GUACD_PORT: String(hosts.guacd.port) } });
  mei = await bed.person({ username: 'mei', nickname: '陳美玲' });
  bound = await bed.person({ username: 'bound', nickname: '林一' });
  ids.screen = (await desktop('screen', 'vnc', hosts.vnc)).id;
  ids.asks = (await desktop('asks', 'vnc', { port: hosts.vnc.port })).id;
  ids.office = (await desktop('office', 'rdp', hosts.rdpThree)).id;
  // The test takes its certificate in.
  await bed.admin.call('POST', `/assets/${ids.office}/tcping`);
  const rights = {
    upload: false,
    download: false,
    delete: false,
    rename: false,
    edit: false,
    createDir: false,
  };
  const open = await bed.make<{ id: string }>('/strategies', {
    name: 'open',
    ...rights,
    copy: true,
    paste: true,
  });
  const shut = await bed.make<{ id: string }>('/strategies', {
    name: 'shut',
    ...rights,
    copy: false,
    paste: false,
  });
  for (const assetId of Object.values(ids)) {
    await bed.make('/authorised/users', { userIds: [mei.id], assetId, strategyId: open.id });
  }
  await bed.make('/authorised/users', { userIds: [bound.id], assetId: ids.screen, strategyId: shut.id });
});
afterEach(async () => {
  await xWindow?.close();
  xWindow = undefined;
});
afterAll(() => bed.product.dispose());

async function openPage(person: Person, options: PageOptions = {}): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: bed.product.url, ...options });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: bed.product.url });
  await signIn(page, person);
  return page;
}

/** From the list of one's own machines, as people do. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto('/my-asset');
  const href = await page.getByRole('link', { name: `連線 ${name}` }).getAttribute('href');
  await page.goto(href ?? '');
  await connected(page);
}

async function openXWindow(): Promise<XWindow> {
  const opened = await XWindow.open();
  xWindow = opened;
  await expect.poll(() => opened.isReady(), { timeout: 15_000 }).toBe(true);
  return opened;
}

/** Those that anybody has open there. */
async function openOn(name: keyof typeof ids): Promise<string[]> {
  const { data } = await bed.admin.call<Rows<SessionRow>>(
    'GET',
    '/sessions/paging?pageSize=50&status=connected',
  );
  return data.items.filter(({ assetName }) => assetName === name).map(({ id }) => id);
}

/** What somebody copies on the VNC host. */
function copyThere(text: string): void {
  execFileSync('xclip', ['-i', '-selection', 'clipboard'], {
    env: { ...process.env, DISPLAY: ':31' },
    input: text,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

describe('a VNC desktop', () => {
  it('opens from my hosts and takes keys, Han characters too', async () => {
    const page = await openPage(mei);
    await open(page, 'screen');
    const sessions = await openOn('screen');
    const window = await openXWindow();
    await sitAt(page, window);
    await page.keyboard.type('hello jadegate');
    await page.keyboard.press('Enter');
    await typed(window, 'hello jadegate\n');
    // As an input method does it: the text is there when it is certain.
    await page.keyboard.insertText('玉門關');
    await page.keyboard.press('Enter');
    await typed(window, 'hello jadegate\n玉門關\n');
    await shot(page, 'desktop-vnc');

    // A reload finds the desktop as it was, in the same session.
    await page.keyboard.type('before ');
    await page.reload();
    await connected(page);
    await point(page, window.spot);
    await page.keyboard.type('and after');
    await page.keyboard.press('Enter');
    await typed(window, 'hello jadegate\n玉門關\nbefore and after\n');
    expect(sessions).not.toEqual([]);
    expect(await openOn('screen')).toEqual(sessions);
  });

  it('takes what is pasted, and gives what is copied', async () => {
    const page = await openPage(mei);
    await open(page, 'screen');
    const window = await openXWindow();
    const panel = await openPanel(page, '剪貼簿');
    await panel.getByLabel('傳送到遠端').fill('pasted in\n');
    await panel.getByRole('button', { name: '送到遠端剪貼簿' }).click();
    await panel.getByText('已送到遠端剪貼簿').waitFor();
    await sitAt(page, window);
    await page.keyboard.press('Shift+Insert');
    await typed(window, 'pasted in\n');

    copyThere('copied out');
    await expect.poll(() => panel.getByLabel('遠端複製的文字').inputValue()).toBe('copied out');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('copied out');
    await shot(page, 'desktop-clipboard');

    // VNC carries Western European text only: what would be lost is said, and typing it is offered.
    await panel.getByLabel('傳送到遠端').fill('玉門 😀 gate');
    await panel.getByText('「玉門😀」送到遠端後會變成其他字元').waitFor();
    await shot(page, 'desktop-clipboard-lost');
    await panel.getByRole('button', { name: '以鍵盤輸入' }).click();
    await page.keyboard.press('Enter');
    await typed(window, 'pasted in\n玉門 😀 gate\n');
    await closePanel(page);
    await page.evaluate(() => navigator.clipboard.writeText('玉門關'));
    await point(page, window.spot);
    await page.keyboard.press('Control+v');
    await page.getByText('內容沒有貼上').first().waitFor();
    await page.keyboard.type('still here');
    await page.keyboard.press('Enter');
    await typed(window, 'pasted in\n玉門 😀 gate\nstill here\n');
  });

  it('neither takes nor gives where the strategy says so, and says it', async () => {
    const page = await openPage(bound);
    await open(page, 'screen');
    const window = await openXWindow();
    await page.evaluate(() => navigator.clipboard.writeText('not for the desktop'));
    await sitAt(page, window);
    await page.keyboard.press('Control+v');
    await page.getByText('授權政策不允許貼上內容到這台主機').first().waitFor();
    copyThere('not for the browser');
    await page.keyboard.type('typed');
    await page.keyboard.press('Enter');
    await typed(window, 'typed\n');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('not for the desktop');
    const panel = await openPanel(page, '剪貼簿');
    await panel.getByText('授權政策不允許從這台主機複製內容').waitFor();
    await panel.getByText('授權政策不允許貼上內容到這台主機').waitFor();
    await shot(page, 'desktop-refused');
    await closePanel(page);
  });

  it('asks for the password where none is stored', async () => {
    const page = await openPage(mei);
    await page.goto(`/access?assetId=${ids.asks}&assetName=asks&protocol=vnc`);
    const form = page.getByRole('form', { name: '登入遠端桌面' });
    await form.getByLabel('密碼').fill(hosts.vnc.password);
    await shot(page, 'desktop-login');
    await form.getByRole('button', { name: '登入' }).click();
    await connected(page);
    expect(await form.isVisible()).toBe(false);
  });
});

describe('an RDP desktop', () => {
  it('opens from my hosts, follows the window, and is shown on the whole screen', async () => {
    const page = await openPage(mei);
    await open(page, 'office');
    const ratio = async () => {
      const box = await picture(page).boundingBox();
      return Math.round(((box?.width ?? 0) / (box?.height ?? 1)) * 10) / 10;
    };
    await expect.poll(ratio, { timeout: 15_000 }).toBeGreaterThan(1.6);
    await page.setViewportSize({ width: 900, height: 900 });
    await expect.poll(ratio, { timeout: 15_000 }).toBeLessThan(1.2);
    await page.getByRole('button', { name: '全螢幕' }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await shot(page, 'desktop-rdp');
  });

  it('comes back with a reload, and tells its person who watches it and who ended it', async () => {
    const page = await openPage(mei);
    // One whose page was closed waits for its person.
    for (const waiting of await openOn('office')) {
      await bed.admin.call('POST', `/sessions/${waiting}/disconnect`);
      await bed.over(waiting);
    }
    await open(page, 'office');
    const sessions = await openOn('office');
    expect(sessions).toHaveLength(1);
    await page.reload();
    await connected(page);
    expect(await openOn('office')).toEqual(sessions);

    const [id = ''] = sessions;
    const monitor = await browser.newPage({ baseURL: bed.product.url });
    await signIn(monitor, { password: PASSWORD, path: `/guacd-monitor?sessionId=${id}&assetName=office` });
    await monitor.getByRole('status').filter({ hasText: '監看中' }).waitFor();
    await monitor.getByTestId('screen').locator('canvas').first().waitFor();
    await page.getByText('觀看中', { exact: true }).waitFor();
    await shot(page, 'desktop-rdp-watched');

    await monitor.getByRole('button', { name: '中斷連線' }).click();
    await monitor.getByRole('dialog').getByRole('button', { name: '中斷連線' }).click();
    const reason = '已由管理員中斷連線';
    await page.getByText(reason).first().waitFor();
    await monitor.getByText(reason).waitFor();
    await shot(page, 'desktop-rdp-ended');
    expect(await bed.over(id)).toMatchObject({ code: 802, message: reason, recording: '1' });
  });
});
