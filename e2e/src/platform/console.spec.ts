import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { settle, shot, useBrowser } from '../support/browser.ts';
import { signIn as signInAs, typeLogin } from '../support/console.ts';
import { createDatabase, query, type Database } from '../support/postgres.ts';
import { Product } from '../support/product.ts';
import { isSoak } from '../support/soak.ts';

const browser = useBrowser();
const NEW_PASSWORD = 'a long new password';

let database: Database;
let product: Product;
beforeAll(async () => {
  database = await createDatabase();
  product = await Product.start({ databaseUrl: database.url });
});
afterAll(async () => {
  await product.dispose();
  await database.drop();
});

const open = (options: Parameters<typeof browser.newPage>[0] = {}) =>
  browser.newPage({ baseURL: product.url, ...options });

const signIn = (page: Page, path = '/', username = 'admin') =>
  signInAs(page, { username, password: NEW_PASSWORD, path });

/** Somebody with the administrator's password; there is no page for people yet. */
async function addPerson(username: string, type: 'admin' | 'user', menus: readonly string[]): Promise<void> {
  await query(
    database.url,
    `insert into "user" select '${username}', '${username}', '${username}', '${username}', '', '${type}', 'enabled', '', password_hash, 0, 0, 0, 0
     from "user" where username = 'admin'`,
  );
  await query(database.url, `insert into role values ('${username}', '${username}', 'new', 0)`);
  await query(database.url, `insert into user_role values ('${username}', '${username}')`);
  for (const menu of menus) {
    await query(database.url, `insert into role_menu values ('${username}', '${menu}', 1)`);
  }
}

/** Of some pages, by the names of their links. */
const TITLES = [
  '實體主機',
  '資產',
  '憑證',
  '線上工作階段',
  '稽核紀錄',
  '排程工作',
  '登入政策',
  '使用者',
  '系統設定',
  '系統監控',
];

it('leads from the one-time password to the page one came for, through the pages, and out again', async () => {
  const page = await open();
  await page.goto('/credential?name=x');
  await page.waitForURL('**/login**');
  await shot(page, 'login');
  await typeLogin(page, 'admin', 'wrong');
  await page.getByText('帳號或密碼不正確').waitFor();
  await typeLogin(page, 'admin', product.firstPassword);
  await page.getByRole('heading', { name: '請先設定新密碼' }).waitFor();
  await shot(page, 'forced-change');
  await page.getByLabel('新密碼', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('再次輸入新密碼').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: '變更密碼並繼續' }).click();
  await page.waitForURL('**/credential?name=x');
  expect(await page.getByPlaceholder('搜尋名稱').inputValue()).toBe('x');

  const visited: string[] = [];
  const visit = async (title: string) => {
    await page.getByRole('link', { name: title, exact: true }).first().click();
    await page
      .getByRole('heading', { name: new RegExp(`^${title}`) })
      .first()
      .waitFor();
    await expect.poll(() => page.title()).toBe(`${title}｜玉門 Jadegate`);
    visited.push(title);
  };
  for (const group of await page.locator('.ant-menu-submenu-title').all()) {
    // One is open at a time: to begin with, that of the page one is on.
    if ((await group.getAttribute('aria-expanded')) === 'false') {
      await group.click();
    }
    const inside = group.locator('xpath=..').getByRole('link');
    await inside.first().waitFor();
    for (const title of (await inside.allInnerTexts()).filter((one) => TITLES.includes(one))) {
      await visit(title);
    }
  }
  for (const title of TITLES.filter((one) => !visited.includes(one))) {
    await visit(title);
  }
  // A figure of the dashboard has its list behind it.
  await page.getByRole('link', { name: '儀表板', exact: true }).first().click();
  const failures = page.getByRole('list', { name: '目前數字' }).getByRole('link', { name: '登入失敗' });
  await failures.waitFor();
  expect(await failures.locator('strong').innerText()).toBe('1');
  await failures.click();
  await page.waitForURL('**/login-log?state=0');
  await page.getByRole('heading', { level: 1, name: '登入紀錄' }).waitFor();
  await expect.poll(() => page.locator('tbody tr.ant-table-row').count(), { timeout: 20_000 }).toBe(1);

  await page.getByText('超級管理員').first().click();
  await page.getByRole('menuitem', { name: '登出' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '登出' }).click();
  // Not the login log, on which one is.
  await page.waitForURL((url) => url.pathname === '/login');
  expect(
    await page.evaluate(() => [localStorage.getItem('X-Auth-Token'), localStorage.getItem('user')]),
  ).toEqual([null, null]);
});

describe.runIf(isSoak)('the administrator’s shell', () => {
  it('shows every page of the menu under its title, and the browser’s title follows', async () => {
    const page = await open();
    await signIn(page);
    await page.waitForURL('**/dashboard');
    const titles: Record<string, string> = {
      '/node': '實體主機',
      '/asset': '資產',
      '/credential': '憑證',
      '/online-session': '線上工作階段',
      '/audit-log': '稽核紀錄',
      '/job': '排程工作',
      '/login-policy': '登入政策',
      '/user': '使用者',
      '/setting': '系統設定',
      '/info': '個人中心',
    };
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(path);
      await page
        .getByRole('heading', { name: new RegExp(`^${title}`) })
        .first()
        .waitFor();
      await expect.poll(() => page.title()).toBe(`${title}｜玉門 Jadegate`);
    }
    await page.getByText('© 玉門 Jadegate').waitFor();
    await page.getByText('1.4.0').waitFor();
  });

  it('collapses to a small logo and remembers which groups are open', async () => {
    const page = await open();
    await signIn(page, '/credential');
    await page.getByRole('menuitem', { name: '身分管理' }).click();
    await page.getByRole('menuitem', { name: '使用者群組' }).waitFor();
    await settle(page);
    await page.getByRole('menuitem', { name: '使用者群組' }).click();
    await page.waitForURL('**/user-group');
    const openKeys = await page.evaluate(() => sessionStorage.getItem('openKeys'));
    expect(JSON.parse(openKeys ?? '[]')).toContain('identity');
    const sider = page.locator('aside').first();
    expect((await sider.boundingBox())?.width).toBe(200);
    await page
      .getByRole('button', { name: /收合|選單/ })
      .first()
      .click();
    await page.waitForFunction(() => document.querySelector('aside')?.getBoundingClientRect().width === 80);
    expect((await page.locator('header').first().boundingBox())?.height).toBe(60);
  });

  it('asks before it logs out, and then forgets the login', async () => {
    const page = await open();
    await signIn(page);
    await page.waitForURL('**/dashboard');
    await page.getByText('超級管理員').first().click();
    await page.getByRole('menuitem', { name: '登出' }).click();
    await page.getByText('確定要登出嗎？').last().waitFor();
    await shot(page, 'logout');
    await page.getByRole('dialog').getByRole('button', { name: '登出' }).click();
    await page.waitForURL('**/login**');
    expect(
      await page.evaluate(() => [localStorage.getItem('X-Auth-Token'), localStorage.getItem('user')]),
    ).toEqual([null, null]);
    await page.goto('/credential');
    await page.waitForURL('**/login**');
  });

  it.each(['light', 'dark'] as const)('looks as it should in %s', async (theme) => {
    const page = await open({ theme });
    await page.goto('/login');
    await page.getByRole('button', { name: '登入' }).waitFor();
    await shot(page, `login-${theme}`);
    await signIn(page);
    for (const path of ['dashboard', 'credential', 'info', 'my-asset']) {
      await page.goto(`/${path}`);
      await page.waitForLoadState('networkidle');
      const [red = 0] = await page.evaluate(() =>
        (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number),
      );
      expect(red < 128 ? 'dark' : 'light').toBe(theme);
      await shot(page, `${path}-${theme}`);
    }
  });

  it('speaks English to those who choose it', async () => {
    const page = await open();
    await page.goto('/login');
    await page.getByLabel('語言').selectOption('en');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
    await shot(page, 'login-english');
  });
});

describe.runIf(isSoak)('credentials', () => {
  it('are created, found, edited and deleted', async () => {
    const page = await open();
    await signIn(page, '/credential');
    await page.getByText('還沒有任何憑證').waitFor();
    await shot(page, 'credential-empty');

    await page.getByRole('button', { name: '新增憑證' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer
      .getByRole('button', { name: /儲存|確定|新增/ })
      .first()
      .click();
    await drawer.getByText('此欄位為必填').first().waitFor();
    await drawer.getByLabel('名稱').fill('正式環境 root');
    await drawer.getByLabel('登入帳號').fill('root');
    await drawer.getByLabel('密碼', { exact: true }).last().fill('never shown again');
    await shot(page, 'credential-form');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: '正式環境 root', exact: true }).waitFor();
    await shot(page, 'credential-list');

    await page
      .getByRole('row', { name: /正式環境 root/ })
      .getByRole('button', { name: '編輯' })
      .click();
    await drawer.getByText('已設定').waitFor();
    expect(await drawer.innerHTML()).not.toContain('never shown again');
    await drawer.getByLabel('名稱').fill('測試環境 root');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: '測試環境 root', exact: true }).waitFor();

    await page.getByPlaceholder('搜尋名稱').fill('沒有這個');
    await page.waitForURL('**name=**');
    await page.getByRole('cell', { name: '測試環境 root', exact: true }).waitFor({ state: 'hidden' });
    await page.getByPlaceholder('搜尋名稱').fill('測試');
    const row = page.getByRole('row', { name: /測試環境 root/ });
    await row.waitFor();
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: '刪除' }).click();
    await page.getByText('刪除憑證「測試環境 root」？').waitFor();
    await shot(page, 'credential-delete');
    await page.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await row.waitFor({ state: 'hidden' });
  });

  it('show only what a lesser administrator may do', async () => {
    await addPerson('auditor', 'admin', ['dashboard', 'resource', 'credential', 'info']);
    const page = await open();
    await signIn(page, '/credential', 'auditor');
    await page.getByRole('heading', { name: '憑證', exact: true }).waitFor();
    await page.getByText('還沒有任何憑證').waitFor();
    expect(await page.getByRole('button', { name: '新增憑證' }).count()).toBe(0);
    expect(await page.getByRole('menuitem', { name: '身分管理' }).count()).toBe(0);
    await shot(page, 'credential-lesser');
    await page.goto('/user');
    await page
      .getByText('沒有這個頁面的權限')
      .or(page.getByText(/沒有.*權限/))
      .first()
      .waitFor();
    await shot(page, 'denied-in-shell');
    await page.goto('/permission-denied');
    await page.getByRole('link', { name: '前往管理後台首頁' }).waitFor();
    await page.getByRole('link', { name: '前往我的主機' }).waitFor();
    await page.getByRole('button', { name: '返回上一頁' }).waitFor();
    await shot(page, 'permission-denied');
  });
});

describe.runIf(isSoak)('an ordinary user', () => {
  it('sees only the personal shell', async () => {
    await addPerson('alice', 'user', []);
    const page = await open();
    await signIn(page, '/', 'alice');
    await page.waitForURL('**/my-asset');
    await page
      .getByRole('link', { name: '我的主機' })
      .or(page.getByRole('menuitem', { name: /我的/ }))
      .first()
      .waitFor();
    await shot(page, 'my-asset');
    await page.goto('/credential');
    await page.waitForURL('**/my-asset');
    await page.goto('/my-info');
    await page.getByText('變更密碼').first().waitFor();
    await shot(page, 'my-info');
    await page.goto('/no-such-page');
    await page.getByRole('button', { name: /返回|上一頁/ }).waitFor();
    expect(await page.getByRole('link', { name: /後台/ }).count()).toBe(0);
    await shot(page, 'not-found');
  });

  it('can use it on a phone', async () => {
    const page = await open({ viewport: { width: 390, height: 844 } });
    await signIn(page, '/', 'alice');
    await page.waitForURL('**/my-asset');
    await shot(page, 'my-asset-phone');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
