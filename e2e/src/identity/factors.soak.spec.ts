import { setTimeout as sleep } from 'node:timers/promises';

import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn, typeLogin } from '../support/console.ts';
import { Product } from '../support/product.ts';

const browser = useBrowser();
const PASSWORD = 'a password for tests';
const THEIRS = 'quiet harbour at dusk';

let product: Product;
let admin: Client;
beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
});
afterAll(() => product.dispose());

const open = (options: Parameters<typeof browser.newPage>[0] = {}) =>
  browser.newPage({ baseURL: product.url, ...options });

async function addPerson(username: string): Promise<void> {
  const { message } = await admin.call('POST', '/users', {
    username,
    nickname: username,
    type: 'user',
    password: THEIRS,
    mustChangePassword: false,
  });
  expect(message).toBe('success');
}

async function at(username: string, tab: string, options: Parameters<typeof open>[0] = {}): Promise<Page> {
  const page = await open(options);
  await signIn(page, { username, password: THEIRS, path: `/my-info?activeKey=${tab}` });
  return page;
}

const HALF_MINUTE = 30_000;

/**
 * An authenticator app. A code works once, and those of the half minutes before and after are taken as well: three of
 * them can be used without waiting, unless the oldest is about to be too old.
 */
function authenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let used = -1;
  return async () => {
    const step = () => Math.floor(Date.now() / HALF_MINUTE);
    const oldest = Date.now() % HALF_MINUTE < HALF_MINUTE / 2 ? step() - 1 : step();
    const next = Math.max(used + 1, oldest);
    while (next > step() + 1) {
      await sleep(200);
    }
    used = next;
    return totp.generate({ timestamp: next * HALF_MINUTE });
  };
}

async function enrol(page: Page, button: string, codeLabel: string) {
  const secret = await page.locator('code').first().innerText();
  const code = authenticator(secret);
  await page.getByLabel(codeLabel).fill(await code());
  await page.getByRole('button', { name: button, exact: true }).click();
  const list = page.getByRole('list', { name: '復原碼' });
  await list.waitFor();
  const recoveryCodes = await list.getByRole('listitem').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  return { code, recoveryCodes };
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('驗證碼或復原碼').fill(code);
  await page.getByRole('button', { name: '驗證', exact: true }).click();
}

const isIn = (page: Page) => page.waitForURL((url) => url.pathname !== '/login');

describe('two-step verification', () => {
  it('is set up, asked for, moved past with a recovery code, and turned off with a code only', async () => {
    await addPerson('mei');
    const page = await at('mei', 'factor');
    await shot(page, 'factor-off');
    await page.getByRole('button', { name: '啟用兩步驟驗證' }).click();
    await page.getByRole('img', { name: /QR Code/ }).waitFor();
    await shot(page, 'factor-setup');
    const { code, recoveryCodes } = await enrol(page, '啟用', '新驗證碼');
    await shot(page, 'factor-codes');
    await page.getByLabel('我已將復原碼存放在安全的地方').check();
    await page.getByRole('button', { name: '完成', exact: true }).click();
    await page.getByText('兩步驟驗證已啟用', { exact: true }).waitFor();
    await page.getByText('剩下 10 組').waitFor();
    await shot(page, 'factor-on');

    const second = await open();
    await second.goto('/login');
    await typeLogin(second, 'mei', THEIRS);
    const used = await code();
    await typeCode(second, used);
    await isIn(second);

    const third = await open();
    await third.goto('/login');
    await typeLogin(third, 'mei', THEIRS);
    await typeCode(third, used);
    await third.getByText(/驗證碼不正確或已使用過/).waitFor();
    await typeCode(third, recoveryCodes[0] ?? '');
    await isIn(third);

    const fourth = await open();
    await fourth.goto('/login');
    await typeLogin(fourth, 'mei', THEIRS);
    await typeCode(fourth, recoveryCodes[0] ?? '');
    await fourth.getByText(/驗證碼不正確或已使用過/).waitFor();

    await page.reload();
    await page.getByText('剩下 9 組').waitFor();
    await page.getByRole('button', { name: '停用' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('目前的驗證碼或復原碼').fill(THEIRS);
    await dialog.getByRole('button', { name: '停用' }).click();
    await dialog.getByText(/身分驗證失敗/).waitFor();
    await dialog.getByLabel('目前的驗證碼或復原碼').fill(await code());
    await dialog.getByRole('button', { name: '停用' }).click();
    await page.getByText('尚未啟用兩步驟驗證').waitFor();
    // Changing a factor ended the other logins.
    await third.reload();
    await third.waitForURL('**/login**');
    expect(await third.evaluate(() => localStorage.getItem('X-Auth-Token'))).toBeNull();
  });

  it('is asked of everybody where it is compulsory, before anything else opens', async () => {
    await addPerson('hao');
    const policy = (value: string) => admin.call('PUT', '/properties', { 'second-factor-policy': value });
    expect((await policy('everyone')).code).toBe(1);
    try {
      const page = await open();
      await page.goto('/login');
      await typeLogin(page, 'hao', THEIRS);
      await page.getByRole('heading', { name: '請設定兩步驟驗證' }).waitFor();
      await page.goto('/my-asset');
      await page.waitForURL('**/login**');
      await page.getByRole('img', { name: /QR Code/ }).waitFor();
      await shot(page, 'factor-forced');
      await enrol(page, '啟用並繼續', '驗證程式顯示的 6 位數驗證碼');
      await shot(page, 'factor-forced-codes');
      await page.getByLabel('我已將復原碼存放在安全的地方').check();
      await page.getByRole('button', { name: '開始使用' }).click();
      await isIn(page);
    } finally {
      await policy('off');
    }
  });
});

describe('access tokens', () => {
  it.each(['light', 'dark'] as const)(
    'are made, used by a program, and refused once revoked, in %s',
    async (theme) => {
      const username = `lin-${theme}`;
      await addPerson(username);
      const page = await at(username, 'token', { theme });
      await page.getByRole('button', { name: '新增權杖' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('名稱').fill('備份排程');
      // They signed in a moment ago: nothing is asked, and the form says so.
      await drawer.getByText(/剛才已確認過身分，接下來 1[45] 分鐘內/).waitFor();
      expect(await drawer.getByLabel('登入密碼').count()).toBe(0);
      await shot(page, `token-form-${theme}`);
      await drawer.getByRole('button', { name: '新增權杖' }).click();
      const token = await page.locator('code[aria-label="存取權杖"]').innerText();
      expect(token).toMatch(/^forever-[\w-]{43}$/);
      await shot(page, `token-once-${theme}`);
      await page.getByRole('button', { name: '完成', exact: true }).click();

      const program = new Client(product.url).useToken(token);
      expect(await program.call('GET', '/account/info')).toMatchObject({ code: 1, data: { username } });
      expect(await program.call('POST', '/account/logins/end-others')).toMatchObject({
        code: 403,
        error: 'auth.interactive_only',
      });
      expect(await page.getByText(token).count()).toBe(0);
      await page.reload();
      await page.getByText('來自 127.0.0.1').waitFor();
      await shot(page, `token-list-${theme}`);
      await page.getByRole('button', { name: '撤銷' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '撤銷' }).click();
      await page.getByText('還沒有存取權杖').waitFor();
      expect(await program.call('GET', '/account/info')).toMatchObject({ code: 401 });
    },
  );
});

describe('own logins', () => {
  it('shows every device and signs the others out', async () => {
    await addPerson('yun');
    const other = await open();
    await signIn(other, { username: 'yun', password: THEIRS, path: '/my-asset' });
    const page = await at('yun', 'login');
    await page.getByText('目前的裝置').waitFor();
    await shot(page, 'own-logins');
    await page.getByRole('button', { name: '登出其他所有裝置' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('其他 1 個裝置會立即登出').waitFor();
    await dialog.getByRole('button', { name: '登出其他所有裝置' }).click();
    await page.getByText('已登出其他所有裝置').waitFor();
    await other.reload();
    await other.waitForURL('**/login**');
    await page.reload();
    await page.getByText('目前的裝置').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
  });
});
