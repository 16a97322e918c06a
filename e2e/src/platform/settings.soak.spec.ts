import type { AddressInfo } from 'node:net';

import type { Settings } from '@jadegate/contract/platform/setting-endpoints';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { LOOPBACK } from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';

const browser = useBrowser();
const PASSWORD = 'a password for tests';

/** A red dot. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const letters: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    stream.on('end', () => {
      letters.push(text);
      done();
    });
  },
});

let product: Product;
let mailPort = 0;
const client = () => new Client(product.url);
beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  await new Promise<void>((resolve) => smtp.listen(0, LOOPBACK, resolve));
  mailPort = (smtp.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await product.dispose();
});

async function openSettings(tab: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage({ baseURL: product.url, ...options });
  await signIn(page, { password: PASSWORD, path: '/setting' });
  await page.getByRole('tab', { name: tab, exact: true }).click();
  return page;
}

describe('the settings page', () => {
  it('changes names and logo, which the login page shows to everybody', async () => {
    const page = await openSettings('品牌');
    await page.getByLabel('產品名稱').fill('港務堡壘');
    await page.getByLabel('說明').fill('港區主機的唯一入口');
    await page.getByRole('button', { name: '儲存' }).click();
    await page.getByText('設定已儲存').waitFor();
    await page.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: PNG,
    });
    await page.getByText('標誌已更新').waitFor();
    await shot(page, 'setting-branding');

    const visitor = await browser.newPage({ baseURL: product.url });
    await visitor.goto('/login');
    await visitor.getByText('港務堡壘').waitFor();
    await visitor.getByText('港區主機的唯一入口').waitFor();
    expect(await visitor.title()).toContain('港務堡壘');
    const logo = visitor.locator('img[src^="/branding/logo"]');
    const drawnWidth = () =>
      logo.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0));
    await expect.poll(drawnWidth).toBe(1);

    await page.getByRole('button', { name: '還原預設標誌' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '還原預設標誌' }).click();
    await page.getByText('已還原預設標誌').waitFor();
    await page.getByLabel('產品名稱').fill('');
    await page.getByRole('button', { name: '儲存' }).click();
    await page.getByText('設定已儲存').last().waitFor();
    await visitor.reload();
    await visitor.getByText('玉門 Jadegate').first().waitFor();
    expect(await logo.count()).toBe(0);
  });

  it('refuses a wrong value at its field and changes nothing', async () => {
    const page = await openSettings('郵件');
    await page.getByLabel('寄件者地址').fill('nobody');
    await page.getByRole('button', { name: '儲存' }).click();
    await page.getByText('請輸入有效的電子郵件地址').waitFor();
    const api = client();
    await api.login('admin', PASSWORD);
    expect((await api.call<Settings>('GET', '/properties')).data['mail-from']).toBe('');
    // Leaving with it unsaved is asked about.
    await page.getByRole('menuitem', { name: '儀表板' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '放棄變更' }).click();
    await page.waitForURL('**/dashboard');
  });

  it('sends a test mail that arrives, with what is on the form', async () => {
    const page = await openSettings('郵件');
    await page.getByLabel('郵件伺服器').fill(LOOPBACK);
    await page.getByLabel('連接埠').fill(String(mailPort));
    await page.getByLabel('加密方式').click();
    await page.getByTitle('不加密').click();
    await page.getByLabel('寄件者地址').fill('jadegate@example.test');
    await page.getByLabel('收件地址').fill('ops@example.test');
    await page.getByRole('button', { name: '寄送測試郵件' }).click();
    await page.getByText('測試郵件已寄到 ops@example.test').waitFor();
    expect(letters.join('\n')).toContain('ops@example.test');
    await shot(page, 'setting-mail');

    await page.getByLabel('連接埠').fill('1');
    await page.getByRole('button', { name: '寄送測試郵件' }).click();
    await page.getByText(/拒絕連線/).waitFor();
  });

  it('raises the shortest password, which forms and server both keep', async () => {
    const page = await openSettings('安全');
    await page.getByLabel('密碼最短長度').fill('14');
    await page.getByRole('button', { name: '儲存' }).click();
    await page.getByText('設定已儲存').waitFor();
    const other = await browser.newPage({ baseURL: product.url });
    await signIn(other, { password: PASSWORD, path: '/user' });
    await other.getByRole('button', { name: '新增使用者' }).first().click();
    const drawer = other.getByRole('dialog');
    await drawer.getByText(/至少 14 個字元/).waitFor();
    await drawer.getByLabel('帳號').fill('yun');
    await drawer.getByLabel('名稱').fill('雲');
    await drawer.getByLabel('密碼', { exact: true }).last().fill('thirteen-char');
    await drawer.getByRole('button', { name: '儲存' }).click();
    await drawer.getByText('必須介於 14 到 256 個字元').waitFor();
    expect(await other.getByText('雲').count()).toBe(0);
  });
});

describe('the API behind it', () => {
  it('refuses unknown settings by name', async () => {
    const api = client();
    await api.login('admin', PASSWORD);
    const answer = await api.call('PUT', '/properties', { 'enable-ldap': false, 'font-size': 20 });
    expect(answer).toMatchObject({ code: 400, error: 'validation' });
    expect(answer.message).toContain('enable-ldap');
    expect((await api.call<Settings>('GET', '/properties')).data['font-size']).toBe('14');
  });

  it('is closed to those without the right, and so is the page', async () => {
    const api = client();
    await api.login('admin', PASSWORD);
    const person = { nickname: '阿明', password: 'a long first password', mustChangePassword: false };
    await api.call('POST', '/users', { ...person, username: 'ming', type: 'user' });
    await api.call('POST', '/users', {
      ...person,
      username: 'auditor',
      type: 'admin',
      roles: ['audit-administrator'],
    });
    for (const username of ['ming', 'auditor']) {
      const theirs = client();
      await theirs.login(username, person.password);
      expect((await theirs.call('GET', '/properties')).code).toBe(403);
      expect((await theirs.call('PUT', '/properties', { 'font-size': 20 })).code).toBe(403);
      expect((await theirs.call('GET', '/properties/guacd')).code).toBe(403);
    }
    const page = await browser.newPage({ baseURL: product.url });
    await signIn(page, { username: 'auditor', password: person.password, path: '/setting' });
    await page.getByText('沒有檢視此頁面的權限').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});
