// Import and export of assets through the console, and what a person without the right gets.
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';

const PASSWORD = 'a password for tests';
const LESSER = { username: 'looker', password: 'a quiet harbour view' };
const FILE = [
  '名稱,協定,主機,連接埠,帳號,密碼,標籤',
  'import-web,ssh,10.20.0.1,22,deploy,hush-hush-1,web|prod',
  'import-db,ssh,10.20.0.2,22,deploy,hush-hush-2,db',
  'import-port,ssh,10.20.0.3,none,deploy,,',
  'import-host,ssh,10.20.0.300,22,deploy,,',
].join('\r\n');

const browser = useBrowser();
let product: Product;
let admin: Client;

beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
});
afterAll(() => product.dispose());

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: '匯入', exact: true }).click();
  await page
    .locator('.ant-modal input[type=file]')
    .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await shot(page, 'asset-import-source');
  await page.getByRole('button', { name: '預覽' }).click();
  await page.getByText('以「CSV（有標題列）」格式讀取').waitFor();
}

describe('assets from a file', () => {
  it('are seen before they are written, and known again the second time', async () => {
    const page = await browser.newPage({ baseURL: product.url });
    await signIn(page, { password: PASSWORD, path: '/asset' });
    await openImport(page);
    await page.getByText('必須是 1 到 65535 的整數').waitFor();
    await page.getByText('有錯誤 2 筆').waitFor();
    expect(await page.getByRole('dialog').textContent()).not.toContain('hush-hush');
    await shot(page, 'asset-import-preview');
    await page.getByText('匯入 2 筆', { exact: true }).click();
    await page.getByText('已匯入 2 個資產').waitFor();
    await page.getByText('2 筆資料有錯誤，未匯入').waitFor();
    await shot(page, 'asset-import-result');
    await page.getByRole('dialog').getByText('關閉', { exact: true }).click();
    await page.getByText('import-web').first().waitFor();

    await openImport(page);
    await page.getByText('已有相同帳號與位址的資產「import-web」').waitFor();
    await page.getByText('已存在 2 筆').waitFor();
    expect(await page.getByRole('button', { name: '匯入 0 筆' }).isDisabled()).toBe(true);
    await page.getByText('仍然新增').click();
    await page.getByText('匯入 2 筆', { exact: true }).waitFor();
  });

  it('leave as a file without secrets', async () => {
    const page = await browser.newPage({ baseURL: product.url });
    await signIn(page, { password: PASSWORD, path: '/asset?name=import-web' });
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: '匯出', exact: true }).click();
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('jadegate-assets.csv');
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('import-web,ssh,10.20.0.1,22,deploy,,,,prod|web');
    expect(text).not.toContain('import-db');
    expect(text).not.toContain('hush-hush');
  });

  it('are closed to a role without the right', async () => {
    const { data: role } = await admin.call<{ id: string }>('POST', '/roles', {
      name: 'looker',
      menus: [{ menuId: 'asset', checked: true }],
    });
    const person = {
      ...LESSER,
      nickname: 'Looker',
      type: 'admin',
      roles: [role.id],
      mustChangePassword: false,
    };
    expect((await admin.call('POST', '/users', person)).message).toBe('success');
    const lesser = new Client(product.url);
    await lesser.login(LESSER.username, LESSER.password);
    expect((await lesser.call('GET', '/assets/paging')).code).toBe(1);
    expect((await lesser.call('POST', '/assets/import', {})).code).toBe(403);
    expect((await lesser.call('POST', '/assets/import/preview', {})).code).toBe(403);
    expect((await lesser.call('POST', '/assets/import/confirm', {})).code).toBe(403);
    expect((await lesser.call('GET', '/assets/export')).code).toBe(403);

    const page = await browser.newPage({ baseURL: product.url });
    await signIn(page, { ...LESSER, path: '/asset' });
    await page.getByText('import-web').first().waitFor();
    expect(await page.getByRole('button', { name: '匯入', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: '匯出', exact: true }).count()).toBe(0);
  });
});
