// Desktops in Chromium, against a real guacd, TigerVNC and xrdp: from the first key to the recording. What else people do
// there is in desktop*.soak.spec.ts.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';

import type { Asset } from '@jadegate/contract/access/asset';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn, type SignIn } from '../support/console.ts';
import { joinedPicture, picture, point, sitAt, typed } from '../support/desktop-page.ts';
import { PASSWORD, PATIENT, SessionBed, type Person } from '../support/session-bed.ts';
import { useSharedDisplay } from '../support/shared-display.ts';
import { connected, openPanel } from '../support/terminal-page.ts';
import { until } from '../support/until.ts';
import { rdpDisplay, VNC_DISPLAY, XWindow, type Display } from '../support/x-window.ts';

useSharedDisplay();
const browser = useBrowser();
let bed: SessionBed;
let mei: Person;
const ids = { screen: '', office: '' };
const windows: XWindow[] = [];

beforeAll(async () => {
  bed = await SessionBed.start({ env: { GUACD_HOST: hosts.LOOPBACK, GUACD_PORT: String(hosts.guacd.port) } });
  mei = await bed.person({ username: 'mei', nickname: '陳美玲' });
  const desktop = (place: object) =>
    bed.make<Asset>('/assets', { ip: hosts.LOOPBACK, accountType: 'custom', ...place });
  ids.screen = (await desktop({ name: 'screen', protocol: 'vnc', ...hosts.vnc })).id;
  const office = { name: 'office', protocol: 'rdp', 'enable-drive': true, ...hosts.rdpThree };
  ids.office = (await desktop(office)).id;
  // The test takes its certificate in.
  await bed.admin.call('POST', `/assets/${ids.office}/tcping`);
  const strategy = await bed.make<{ id: string }>('/strategies', { name: 'open', copy: true, paste: true });
  await bed.make('/authorised/users', {
    userIds: [mei.id],
    assetId: ids.screen,
    strategyId: strategy.id,
  });
});
afterEach(() => Promise.all(windows.splice(0).map((window) => window.close())));
afterAll(() => bed.product.dispose());

async function openPage(who: SignIn): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: bed.product.url });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: bed.product.url });
  await signIn(page, who);
  return page;
}

async function openXWindow(display: Display = VNC_DISPLAY): Promise<XWindow> {
  const window = await XWindow.open(display);
  windows.push(window);
  await until('the window', async () => (await window.isReady()) || undefined);
  return window;
}

/** How bright the picture of a desktop is, from 0 to 255; 0 before it is drawn. */
function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid="screen"] canvas');
    if (!canvas || canvas.width === 0) {
      return 0;
    }
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) {
      sum += data[at] ?? 0;
    }
    return sum / (data.length / 4 || 1);
  });
}

it('a VNC desktop takes keys and what is pasted, is joined and ended by an administrator, and played', async () => {
  const own = await openPage({
    ...mei,
    path: `/access?assetId=${ids.screen}&assetName=screen&protocol=vnc`,
  });
  await connected(own);
  const window = await openXWindow();
  const panel = await openPanel(own, '剪貼簿');
  await panel.getByLabel('傳送到遠端').fill('pasted in\n');
  await panel.getByRole('button', { name: '送到遠端剪貼簿' }).click();
  await panel.getByText('已送到遠端剪貼簿').waitFor();
  await sitAt(own, window);
  await own.keyboard.press('Shift+Insert');
  // The program asks for the clipboard, and reads keys meanwhile.
  await typed(window, 'pasted in\n');
  // As an input method does it: the text is there when it is certain.
  await own.keyboard.insertText('玉門關');
  await own.keyboard.type(' mine ');
  execFileSync('xclip', ['-i', '-selection', 'clipboard'], {
    env: { ...process.env, ...VNC_DISPLAY.env },
    input: 'copied out',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await expect.poll(() => panel.getByLabel('遠端複製的文字').inputValue(), PATIENT).toBe('copied out');
  expect(await own.evaluate(() => navigator.clipboard.readText())).toBe('copied out');
  await shot(own, 'desktop-vnc');

  const live = await bed.admin.call<Rows<SessionRow>>('GET', '/sessions/paging?pageSize=10&status=connected');
  const id = live.data.items[0]?.id ?? '';
  const path = `/guacd-monitor?sessionId=${id}&assetName=screen`;
  const admin = await openPage({ password: PASSWORD, path });
  await admin.getByRole('button', { name: '加入' }).click();
  await own.getByText('1 位參與者').waitFor();
  const shared = await joinedPicture(admin);
  await point(admin, window.spot, undefined, shared);
  await admin.keyboard.type('and theirs');
  await admin.keyboard.press('Enter');
  await typed(window, 'pasted in\n玉門關 mine and theirs\n');
  await shot(admin, 'desktop-joined-admin');
  await admin.getByRole('button', { name: '離開' }).click();
  await own.getByText('1 位參與者').waitFor({ state: 'hidden' });
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  await own.getByText('已由管理員中斷連線').first().waitFor();
  expect(await bed.over(id)).toMatchObject({ code: 802, mode: 'guacd', recording: '1', reviewed: false });

  await admin.goto(`/guacd-playback?sessionId=${id}`);
  await admin.getByRole('slider').press('End');
  await expect.poll(() => brightness(admin), PATIENT).toBeGreaterThan(10);
  expect(await bed.row(id)).toMatchObject({ reviewed: true });
  await shot(admin, 'guacd-playback');
});

/** On the RDP host, as the account that is logged in there. */
function onHost(script: string): string {
  const { username } = hosts.rdpThree;
  const as = [`--reuid=${username}`, `--regid=${username}`, '--init-groups'];
  const env = { HOME: `/home/${username}`, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
  return execFileSync('setpriv', [...as, 'sh', '-c', script], { env, timeout: PATIENT.timeout })
    .toString()
    .trim();
}

it('an RDP desktop follows the window, takes keys, and files through its drive', async () => {
  const { office } = ids;
  const page = await openPage({
    password: PASSWORD,
    path: `/access?assetId=${office}&assetName=office&protocol=rdp`,
  });
  await connected(page);
  const width = async () => Math.round((await picture(page).boundingBox())?.width ?? 0);
  await expect.poll(width, PATIENT).toBeGreaterThan(1200);
  // While it still begins, from which xrdp would take no keys any more.
  await page.setViewportSize({ width: 1200, height: 900 });
  const display = await until('the desktop of the account', () => rdpDisplay(hosts.rdpThree.username));
  const window = await openXWindow(display);
  await expect.poll(width, PATIENT).toBeLessThanOrEqual(1200);
  await sitAt(page, window, 'as drawn');
  await page.keyboard.type('hello office');
  await page.keyboard.press('Enter');
  await typed(window, 'hello office\n');

  const panel = await openPanel(page, '檔案');
  const name = `報表-${randomUUID()}.bin`;
  const buffer = randomBytes(300_000);
  await panel.getByLabel('上傳檔案').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await panel.getByRole('row').filter({ hasText: name }).waitFor();
  const file = `/home/${hosts.rdpThree.username}/thinclient_drives/GUACFS/${name}`;
  const sum = () => onHost(`sha256sum < "${file}" || true`);
  await expect.poll(sum, PATIENT).toContain(createHash('sha256').update(buffer).digest('hex'));
  await shot(page, 'desktop-rdp');
});
