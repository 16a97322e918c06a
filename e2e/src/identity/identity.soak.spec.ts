import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';
import { makeCredentialViewer } from '../support/role-journey.ts';

const browser = useBrowser();
const PASSWORD = 'a password for tests';

let product: Product;
beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
});
afterAll(() => product.dispose());

const open = (options: Parameters<typeof browser.newPage>[0] = {}) =>
  browser.newPage({ baseURL: product.url, ...options });

async function asAdmin(path: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await open(options);
  await signIn(page, { password: PASSWORD, path });
  return page;
}

describe('roles and people', () => {
  beforeAll(async () => makeCredentialViewer(await asAdmin('/role'), await open()));

  it('disabling somebody signs them out at once', async () => {
    const theirs = await open();
    await signIn(theirs, { username: 'mei', password: 'my own password', path: '/credential' });
    await theirs.getByRole('heading', { name: '憑證', exact: true }).waitFor();
    const page = await asAdmin('/user');
    await page
      .getByRole('row', { name: /陳美玲/ })
      .getByRole('switch')
      .click();
    await page.getByText('停用使用者「陳美玲」？').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
    await page
      .getByRole('row', { name: /陳美玲/ })
      .getByText('停用')
      .waitFor();
    await theirs.reload();
    await theirs.waitForURL('**/login**');
    expect(await theirs.evaluate(() => localStorage.getItem('X-Auth-Token'))).toBeNull();
  });

  it('groups gather people', async () => {
    const page = await asAdmin('/user-group');
    await page.getByRole('button', { name: /新增/ }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('名稱').fill('維運值班');
    await drawer.getByLabel('成員').click();
    await page.getByTitle('陳美玲').click();
    await drawer.getByLabel('名稱').click();
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('link', { name: '維運值班' }).click();
    await page.waitForURL('**/user-group/**');
    await shot(page, 'user-group-detail');
    expect(await page.title()).toContain('使用者群組');
  });
});

describe('the logs', () => {
  it.each(['light', 'dark'] as const)('show who came and what was done, in %s', async (theme) => {
    const page = await asAdmin('/login-log', { theme });
    await page.getByRole('cell', { name: /mei/ }).first().waitFor();
    await shot(page, `login-log-${theme}`);
    await page.goto('/audit-log');
    await page.getByRole('cell', { name: '停用使用者' }).first().waitFor();
    await page.getByRole('button', { name: '驗證完整性' }).click();
    await page.getByText(/紀錄完整，共驗證 \d+ 筆/).waitFor();
    await shot(page, `audit-log-${theme}`);
    expect(await page.getByText('稽核紀錄').count()).toBeGreaterThan(0);
  });
});

describe('the door', () => {
  it('warns who would shut themselves out, and writes nothing until they confirm', async () => {
    const page = await asAdmin('/access-security');
    await page.getByRole('button', { name: /新增/ }).first().click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByRole('textbox').first().fill('127.0.0.1');
    await drawer.getByText('拒絕', { exact: true }).first().click();
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page
      .getByText(/您目前的位址 127\.0\.0\.1 將無法存取/)
      .first()
      .waitFor();
    await shot(page, 'access-security-warning');
    await page.goto('/access-security');
    await page.getByRole('heading', { name: /存取/ }).first().waitFor();
    expect(await page.getByRole('cell', { name: '127.0.0.1' }).count()).toBe(0);
    await page.goto('/login-policy');
    await page.getByRole('heading', { name: '登入政策' }).first().waitFor();
    await shot(page, 'login-policy');
  });
});
