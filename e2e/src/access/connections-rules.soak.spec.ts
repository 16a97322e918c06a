import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';

const browser = useBrowser();
const PASSWORD = 'a password for tests';

let product: Product;
beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
});
afterAll(() => product.dispose());

async function asAdmin(path: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage({ baseURL: product.url, ...options });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

describe('strategies', () => {
  it('are made, changed and deleted', async () => {
    const page = await asAdmin('/strategy');
    await page.getByRole('button', { name: '新增授權政策' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('名稱').fill('維運人員');
    await drawer.getByLabel('上傳檔案').click();
    await drawer.getByLabel('錄影', { exact: true }).click();
    await drawer.getByLabel('不錄影的原因').waitFor();
    await shot(page, 'strategy-form');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await drawer.getByText('此欄位為必填').waitFor();
    await drawer.getByLabel('不錄影的原因').fill('內部測試環境');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('link', { name: '維運人員' }).waitFor();
    await shot(page, 'strategy-list');

    await page.getByRole('link', { name: '維運人員' }).click();
    await page.getByText('內部測試環境').waitFor();
    await shot(page, 'strategy-detail');

    await page.goto('/strategy');
    await page.getByRole('button', { name: '刪除 維運人員' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await page.getByText('還沒有任何授權政策').waitFor();
    expect(await page.getByRole('link', { name: '維運人員' }).count()).toBe(0);
  });
});

describe('command filters', () => {
  it('judge a line by their rules, and are not deleted while a strategy uses them', async () => {
    const page = await asAdmin('/command-filter');
    await page.getByRole('button', { name: '新增指令過濾' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('名稱').fill('正式機');
    await drawer.getByRole('button', { name: '儲存' }).click();

    // It leads to its rules: without one it filters nothing.
    await page.getByRole('button', { name: '新增規則' }).first().click();
    await drawer.getByText('正規表示式').click();
    await drawer.getByLabel('比對內容').fill('a(?=b)');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await drawer.getByText(/不支援反向參照/).waitFor();
    await shot(page, 'command-filter-rule-refused');
    await drawer.getByText('開頭相同').click();
    await drawer.getByLabel('比對內容').fill('rm');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('switch', { name: '啟用 rm' }).waitFor();
    await shot(page, 'command-filter-rules');

    await page.getByRole('tab', { name: '測試' }).click();
    await page.getByLabel('指令', { exact: true }).fill('ls -l && sudo r\\m -rf "/tmp"');
    await page.getByRole('button', { name: '測試' }).click();
    await page.getByText('禁止執行').waitFor();
    await shot(page, 'command-filter-test');

    await page.goto('/strategy');
    await page.getByRole('button', { name: '新增授權政策' }).first().click();
    await drawer.getByLabel('名稱').fill('受限人員');
    await drawer.getByLabel('指令過濾').click();
    await page.getByTitle('正式機').click();
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('link', { name: '受限人員' }).waitFor();

    await page.goto('/command-filter');
    await page.getByRole('button', { name: '刪除 正式機' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '刪除' }).click();
    await page.getByText(/仍有 1 項授權政策與 0 筆授權使用（受限人員）/).waitFor();
    await shot(page, 'command-filter-in-use');
    await page.goto('/command-filter');
    await page.getByRole('link', { name: '正式機' }).waitFor();
    expect(await page.getByRole('link', { name: '正式機' }).count()).toBe(1);
  });
});

describe('saved commands', () => {
  it('ask for their parameters, are shared, and appear in the personal page', async () => {
    const page = await asAdmin('/command');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: '新增指令' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('名稱').fill('檢查連接埠');
    await drawer.getByLabel('內容').fill('nc -vz {{主機}} {{port:22}}\nuptime');
    await drawer.getByLabel('共用').click();
    await shot(page, 'command-form');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('button', { name: '複製 檢查連接埠' }).waitFor();
    await shot(page, 'command-list');

    await page.getByRole('button', { name: '複製 檢查連接埠' }).click();
    await drawer.getByLabel('主機').fill('db-01');
    await shot(page, 'command-parameters');
    await drawer.getByRole('button', { name: '複製' }).click();
    await page.getByText('已複製指令「檢查連接埠」').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('nc -vz db-01 22\nuptime');

    await page.goto('/my-command');
    await page.getByText('檢查連接埠').waitFor();
    await shot(page, 'my-command');
  });
});

it('the pages are legible in the dark', async () => {
  const page = await asAdmin('/strategy', { theme: 'dark' });
  await page.getByRole('link', { name: '受限人員' }).waitFor();
  await shot(page, 'strategy-list-dark');
  await page.goto('/command-filter');
  await page.getByRole('link', { name: '正式機' }).click();
  await page.getByRole('switch', { name: '啟用 rm' }).waitFor();
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(ground).toMatch(/^rgb\(\d{1,2}, \d{1,2}, \d{1,2}\)$/);
  await shot(page, 'command-filter-rules-dark');
});

it('a person without the menus sees none of these pages', async () => {
  const page = await asAdmin('/strategy');
  const token = await page.evaluate(() => localStorage.getItem('X-Auth-Token'));
  const headers = { 'x-auth-token': token ?? '' };
  const made = await page.request.post('/users', {
    headers,
    data: { username: 'plain', nickname: '一般人', type: 'user', password: 'plain password 1' },
  });
  expect(((await made.json()) as { code: number }).code).toBe(1);
  const login = await page.request.post('/login', {
    data: { username: 'plain', password: 'plain password 1' },
  });
  const theirs = ((await login.json()) as { data: { token: string } }).data.token;
  for (const path of ['/strategies/paging', '/command-filters/paging', '/commands/paging']) {
    const answer = await page.request.get(path, { headers: { 'x-auth-token': theirs } });
    // A new person still owes a change of the first password: nothing opens before that, and these never do.
    expect([401, 403]).toContain(((await answer.json()) as { code: number }).code);
  }
});
