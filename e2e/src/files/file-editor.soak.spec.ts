// The editor of the file drawer in Chromium, against the files of a real sshd.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { settle, shot, useBrowser } from '../support/browser.ts';
import { entryOf, useFileDrawer } from '../support/file-drawer.ts';

const files = useFileDrawer(useBrowser());

describe('the editor', () => {
  async function edit(drawer: Locator, page: Page, name: string): Promise<Locator> {
    await entryOf(drawer, name).getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name, exact: true });
    await dialog.locator('.cm-content').waitFor();
    return dialog;
  }

  async function append(page: Page, dialog: Locator, text: string): Promise<void> {
    await dialog.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(text);
    await dialog.getByRole('button', { name: '儲存' }).click();
  }

  it('keeps line endings and encodings as the file has them', async () => {
    await files.put('dos.ini', 'a=1\r\nb=2\r\n');
    const big5 = Buffer.from([0xa4, 0xa4, 0xa4, 0xe5, 0x0a]); // 中文
    await files.put('big5.txt', big5);
    await files.put('utf8.txt', '中文\n');
    await files.put('binary.dat', Buffer.from([0x50, 0, 1, 2, 0xff]));
    const { page, drawer } = await files.open();

    const dos = await edit(drawer, page, 'dos.ini');
    await dos.getByText('CRLF', { exact: true }).waitFor();
    await dos.getByText('UTF-8（自動偵測）').waitFor();
    await append(page, dos, 'c=3\n');
    await expect.poll(() => readFile(join(files.dir, 'dos.ini'), 'latin1')).toBe('a=1\r\nb=2\r\nc=3\r\n');
    await shot(page, 'files-editor');
    await dos.getByRole('button', { name: '關閉' }).click();

    const old = await edit(drawer, page, 'big5.txt');
    await old.getByText('Big5（自動偵測）').waitFor();
    await old.locator('.cm-content').getByText('中文').waitFor();
    await append(page, old, '門');
    await expect
      .poll(async () => (await readFile(join(files.dir, 'big5.txt'))).toString('hex'))
      .toBe(`${big5.toString('hex')}aaf9`);
    await old.getByRole('button', { name: '關閉' }).click();

    const modern = await edit(drawer, page, 'utf8.txt');
    await append(page, modern, '玉門😀');
    await expect.poll(() => readFile(join(files.dir, 'utf8.txt'), 'utf8')).toBe('中文\n玉門😀');
    await modern.getByRole('button', { name: '關閉' }).click();

    await entryOf(drawer, 'binary.dat').getByRole('button', { name: 'binary.dat', exact: true }).click();
    await page.getByText('這不是文字檔').waitFor();
  });

  it('reads and saves in the encoding that is chosen, and says what would be lost', async () => {
    const big5 = Buffer.from('a451a4ebb3f8aaed0a', 'hex'); // 十月報表
    await files.put('report.txt', big5);
    const { page, drawer } = await files.open();
    const dialog = await edit(drawer, page, 'report.txt');
    const choose = async (label: string, option: string) => {
      await dialog.getByLabel(label, { exact: true }).click();
      await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
      await settle(page);
    };
    const content = dialog.locator('.cm-content');
    const onDisk = async () => (await readFile(join(files.dir, 'report.txt'))).toString('hex');
    await content.getByText('十月報表').waitFor();

    await choose('讀取編碼', 'UTF-8');
    await dialog.getByText('檔案內容不是 UTF-8 編碼').waitFor();
    await choose('讀取編碼', 'GB18030');
    await content.getByText('十月報表').waitFor({ state: 'hidden' });
    await choose('讀取編碼', 'Big5（自動偵測）');
    await content.getByText('十月報表').waitFor();

    await content.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('🙂');
    await dialog.getByText('Big5 無法表示其中 1 個字元，例如第 2 行的「🙂」').waitFor();
    expect(await dialog.getByRole('button', { name: '儲存' }).isDisabled()).toBe(true);
    await shot(page, 'files-editor-encoding');
    expect(await onDisk()).toBe(big5.toString('hex'));
    await choose('儲存編碼', 'UTF-8（含 BOM）');
    await choose('換行字元', 'CRLF');
    await dialog.getByRole('button', { name: '儲存' }).click();
    await expect.poll(onDisk).toBe(Buffer.from('\ufeff十月報表\r\n🙂').toString('hex'));
    await choose('儲存編碼', 'UTF-16 LE');
    await dialog.getByRole('button', { name: '儲存' }).click();
    await expect.poll(onDisk).toBe(Buffer.from('\ufeff十月報表\r\n🙂', 'utf16le').toString('hex'));
  });

  it('warns when the file was changed underneath, and before work is thrown away', async () => {
    const path = await files.put('shared.conf', 'one\n');
    const { page, drawer } = await files.open({ theme: 'dark' });
    const dialog = await edit(drawer, page, 'shared.conf');
    await files.put('shared.conf', 'somebody else\n');
    await append(page, dialog, 'two\n');
    await dialog.getByText('檔案在開啟之後已被其他人修改').waitFor();
    expect(await readFile(path, 'utf8')).toBe('somebody else\n');
    await shot(page, 'files-editor-dark');
    await dialog.getByRole('button', { name: '關閉' }).click();
    const question = page.getByRole('dialog', { name: '放棄尚未儲存的變更？' });
    await question.waitFor();
    await settle(page);
    await question.getByRole('button', { name: /取\s?消/ }).click();
    await question.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: '仍要覆寫' }).click();
    await expect.poll(() => readFile(path, 'utf8')).toBe('one\ntwo\n');
  });
});
