// The files of a machine in Chromium, against a real sshd: the drawer, the editor and what is shown of a file. What else
// people do there is in file*.soak.spec.ts.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { settle, shot, useBrowser } from '../support/browser.ts';
import { act, entryOf, useFileDrawer } from '../support/file-drawer.ts';
import { ATTACK, pdfThat, PICTURE } from '../support/preview-files.ts';

const PATIENT = { timeout: 30_000 };

const files = useFileDrawer(useBrowser());
/** Files of the person in front of the browser. */
let desk = '';

beforeAll(async () => {
  desk = await mkdtemp(join(tmpdir(), 'jadegate-desk-'));
});
afterAll(() => rm(desk, { recursive: true, force: true }));

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function look(page: Page, drawer: Locator, name: string): Promise<Locator> {
  await drawer.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name, exact: true });
}

async function close(page: Page, dialog: Locator): Promise<void> {
  // While it grows its button moves, and what is pressed where the button was is not pressed.
  await settle(page);
  await dialog.getByRole('button', { name: '關閉' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await settle(page);
}

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" onload="${ATTACK}"><script>${ATTACK}</script></svg>`;

it('go to the machine and come back, are edited and removed, and are shown without running anything', async () => {
  await files.put('picture.png', PICTURE);
  await files.put('drawing.svg', DRAWING);
  // What only has the name of a picture.
  await files.put('drawing.png', DRAWING);
  await files.put('scripted.pdf', pdfThat("/OpenAction << /S /JavaScript /JS (app.alert\\('ran'\\)) >>"));
  await files.put('dos.ini', 'a=1\r\nb=2\r\n');
  await mkdir(join(desk, 'photos/deep'), { recursive: true });
  await writeFile(join(desk, 'photos/deep/one.bin'), randomBytes(2000));
  const buffer = randomBytes(50_000);
  const { page, drawer } = await files.open();
  const attacks: string[] = [];
  page.on('dialog', (dialog) => attacks.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => request.url().includes('/ran') && attacks.push(request.url()));
  await drawer
    .getByLabel('上傳檔案')
    .setInputFiles({ name: '報表.bin', mimeType: 'application/octet-stream', buffer });
  await drawer.getByLabel('上傳資料夾').setInputFiles(join(desk, 'photos'));
  // the first may be over before the second begins
  const uploaded = () => readdir(join(files.dir, 'photos/deep')).catch(() => []);
  await expect.poll(uploaded, PATIENT).toEqual(['one.bin']);
  await drawer.getByText('上傳已結束').waitFor(PATIENT);
  expect(sha(await readFile(join(files.dir, '報表.bin')))).toBe(sha(buffer));

  const given = page.waitForEvent('download');
  await entryOf(drawer, '報表').getByRole('button', { name: /^下載/ }).click();
  expect(sha(await readFile(await (await given).path()))).toBe(sha(buffer));

  await act(page, drawer, '報表.bin', '重新命名');
  await page.getByLabel('新名稱').fill('改名後.bin');
  await page
    .getByRole('dialog', { name: '重新命名「報表.bin」' })
    .getByRole('button', { name: '重新命名' })
    .click();
  await entryOf(drawer, '改名後.bin').waitFor();
  await act(page, drawer, '改名後.bin', '變更權限');
  await page.getByLabel('數值').fill('0640');
  await page.getByRole('button', { name: '套用' }).click();
  await expect.poll(async () => (await stat(join(files.dir, '改名後.bin'))).mode & 0o7777).toBe(0o640);
  await shot(page, 'files');
  // Below the title of the panel two rows of what can be done, then the files.
  const [panel, table] = [await drawer.boundingBox(), await drawer.getByRole('table').first().boundingBox()];
  expect((table?.y ?? Infinity) - (panel?.y ?? 0)).toBeLessThan(40 + 2 * 40 + 30);

  const editor = await look(page, drawer, 'dos.ini');
  await editor.getByText('CRLF', { exact: true }).waitFor();
  await editor.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('c=3\n');
  await editor.getByRole('button', { name: '儲存' }).click();
  await expect.poll(() => readFile(join(files.dir, 'dos.ini'), 'latin1')).toBe('a=1\r\nb=2\r\nc=3\r\n');
  // The file has it before the page knows, which would ask whether to discard it.
  await page.getByText('已儲存').first().waitFor();
  await close(page, editor);

  await act(page, drawer, 'photos', '刪除');
  const removal = page.getByRole('dialog', { name: '刪除「photos」？' });
  await removal.getByText('資料夾內的所有內容會一併刪除').waitFor();
  await removal.getByRole('button', { name: '刪除' }).click();
  await expect.poll(() => readdir(files.dir), PATIENT).not.toContain('photos');

  const shown = await look(page, drawer, 'picture.png');
  const picture = shown.getByRole('img', { name: 'picture.png' });
  const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width, PATIENT).toBe(1);
  await close(page, shown);
  for (const [name, words] of [
    ['drawing.svg', 'onload='],
    ['drawing.png', '無法顯示這個檔案'],
    ['scripted.pdf', '這份 PDF 含有指令碼'],
  ] as const) {
    const dialog = await look(page, drawer, name);
    await dialog.getByText(words).first().waitFor();
    await close(page, dialog);
  }
  expect(attacks).toEqual([]);
  expect(await page.evaluate(() => [document.title === 'ran', 'ran' in window])).toEqual([false, false]);
});
