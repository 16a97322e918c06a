// One way through each page with which an installation is kept, in one product. Everything else about these pages is in
// the .soak.spec.ts of its feature; the way from nothing to the first session is in first-steps.soak.spec.ts.
import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';

const PASSPHRASE = 'seven quiet herons';

const browser = useBrowser();
let bed: SessionBed;
beforeAll(async () => {
  bed = await SessionBed.start();
});
afterAll(() => bed.product.dispose());

async function asAdmin(path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

/** Without loading the console anew. */
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

it('assets come from a file that was looked at first, and leave as a file without secrets', async () => {
  const rows = [
    '名稱,協定,主機,連接埠,帳號,密碼,標籤',
    'import-web,ssh,10.20.0.1,22,deploy,hush-hush-1,web|prod',
    'import-port,ssh,10.20.0.3,none,deploy,,',
  ];
  const page = await asAdmin('/asset');
  await page.getByRole('button', { name: '匯入', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from(rows.join('\r\n'));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: '預覽' }).click();
  await page.getByText('必須是 1 到 65535 的整數').waitFor();
  expect(await dialog.textContent()).not.toContain('hush-hush');
  await shot(page, 'asset-import-preview');
  await page.getByText('匯入 1 筆', { exact: true }).click();
  await page.getByText('已匯入 1 個資產').waitFor();
  await dialog.getByText('關閉', { exact: true }).click();
  await page.getByRole('link', { name: 'import-web' }).waitFor();

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: '匯出', exact: true }).click();
  const text = await readFile(await (await waiting).path(), 'utf8');
  expect(text).toContain('import-web,ssh,10.20.0.1,22,deploy,,,,prod|web');
  expect(text).not.toContain('hush-hush');
});

it('a backup brings back who is gone, and opens with its passphrase only', async () => {
  const amy = await bed.person({ username: 'amy', nickname: '陳艾咪' });
  const page = await asAdmin('/setting?activeKey=backup');
  await page.getByRole('button', { name: '匯出備份' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('備份通行片語').fill(PASSPHRASE);
  await drawer.getByLabel('再次輸入通行片語').fill(PASSPHRASE);
  await drawer.getByLabel('您的登入密碼').fill(PASSWORD);
  const downloading = page.waitForEvent('download');
  await drawer.getByRole('button', { name: /^匯\s?出$/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^jadegate-backup-\d{14}\.jgb$/);
  await drawer.waitFor({ state: 'hidden' });
  expect((await bed.admin.call('DELETE', `/users/${amy.id}`)).code).toBe(1);

  await page.locator('input[type=file]').setInputFiles(await download.path());
  await page.getByLabel('備份通行片語').fill('not the passphrase');
  await page.getByRole('button', { name: '開啟並預覽' }).click();
  await page.getByText('通行片語不正確').waitFor();
  await page.getByLabel('備份通行片語').fill(PASSPHRASE);
  await page.getByRole('button', { name: '開啟並預覽' }).click();
  await page.getByText('由版本').waitFor();
  await shot(page, 'backup-preview');
  await page.getByLabel('您的登入密碼').fill(PASSWORD);
  await page.getByRole('button', { name: /^還\s?原$/ }).click();
  await drawer.getByRole('button', { name: /^還\s?原$/ }).click();
  await page.getByText('還原完成').waitFor();
  await new Client(bed.product.url).login('amy', PASSWORD);
});

it.runIf(isSoak)(
  'a filter judges a line, a strategy uses it, and a saved command asks for what it needs',
  async () => {
    const page = await asAdmin('/command-filter');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const drawer = page.getByRole('dialog');
    await page.getByRole('button', { name: '新增指令過濾' }).first().click();
    await drawer.getByLabel('名稱').fill('正式機');
    await drawer.getByRole('button', { name: '儲存' }).click();
    // It leads to its rules: without one it filters nothing.
    await page.getByRole('button', { name: '新增規則' }).first().click();
    await drawer.getByText('開頭相同').click();
    await drawer.getByLabel('比對內容').fill('rm');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('switch', { name: '啟用 rm' }).waitFor();
    await page.getByRole('tab', { name: '測試' }).click();
    await page.getByLabel('指令', { exact: true }).fill('ls -l && sudo r\\m -rf "/tmp"');
    await page.getByRole('button', { name: '測試' }).click();
    await page.getByText('禁止執行').waitFor();

    await goTo(page, '授權政策');
    await page.getByRole('button', { name: '新增授權政策' }).first().click();
    await drawer.getByLabel('名稱').fill('受限人員');
    await drawer.getByLabel('指令過濾').click();
    await page.getByTitle('正式機').click();
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('link', { name: '受限人員' }).waitFor();
    await shot(page, 'strategy-list');

    await goTo(page, '指令');
    await page.getByRole('button', { name: '新增指令' }).first().click();
    await drawer.getByLabel('名稱').fill('檢查連接埠');
    await drawer.getByLabel('內容').fill('nc -vz {{主機}} {{port:22}}\nuptime');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await page.getByRole('button', { name: '複製 檢查連接埠' }).click();
    await drawer.getByLabel('主機').fill('db-01');
    await drawer.getByRole('button', { name: '複製' }).click();
    await page.getByText('已複製指令「檢查連接埠」').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('nc -vz db-01 22\nuptime');
  },
);

it('people guard their own account: a program gets a token, and logins elsewhere end', async () => {
  const { username, password, client } = await bed.person({ username: 'lin' });
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { username, password, path: '/my-info?activeKey=token' });
  await page.getByRole('button', { name: '新增權杖' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名稱').fill('備份排程');
  await dialog.getByRole('button', { name: '新增權杖' }).click();
  const token = await page.locator('code[aria-label="存取權杖"]').innerText();
  await page.getByRole('button', { name: '完成', exact: true }).click();
  const program = new Client(bed.product.url).useToken(token);
  expect(await program.call('GET', '/account/info')).toMatchObject({ code: 1, data: { username } });
  await page.getByRole('button', { name: '撤銷' }).click();
  await dialog.getByRole('button', { name: '撤銷' }).click();
  await page.getByText('還沒有存取權杖').waitFor();
  expect(await program.call('GET', '/account/info')).toMatchObject({ code: 401 });

  await page.getByRole('tab', { name: '登入裝置' }).click();
  await page.getByText('目前的裝置').waitFor();
  expect((await client.call('GET', '/account/info')).code).toBe(1);
  await page.getByRole('button', { name: '登出其他所有裝置' }).click();
  await dialog.getByRole('button', { name: '登出其他所有裝置' }).click();
  await page.getByText('已登出其他所有裝置').waitFor();
  expect((await client.call('GET', '/account/info')).code).toBe(401);
  await shot(page, 'own-logins');
});
