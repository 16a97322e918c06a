import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { shot } from './browser.ts';
import { typeLogin } from './console.ts';

/** From the page of roles: 陳美玲 (mei, "my own password") gets a new role on a page of her own, and sees what it opens. */
export async function makeCredentialViewer(page: Page, theirs: Page): Promise<void> {
  await page.getByRole('button', { name: '新增角色' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('名稱').fill('憑證檢視員');
  await drawer.getByPlaceholder('搜尋權限').fill('憑證');
  await drawer
    .getByRole('treeitem', { name: /憑證/ })
    .last()
    .getByRole('checkbox')
    .or(drawer.locator('.ant-tree-checkbox'))
    .last()
    .click();
  await drawer.getByRole('button', { name: '儲存' }).click();
  await page.getByRole('link', { name: '憑證檢視員' }).waitFor();

  await page.getByRole('link', { name: '使用者', exact: true }).click();
  await page.getByRole('button', { name: '新增使用者' }).first().click();
  await drawer.getByLabel('帳號').fill('mei');
  await drawer.getByLabel('名稱').fill('陳美玲');
  await drawer.getByTitle('管理員', { exact: true }).click();
  await drawer.getByLabel('角色').click();
  await page.getByTitle('憑證檢視員').click();
  await drawer.getByLabel('名稱').click();
  await drawer.getByLabel('密碼', { exact: true }).last().fill('first password');
  await shot(page, 'user-form');
  await drawer.getByRole('button', { name: '儲存' }).click();
  await page.getByRole('link', { name: '陳美玲' }).waitFor();

  await theirs.goto('/login');
  await typeLogin(theirs, 'mei', 'first password');
  await theirs.getByLabel('新密碼', { exact: true }).fill('my own password');
  await theirs.getByLabel('再次輸入新密碼').fill('my own password');
  await theirs.getByRole('button', { name: '變更密碼並繼續' }).click();
  await theirs.waitForURL((url) => url.pathname !== '/login');
  await theirs.goto('/credential');
  await theirs.getByRole('heading', { name: '憑證', exact: true }).waitFor();
  expect(await theirs.getByRole('menuitem', { name: '身分管理' }).count()).toBe(0);
}
