import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { command } from '../support/command.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';

const browser = useBrowser();
const PASSWORD = 'a password for tests';
const AMY_PASSWORD = 'a quiet harbour light';
const PASSPHRASE = 'seven quiet herons';
const CLI = fileURLToPath(new URL('../../../server/bin/jadegate.mjs', import.meta.url));

let product: Product;
let fresh: Product;
let folder = '';
beforeAll(async () => {
  const env = { JADEGATE_ADMIN_PASSWORD: PASSWORD };
  folder = await mkdtemp(join(tmpdir(), 'jadegate-backup-'));
  product = await Product.start({ env });
  fresh = await Product.start({ env });
  const client = new Client(product.url);
  await client.login('admin', PASSWORD);
  const amy = { username: 'amy', nickname: '陳艾咪', type: 'admin', roles: ['audit-administrator'] };
  await client.call('POST', '/users', { ...amy, password: AMY_PASSWORD, mustChangePassword: false });
  await client.call('POST', '/credentials', {
    name: 'root 密碼',
    type: 'custom',
    username: 'root',
    password: 'canary-e2e-1',
  });
});
afterAll(async () => {
  await product.dispose();
  await fresh.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function asAdmin(on: Product, path: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage({ baseURL: on.url, ...options });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

describe('backup and restore in the browser', () => {
  it('brings everything into a new installation, where restored people sign in', async () => {
    const page = await asAdmin(product, '/setting?activeKey=backup');
    await page.getByRole('button', { name: '匯出備份' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('備份通行片語').fill(PASSPHRASE);
    await drawer.getByLabel('再次輸入通行片語').fill(PASSPHRASE);
    await drawer.getByLabel('您的登入密碼').fill(PASSWORD);
    await shot(page, 'backup-export');
    const downloading = page.waitForEvent('download');
    await drawer.getByRole('button', { name: /^匯\s?出$/ }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^jadegate-backup-\d{14}\.jgb$/);
    const file = join(folder, 'browser.jgb');
    await download.saveAs(file);
    const bytes = await readFile(file);
    expect(bytes.includes('canary-e2e-1')).toBe(false);

    const there = await asAdmin(fresh, '/setting?activeKey=backup');
    await there.locator('input[type=file]').setInputFiles(file);
    await there.getByLabel('備份通行片語').fill('not the passphrase');
    await there.getByRole('button', { name: '開啟並預覽' }).click();
    await there.getByText('通行片語不正確').waitFor();
    await there.getByLabel('備份通行片語').fill(PASSPHRASE);
    await there.getByRole('button', { name: '開啟並預覽' }).click();
    await there.getByText('由版本').waitFor();
    await there
      .getByRole('row', { name: /使用者 1/ })
      .getByRole('button')
      .click();
    await there.getByText('amy').waitFor();
    await shot(there, 'backup-preview');
    await there.getByLabel('您的登入密碼').fill(PASSWORD);
    await there.getByRole('button', { name: /^還\s?原$/ }).click();
    await there
      .getByRole('dialog')
      .getByRole('button', { name: /^還\s?原$/ })
      .click();
    await there.getByText('還原完成').waitFor();
    await shot(there, 'backup-done');

    const amy = new Client(fresh.url);
    await amy.login('amy', AMY_PASSWORD);
    expect((await amy.call('GET', '/audit-logs/paging')).code).toBe(1);
    const admin = new Client(fresh.url);
    await admin.login('admin', PASSWORD);
    const list = await admin.call<{ items: { id: string }[] }>('GET', '/credentials/paging');
    const revealed = await admin.call<{ password: string }>(
      'POST',
      `/credentials/${list.data.items[0]?.id ?? ''}/reveal`,
      { password: PASSWORD },
    );
    expect(revealed.data.password).toBe('canary-e2e-1');
  });
});

describe('npx jadegate', () => {
  it('backs up to a file of its owner alone, and restores it', async () => {
    const file = join(folder, 'operator.jgb');
    const run = (on: Product, args: string[], passphrase = PASSPHRASE) =>
      command(process.execPath, [CLI, ...args], {
        JADEGATE_DATA_DIR: on.dataDir,
        JADEGATE_BACKUP_PASSPHRASE: passphrase,
      });
    expect((await run(product, ['backup', file], 'short')).code).toBe(1);
    expect((await run(product, ['backup', file])).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run(product, ['backup', file])).stdout).toContain('cannot be made');
    const wrong = await run(fresh, ['restore', file], 'not the passphrase');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('The passphrase is wrong')]);
    const { code, stdout } = await run(fresh, ['restore', file, '--existing', 'replace']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^users\s+\d added, \d replaced/m);
    expect((await run(fresh, ['restore', file, '--existing', 'both'])).code).toBe(2);
  });
});

describe('importing people', () => {
  it('shows what is wrong row by row, and adds the good ones', async () => {
    const page = await asAdmin(product, '/user');
    await page.getByRole('button', { name: '匯入' }).click();
    const dialog = page.getByRole('dialog');
    const csv =
      '帳號,顯示名稱,類型,電子郵件\r\nbo.lin,林柏,一般使用者,\r\namy,不變,,\r\nbad name,壞,誰,不是信箱\r\n';
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${csv}`) });
    await dialog.getByRole('button', { name: /^預\s?覽$/ }).click();
    await dialog.getByText('帳號已存在，不會變更').waitFor();
    await dialog.getByText('請輸入有效的電子郵件地址').waitFor();
    await shot(page, 'user-import-preview');
    await dialog.getByRole('button', { name: '匯入 1 筆' }).click();
    await dialog.getByText('已新增 1 位使用者').waitFor();
    await shot(page, 'user-import-done');
    const secret = await dialog
      .getByRole('row', { name: /bo\.lin/ })
      .getByRole('cell')
      .last()
      .innerText();
    await dialog
      .getByRole('button', { name: /^關\s?閉$/ })
      .last()
      .click();
    await page.getByRole('link', { name: '林柏' }).waitFor();
    const bo = new Client(product.url);
    await bo.login('bo.lin', secret.trim());
    expect((await bo.call('GET', '/account/info')).code).toBe(1);
  });
});
