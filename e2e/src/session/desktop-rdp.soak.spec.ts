// An RDP desktop in Chromium: what is typed and pasted, files through the drive, and who has the keyboard.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Asset } from '@jadegate/contract/access/asset';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { picture, sitAt, typed } from '../support/desktop-page.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { useSharedDisplay } from '../support/shared-display.ts';
import { closePanel, connected, openPanel } from '../support/terminal-page.ts';
import { until } from '../support/until.ts';
import { rdpDisplay, VNC_DISPLAY, XWindow, type Display } from '../support/x-window.ts';

useSharedDisplay();
const browser = useBrowser();
let bed: SessionBed;
const ids = { office: '', lab: '', 'web-01': '' };
const ACCOUNTS = { office: hosts.rdpOne.username, lab: hosts.rdpTwo.username };
const windows: XWindow[] = [];

beforeAll(async () => {
  bed = await SessionBed.start({ env: { GUACD_HOST: hosts.LOOPBACK, GUACD_PORT: String(hosts.guacd.port) } });
  const desktop = (place: object) =>
    bed.make<Asset>('/assets', { ip: hosts.LOOPBACK, accountType: 'custom', ...place });
  const rdp = { protocol: 'rdp', 'enable-drive': true };
  ids.office = (await desktop({ name: 'office', ...rdp, ...hosts.rdpOne })).id;
  ids.lab = (await desktop({ name: 'lab', ...rdp, ...hosts.rdpTwo })).id;
  // The test takes their certificates in.
  await bed.admin.call('POST', `/assets/${ids.office}/tcping`);
  await bed.admin.call('POST', `/assets/${ids.lab}/tcping`);
  ids['web-01'] = await bed.asset('web-01', { port: hosts.ssh.port });
});
afterEach(() => Promise.all(windows.splice(0).map((window) => window.close())));
afterAll(() => bed.product.dispose());

async function openOffice(): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: bed.product.url, unused: true });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: bed.product.url });
  const path = `/access?assetId=${ids.office}&assetName=office&protocol=rdp`;
  await signIn(page, { password: PASSWORD, path });
  await connected(page);
  return page;
}

async function openXWindow(display: Display): Promise<XWindow> {
  const window = await XWindow.open(display, { pastes: true });
  windows.push(window);
  await expect.poll(() => window.isReady(), { timeout: 15_000 }).toBe(true);
  return window;
}

/** A window on the desktop of the account, which is as wide as the place for it. */
async function sitIn(
  page: Page,
  name: keyof typeof ACCOUNTS,
): Promise<{ window: XWindow; display: Display }> {
  const display = await until('the desktop of the account', () => rdpDisplay(ACCOUNTS[name]));
  // A new desktop is black at first: whoever sits down before it is drawn types to nobody.
  await expect.poll(() => shareOfBackground(page), PATIENT).toBeGreaterThan(0.3);
  const window = await openXWindow(display);
  await sitAt(page, window, 'as drawn');
  return { window, display };
}

/** On the RDP host, as the account that is logged in there. */
function onHost(script: string, { env }: Pick<Display, 'env'> = VNC_DISPLAY, input = ''): string {
  const { username } = hosts.rdpOne;
  const as = [`--reuid=${username}`, `--regid=${username}`, '--init-groups'];
  const place = { HOME: `/home/${username}`, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...env };
  return execFileSync('setpriv', [...as, 'sh', '-c', script], {
    env: place,
    input,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: PATIENT.timeout,
  })
    .toString()
    .trim();
}

/** How much of what a person sees of the desktop is the colour of its background, from 0 to 1. */
async function shareOfBackground(page: Page): Promise<number> {
  const png = (await picture(page).screenshot()).toString('base64');
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      // Steel blue, in as many colours as the host sends.
      const away = [70, 130, 180].map((part, index) => Math.abs((data[at + index] ?? 0) - part));
      count += Math.max(...away) < 12 ? 1 : 0;
    }
    return count / (data.length / 4);
  }, png);
}

it('is seen, takes text with Han characters and line ends, and gives it', async () => {
  const page = await openOffice();
  const { window, display } = await sitIn(page, 'office');
  await page.keyboard.type('hello office');
  await page.keyboard.press('Enter');
  await typed(window, 'hello office\n');

  const text = '第一行，繁體中文\n第二行 ✓\n';
  const panel = await openPanel(page, '剪貼簿');
  await panel.getByLabel('傳送到遠端').fill(text);
  await panel.getByRole('button', { name: '送到遠端剪貼簿' }).click();
  await panel.getByText('已送到遠端剪貼簿').waitFor();
  // What programs there paste.
  const pasted = () => onHost('timeout 2 xclip -o -selection clipboard -t UTF8_STRING || true', display);
  await expect.poll(pasted, PATIENT).toBe(text.trim());

  const copied = '複製出來的\n兩行 ✓';
  // It stays, to be asked: nobody may wait for its output.
  onHost('xclip -i -selection clipboard > /dev/null', display, copied);
  await expect.poll(() => panel.getByLabel('遠端複製的文字').inputValue(), PATIENT).toBe(copied);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText()), PATIENT).toBe(copied);
  await shot(page, 'desktop-rdp-clipboard');

  // What would arrive as something else is named before it is sent.
  await panel.getByLabel('傳送到遠端').fill('笑 😀');
  await panel.getByText('「😀」送到遠端後會變成其他字元').waitFor();

  // This host takes no keys that no keyboard has; what an input method composed is pasted instead.
  await panel.getByRole('combobox', { name: '輸入法的文字' }).click();
  await page.getByTitle('以剪貼簿貼上（Ctrl+V）').click();
  await closePanel(page);
  await sitAt(page, window, 'as drawn');
  await page.keyboard.insertText('玉門關');
  await page.keyboard.type(' ok');
  await page.keyboard.press('Enter');
  await expect.poll(() => window.lines(), PATIENT).toMatch(/\n玉門關 ok\n$/);

  // The host drops keys while it takes another size, so none may reach it then.
  const alphabet = 'abcdefghijklmnopqrstuvwxyz';
  await page.setViewportSize({ width: 1300, height: 900 });
  await page.keyboard.type(alphabet, { delay: 40 });
  await page.keyboard.press('Enter');
  await expect.poll(() => window.lines(), PATIENT).toMatch(new RegExp(`\n${alphabet}\n$`));
});

it('carries files through its drive, from the panel and back, byte for byte', async () => {
  const page = await openOffice();
  const panel = await openPanel(page, '檔案');
  const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const name = `報表-${randomUUID()}.bin`;
  const bytes = randomBytes(300_000);
  await panel
    .getByLabel('上傳檔案')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  const row = (file: string) => panel.getByRole('row').filter({ hasText: file });
  await row(name).waitFor();
  // A drive has no shell to go along with.
  expect(await panel.getByText('跟隨目前目錄').count()).toBe(0);
  const drive = `/home/${ACCOUNTS.office}/thinclient_drives/GUACFS`;
  const read = () => onHost(`sha256sum < "${drive}/${name}" || true`);
  await expect.poll(read, PATIENT).toContain(sha(bytes));

  const back = `from-host-${randomUUID()}`;
  onHost(`head -c 200000 /dev/urandom > "${drive}/${back}"`);
  const sum = onHost(`sha256sum < "${drive}/${back}"`).slice(0, 64);
  await panel.getByRole('button', { name: '重新整理' }).click();
  const given = page.waitForEvent('download');
  await row(back).getByRole('button', { name: /^下載/ }).click();
  expect(sha(await readFile(await (await given).path()))).toBe(sum);
  await shot(page, 'desktop-rdp-drive');
  await closePanel(page);
});

it('gives keys only to the one in front of two desktops and a terminal, also after a dialog and another window', async () => {
  const file = join(tmpdir(), `desktop-${randomUUID()}`);
  const page = await openOffice();
  const { window: office } = await sitIn(page, 'office');
  await page.keyboard.type('one');
  const chooser = page.getByRole('dialog', { name: '開啟主機' });
  const openBeside = async (name: string) => {
    await page.keyboard.press('Alt+Shift+T');
    await chooser.getByRole('searchbox').fill(name);
    // Those that another window has are listed below.
    await chooser.getByRole('button', { name }).first().click();
    await chooser.waitFor({ state: 'hidden' });
    await connected(page);
  };
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(payload.toString())));

  await openBeside('lab');
  const { window: lab } = await sitIn(page, 'lab');
  await page.keyboard.type('lab');

  // Another window comes before this one while a key is down: nothing stays down on the desktop.
  const other = await page.context().newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const hasFocus = () => page.evaluate(() => document.hasFocus());
  await page.bringToFront();
  await expect.poll(hasFocus).toBe(true);
  const shift = (isDown: boolean) =>
    sent.filter((frame) => frame === `3.key,5.65505,1.${isDown ? 1 : 0};`).length;
  await page.keyboard.down('Shift');
  await expect.poll(() => shift(true)).toBe(1);
  await other.bringToFront();
  await expect.poll(hasFocus).toBe(false);
  await expect.poll(() => shift(false)).toBe(1);
  await other.keyboard.type('elsewhere');
  await page.keyboard.up('Shift');
  await other.close();
  await page.bringToFront();
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.type(' again');
  await page.keyboard.press('Enter');
  await typed(lab, 'lab again\n');

  await openBeside('web-01');
  await page.keyboard.type(`printf terminal > ${file}\n`);
  await expect.poll(() => readFile(file, 'utf8').catch(() => ''), PATIENT).toBe('terminal');
  await rm(file);

  await page.keyboard.press('Alt+Shift+Digit1');
  await connected(page);
  // A dialog that is closed again gives the keyboard back to the one in front.
  const keyboard = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await page.keyboard.press('Alt+Shift+T');
  await chooser.waitFor();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Escape');
  await expect.poll(keyboard).toContain('遠端桌面輸入');
  await page.keyboard.type(' two');
  await page.keyboard.press('Enter');
  await typed(office, 'one two\n');

  await page.keyboard.press('Alt+Shift+Digit2');
  await connected(page);
  await expect.poll(keyboard).toContain('遠端桌面輸入');
  await page.keyboard.type('once more');
  await page.keyboard.press('Enter');
  await typed(lab, 'lab again\nonce more\n');
  await typed(office, 'one two\n');
  await shot(page, 'desktop-rdp-two');
});
