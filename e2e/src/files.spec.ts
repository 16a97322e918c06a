// The file drawer and its editor in Chromium, against the files of a real sshd.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Asset } from '@jadegate/contract/asset';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import * as hosts from './hosts.ts';
import { settle, shot, useBrowser, type PageOptions } from './support/browser.ts';
import { Cable } from './support/cable.ts';
import { Client } from './support/client.ts';
import { signIn } from './support/console.ts';
import { giveToHost, newHostFolder, putOnHost } from './support/host-files.ts';
import { Product } from './support/product.ts';
import { openPanel } from './support/terminal-page.ts';

const PASSWORD = 'a password for tests';
const MB = 1_048_576;
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
let product: Product;
let cable: Cable;
let admin: Client;
let assetId = '';
/** On the host, empty for each test. */
let dir = '';
/** Files of the person in front of the browser. */
let desk = '';

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  cable = await Cable.to(product.port);
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
  assetId = await anAsset('web-01', 'ssh');
  desk = await mkdtemp(join(tmpdir(), 'jadegate-desk-'));
});
afterAll(async () => {
  await cable.remove();
  await product.dispose();
  await rm(desk, { recursive: true, force: true });
});
beforeEach(async () => {
  dir = await newHostFolder();
  return () => rm(dir, { recursive: true, force: true });
});

const onHost = (name: string, content: string | Uint8Array) => putOnHost(join(dir, name), content);

async function anAsset(name: string, protocol: 'ssh' | 'telnet'): Promise<string> {
  const { port, username, password } = protocol === 'ssh' ? hosts.ssh : hosts.telnet;
  const account = { ip: hosts.LOOPBACK, port, accountType: 'custom', username, password };
  const { id } = await admin.make<Asset>('/assets', { name, protocol, ...account });
  await admin.call('POST', `/assets/${id}/tcping`);
  return id;
}

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The drawer at the folder of the test. */
async function openDrawer(options: PageOptions = {}): Promise<{ page: Page; drawer: Locator }> {
  const page = await browser.newTerminalPage({ baseURL: cable.url, ...options });
  await signIn(page, { password: PASSWORD, path: `/term?assetId=${assetId}&assetName=web-01` });
  await page.getByRole('status').getByText('已連線').waitFor();
  const drawer = await openPanel(page, '檔案');
  const path = drawer.getByLabel('路徑', { exact: true });
  await path.fill(dir);
  await path.press('Enter');
  await drawer
    .locator('.ant-breadcrumb')
    .getByText(dir.split('/').at(-1) ?? '')
    .waitFor();
  return { page, drawer };
}

const entry = (drawer: Locator, name: string) => drawer.getByRole('row').filter({ hasText: name });

/** One of the things that can be done with an entry. */
async function act(page: Page, drawer: Locator, name: string, action: string): Promise<void> {
  await entry(drawer, name)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog', { name: new RegExp(name) }).waitFor();
  await settle(page);
}

describe('the drawer', () => {
  it('follows the shell where it says it is, also after a reload', async () => {
    await mkdir(join(dir, '第 1 期'));
    await giveToHost(join(dir, '第 1 期'));
    const { page, drawer } = await openDrawer();
    await page.locator('.xterm').click();
    // The line that the panel itself offers.
    await page.keyboard.type(
      String.raw`PROMPT_COMMAND='printf "\e]7;file://%s%s\a" "$HOSTNAME" "${'$'}{PWD//%/%25}"'` + '\n',
    );
    await page.keyboard.type(`cd ${dir}/第*\n`);
    const crumbs = drawer.locator('.ant-breadcrumb');
    await crumbs.getByText('第 1 期').waitFor();
    await page.reload();
    await crumbs.getByText('第 1 期').waitFor();
    expect(await drawer.getByLabel('路徑', { exact: true }).inputValue()).toBe(join(dir, '第 1 期'));
  });

  it('walks through folders, takes files and a whole folder, and gives a file back', async () => {
    await mkdir(join(dir, 'inner'));
    await giveToHost(join(dir, 'inner'));
    await onHost('報表 2026.txt', 'kept as it is');
    await mkdir(join(desk, 'photos/deep'), { recursive: true });
    await writeFile(join(desk, 'photos/one.bin'), randomBytes(1000));
    await writeFile(join(desk, 'photos/deep/two.bin'), randomBytes(2000));
    const many = Array.from({ length: 12 }, (_, index) => ({
      name: `file-${index}.bin`,
      mimeType: 'application/octet-stream',
      buffer: randomBytes(50_000 + index),
    }));
    const { page, drawer } = await openDrawer();

    await entry(drawer, 'inner').getByRole('button', { name: 'inner', exact: true }).click();
    await drawer.getByText('這個資料夾是空的').waitFor();
    await drawer.getByRole('button', { name: '上一層' }).click();

    await drawer.getByLabel('上傳檔案').setInputFiles(many);
    await drawer.getByLabel('上傳資料夾').setInputFiles(join(desk, 'photos'));
    await drawer.getByText('上傳已結束').waitFor(PATIENT);
    await entry(drawer, 'file-11.bin').waitFor();
    await shot(page, 'files');
    for (const { name, buffer } of many) {
      expect(sha(await readFile(join(dir, name)))).toBe(sha(buffer));
    }
    expect((await readdir(dir, { recursive: true })).toSorted()).toEqual(
      [
        'inner',
        '報表 2026.txt',
        'photos',
        'photos/one.bin',
        'photos/deep',
        'photos/deep/two.bin',
        ...many.map(({ name }) => name),
      ].toSorted(),
    );

    const given = page.waitForEvent('download');
    await entry(drawer, '報表').getByRole('button', { name: /^下載/ }).click();
    const download = await given;
    expect(download.suggestedFilename()).toBe('報表 2026.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe('kept as it is');
  });

  it('takes a dropped folder with the empty folders in it', async () => {
    await mkdir(join(desk, '專案/空的/更深'), { recursive: true });
    await mkdir(join(desk, '專案/src'), { recursive: true });
    await writeFile(join(desk, '專案/src/main.ts'), 'x');
    const { page, drawer } = await openDrawer();
    const place = await drawer.getByText('這個資料夾是空的').boundingBox();
    const chromium = await page.context().newCDPSession(page);
    // As the desktop drops it: a folder cannot be put into a drop by script.
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items: [], files: [join(desk, '專案')], dragOperationsMask: 1 };
      const at = { x: (place?.x ?? 0) + 10, y: (place?.y ?? 0) + 10 };
      await chromium.send('Input.dispatchDragEvent', { type, ...at, data });
    }
    await entry(drawer, '專案').waitFor();
    const here = async () => (await readdir(dir, { recursive: true })).toSorted();
    await expect
      .poll(here, PATIENT)
      .toEqual(['專案', '專案/src', '專案/src/main.ts', '專案/空的', '專案/空的/更深'].toSorted());
  });

  it('goes on with an upload after the network was cut, and leaves nothing of one that was given up', async () => {
    browser.expectProblem(/ERR_|Failed to load|WebSocket/);
    const bytes = randomBytes(160 * MB);
    await writeFile(join(desk, 'large.bin'), bytes);
    const { page, drawer } = await openDrawer();
    const offsets: number[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/upload')) {
        offsets.push(Number(searchParams.get('offset')));
      }
    });
    const upload = () => drawer.getByLabel('上傳檔案').setInputFiles(join(desk, 'large.bin'));
    const progress = drawer.getByRole('progressbar', { name: 'large.bin' });
    const isMoving = async () => {
      const percent = async () => Number(await progress.getAttribute('aria-valuenow'));
      await expect.poll(percent, { ...PATIENT, interval: 20 }).toBeGreaterThan(0);
    };

    /** How much of it the host has: the browser counts what it gave away, which may wait anywhere between them. */
    const arrived = async () => {
      const drafts = (await readdir(dir)).filter((name) => name.endsWith('.part'));
      const sizes = await Promise.all(drafts.map(async (name) => (await stat(join(dir, name))).size));
      return Math.max(0, ...sizes);
    };

    await upload();
    await expect.poll(arrived, { ...PATIENT, interval: 20 }).toBeGreaterThan(MB);
    cable.cut();
    await drawer.getByRole('button', { name: '續傳「large.bin」' }).waitFor(PATIENT);
    expect(await readdir(dir)).not.toContain('large.bin');
    await shot(page, 'files-broken');
    cable.mend();
    await expect
      .poll(
        async () => {
          const resume = drawer.getByRole('button', { name: '續傳「large.bin」' });
          await resume.click({ timeout: 1000 }).catch(() => undefined);
          return drawer.getByText('上傳已結束').isVisible();
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBe(true);
    expect(offsets.at(-1)).toBeGreaterThan(0);
    expect(sha(await readFile(join(dir, 'large.bin')))).toBe(sha(bytes));
    expect(await readdir(dir)).toEqual(['large.bin']);

    await rm(join(dir, 'large.bin'));
    await drawer.getByRole('button', { name: '清除已結束的項目' }).click();
    await upload();
    await isMoving();
    await drawer.getByRole('button', { name: '取消上傳「large.bin」' }).click();
    await drawer.getByText('已取消').waitFor();
    await expect.poll(() => readdir(dir), PATIENT).toEqual([]);
  });

  it('renames, moves, copies, sets permissions, and removes a folder with everything in it', async () => {
    await onHost('before.txt', 'x');
    for (const folder of ['target', 'doomed', 'doomed/a', 'doomed/a/b']) {
      await mkdir(join(dir, folder));
      await giveToHost(join(dir, folder));
    }
    await onHost('doomed/a/b/deep.txt', 'x');
    const { page, drawer } = await openDrawer();

    await act(page, drawer, 'before.txt', '重新命名');
    await page.getByLabel('新名稱').fill('改名後.txt');
    await page
      .getByRole('dialog', { name: '重新命名「before.txt」' })
      .getByRole('button', { name: '重新命名' })
      .click();
    await entry(drawer, '改名後.txt').waitFor();

    await act(page, drawer, '改名後.txt', '變更權限');
    await page.getByLabel('數值').fill('0640');
    await page.getByRole('button', { name: '套用' }).click();
    await expect.poll(async () => (await stat(join(dir, '改名後.txt'))).mode & 0o7777).toBe(0o640);

    await act(page, drawer, '改名後.txt', '移動');
    await page.getByLabel('目的地資料夾').fill(`${dir}/target`);
    await page
      .getByRole('dialog', { name: '移動「改名後.txt」' })
      .getByRole('button', { name: '移動' })
      .click();
    await expect.poll(() => readdir(join(dir, 'target'))).toEqual(['改名後.txt']);

    await act(page, drawer, 'doomed', '複製');
    const question = page.getByRole('dialog', { name: '複製「doomed」' });
    await question.getByRole('button', { name: 'target', exact: true }).click();
    await question.getByText('沒有子資料夾').waitFor();
    await shot(page, 'files-copy');
    await question.getByRole('button', { name: '複製', exact: true }).click();
    await expect
      .poll(async () => (await readdir(join(dir, 'target'), { recursive: true })).toSorted(), PATIENT)
      .toEqual(['doomed', 'doomed/a', 'doomed/a/b', 'doomed/a/b/deep.txt', '改名後.txt']);
    expect(await readFile(join(dir, 'target/doomed/a/b/deep.txt'), 'utf8')).toBe('x');

    await drawer.getByRole('button', { name: '新增資料夾' }).click();
    await page.getByLabel('資料夾名稱').fill('../escape');
    await page.getByText('名稱不能含有 /').waitFor();
    await page.getByLabel('資料夾名稱').fill('made');
    await page.getByLabel('資料夾名稱').press('Enter');
    await entry(drawer, 'made').waitFor();

    await act(page, drawer, 'doomed', '刪除');
    const removal = page.getByRole('dialog', { name: '刪除「doomed」？' });
    await removal.getByText('資料夾內的所有內容會一併刪除').waitFor();
    expect(await readdir(dir)).toContain('doomed');
    await removal.getByRole('button', { name: '刪除' }).click();
    await expect.poll(async () => (await readdir(dir)).toSorted(), PATIENT).toEqual(['made', 'target']);
  });
});

describe('the editor', () => {
  async function edit(drawer: Locator, page: Page, name: string): Promise<Locator> {
    await entry(drawer, name).getByRole('button', { name, exact: true }).click();
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
    await onHost('dos.ini', 'a=1\r\nb=2\r\n');
    const big5 = Buffer.from([0xa4, 0xa4, 0xa4, 0xe5, 0x0a]); // 中文
    await onHost('big5.txt', big5);
    await onHost('utf8.txt', '中文\n');
    await onHost('binary.dat', Buffer.from([0x50, 0, 1, 2, 0xff]));
    const { page, drawer } = await openDrawer();

    const dos = await edit(drawer, page, 'dos.ini');
    await dos.getByText('CRLF', { exact: true }).waitFor();
    await dos.getByText('UTF-8（自動偵測）').waitFor();
    await append(page, dos, 'c=3\n');
    await expect.poll(() => readFile(join(dir, 'dos.ini'), 'latin1')).toBe('a=1\r\nb=2\r\nc=3\r\n');
    await shot(page, 'files-editor');
    await dos.getByRole('button', { name: '關閉' }).click();

    const old = await edit(drawer, page, 'big5.txt');
    await old.getByText('Big5（自動偵測）').waitFor();
    await old.locator('.cm-content').getByText('中文').waitFor();
    await append(page, old, '門');
    await expect
      .poll(async () => (await readFile(join(dir, 'big5.txt'))).toString('hex'))
      .toBe(`${big5.toString('hex')}aaf9`);
    await old.getByRole('button', { name: '關閉' }).click();

    const modern = await edit(drawer, page, 'utf8.txt');
    await append(page, modern, '玉門😀');
    await expect.poll(() => readFile(join(dir, 'utf8.txt'), 'utf8')).toBe('中文\n玉門😀');
    await modern.getByRole('button', { name: '關閉' }).click();

    await entry(drawer, 'binary.dat').getByRole('button', { name: 'binary.dat', exact: true }).click();
    await page.getByText('這不是文字檔').waitFor();
  });

  it('reads and saves in the encoding that is chosen, and says what would be lost', async () => {
    const big5 = Buffer.from('a451a4ebb3f8aaed0a', 'hex'); // 十月報表
    await onHost('report.txt', big5);
    const { page, drawer } = await openDrawer();
    const dialog = await edit(drawer, page, 'report.txt');
    const choose = async (label: string, option: string) => {
      await dialog.getByLabel(label, { exact: true }).click();
      await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
      await settle(page);
    };
    const content = dialog.locator('.cm-content');
    const onDisk = async () => (await readFile(join(dir, 'report.txt'))).toString('hex');
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
    const path = await onHost('shared.conf', 'one\n');
    const { page, drawer } = await openDrawer({ theme: 'dark' });
    const dialog = await edit(drawer, page, 'shared.conf');
    await onHost('shared.conf', 'somebody else\n');
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

it('on a phone the drawer fits, and everything can be reached', async () => {
  await onHost('a-file-with-quite-a-long-name-that-does-not-fit.txt', 'x'.repeat(5000));
  const { page, drawer } = await openDrawer({ viewport: { width: 390, height: 760 } });
  await entry(drawer, 'a-file-with').waitFor();
  await shot(page, 'files-phone');
  const { width } = (await drawer.boundingBox()) ?? { width: 0 };
  expect(width).toBeLessThanOrEqual(390);
  const more = entry(drawer, 'a-file-with').getByRole('button', { name: /更多操作/ });
  const box = await more.boundingBox();
  expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});
