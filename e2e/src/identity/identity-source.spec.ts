// A real provider in a real browser: the first login makes the person with their groups; a group that is taken away there is
// gone at the next login, and with it the live session that hung on it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn, typeLogin } from '../support/console.ts';
import { freePort } from '../support/free-port.ts';
import { OwnOidc } from '../support/own-oidc.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { shortOrSoak } from '../support/soak.ts';
import { connected } from '../support/terminal-page.ts';

const MEI = { preferred_username: 'mei', name: '林美', email: 'mei@example.com', email_verified: true };
const BOSS = { preferred_username: 'boss', name: '主管', groups: ['bosses'] };
const ENDS_WITHIN_MS = shortOrSoak(30_000, 5000);

const browser = useBrowser();
let bed: SessionBed;
let provider: OwnOidc;
let assetId = '';

beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://${hosts.LOOPBACK}:${port}`;
  provider = await OwnOidc.start();
  await provider.tell({
    clients: [
      {
        client_id: 'jadegate',
        client_secret: 'a secret for tests, long enough',
        redirect_uris: [`${publicUrl}/login/callback/acme`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: `${publicUrl}/login/sources/acme/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    people: { 'u-mei': { ...MEI, groups: ['ops', 'all staff'] }, 'u-boss': BOSS },
  });
  bed = await SessionBed.start({ port, env: { JADEGATE_PUBLIC_URL: publicUrl } });
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
  const { id: groupId } = await bed.make<{ id: string }>('/user-groups', { name: '維運', members: [] });
  await bed.make('/authorised/user-groups', { userGroupIds: [groupId], assetId });
  await bed.make('/identity-sources', {
    key: 'acme',
    kind: 'oidc',
    name: '公司帳號',
    icon: 'keycloak',
    config: {
      issuer: provider.issuer,
      allowsPlainHttp: true,
      clientId: 'jadegate',
      scope: 'openid profile email groups',
      creation: 'mapped',
      linksByMail: true,
    },
    rules: [
      { value: 'ops', groups: [groupId] },
      { value: 'all staff' },
      { value: 'bosses', roles: ['system-administrator'] },
    ],
    secret: 'a secret for tests, long enough',
  });
});
afterAll(async () => {
  await bed.product.dispose();
  await provider.stop();
});

async function comeBy(page: Page, subject = 'u-mei'): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: '以 公司帳號 登入' }).click();
  await page.getByLabel('Name').fill(subject);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/my-asset');
}

it('a person comes in by a provider, and loses there what they lose here', async () => {
  const page = await browser.newTerminalPage({ baseURL: bed.url });
  await page.goto('/login');
  await page.getByRole('button', { name: '以 公司帳號 登入' }).waitFor();
  await shot(page, 'identity-source-login');
  await comeBy(page);
  expect(new URL(page.url()).search).toBe('');
  await page.getByText('web-01').waitFor();
  await page.goto(`/access?assetId=${assetId}`);
  await connected(page);

  await provider.tell({ people: { 'u-mei': { ...MEI, groups: ['all staff'] } } });
  const other = await browser.newPage({ baseURL: bed.url });
  await comeBy(other);
  const takenAt = Date.now();
  await page.getByText('使用這個資產的授權已失效').first().waitFor({ timeout: ENDS_WITHIN_MS });
  expect(Date.now() - takenAt).toBeLessThan(ENDS_WITHIN_MS);
  await expect.poll(() => other.getByText('web-01').count()).toBe(0);

  // Signing out there is told to the product by the provider itself, and ends that login alone.
  await other.goto(`${provider.issuer}/session/end`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByText('Signed out').waitFor();
  await other.goto(`${bed.url}/my-asset`);
  await other.waitForURL('**/login*');
  await page.goto('/my-asset');
  await page.getByText('林美').first().waitFor();
});

it('two people with one mail address are two people; what is open ends when its person signs out there', async () => {
  const other = { ...MEI, preferred_username: 'mei.lin', name: '林玫', groups: ['ops'] };
  await provider.tell({ people: { 'u-other': other } });
  const page = await browser.newTerminalPage({ baseURL: bed.url });
  await comeBy(page, 'u-other');
  await page.getByText('林玫').first().waitFor();
  const { data } = await bed.admin.call<{ items: { username: string; mail: string }[] }>(
    'GET',
    '/users/paging?pageSize=50',
  );
  expect(data.items.filter((user) => user.mail === MEI.email).map(({ username }) => username)).toEqual(
    expect.arrayContaining(['mei', 'mei.lin']),
  );
  await page.goto(`/access?assetId=${assetId}`);
  await connected(page);

  const there = await page.context().newPage();
  await there.goto(`${provider.issuer}/session/end`);
  await there.getByRole('button', { name: 'Sign out' }).click();
  await there.getByText('Signed out').waitFor();
  await page.getByText('登入已結束').first().waitFor({ timeout: ENDS_WITHIN_MS });
  await there.close();
});

it('who is of a provider that is away is told which, and people of here sign in as before', async () => {
  await bed.make('/identity-sources', {
    key: 'branch',
    kind: 'oidc',
    name: '分店帳號',
    config: { issuer: `http://127.0.0.1:${await freePort()}`, allowsPlainHttp: true, clientId: 'x' },
    secret: 'x',
  });
  const page = await browser.newPage({ baseURL: bed.url });
  await page.goto('/login');
  await page.getByRole('button', { name: '以 分店帳號 登入' }).click();
  await page.getByText('登入來源「分店帳號」目前沒有回應').waitFor();
  await shot(page, 'identity-source-away');
  await typeLogin(page, 'admin', PASSWORD);
  await page.waitForURL((address) => address.pathname !== '/login');
  expect(await page.getByText('目前沒有回應，請稍後再試').count()).toBe(0);
});

it('who has no password here proves at the provider what asks for a proof', async () => {
  await bed.make('/credentials', {
    name: 'db-root',
    type: 'custom',
    username: 'root',
    password: 'kept safe',
  });
  const page = await browser.newPage({ baseURL: bed.url });
  await page.goto('/login');
  await page.getByRole('button', { name: '以 公司帳號 登入' }).click();
  await page.getByLabel('Name').fill('u-boss');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => address.pathname !== '/login' && !address.pathname.includes('callback'));
  await page.goto('/credential');
  await page
    .getByRole('row', { name: /db-root/ })
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: '檢視機密內容' }).click();
  const reveal = page.getByRole('dialog', { name: /db-root/ });
  await reveal.getByRole('button', { name: '以 公司帳號 確認身分' }).waitFor();
  await shot(page, 'identity-source-reveal');
  const [there] = await Promise.all([
    page.waitForEvent('popup'),
    reveal.getByRole('button', { name: '以 公司帳號 確認身分' }).click(),
  ]);
  // It asks for the login anew, though the session there is open.
  await there.getByLabel('Name').fill('u-boss');
  await there.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => reveal.getByText('kept safe').isVisible()).toBe(true);
});

it('a test shows what the provider says and what it gives, on the page of sources', async () => {
  const page = await browser.newPage({ baseURL: bed.url });
  await signIn(page, { password: PASSWORD, path: '/identity-source' });
  await page.getByText('公司帳號').first().waitFor();
  await shot(page, 'identity-source-list');
  await page
    .getByRole('row', { name: /公司帳號/ })
    .getByRole('button', { name: /測試登入/ })
    .click();
  await page.getByLabel('Name').fill('u-mei');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const result = page.getByRole('dialog', { name: '測試登入結果' });
  await result.getByText('是既有帳號 mei').waitFor();
  expect(await result.getByText('規則「all staff」給予').count()).toBe(1);
  await shot(page, 'identity-source-test');
});

it('the form, in both themes and on a phone', async () => {
  for (const [name, options] of [
    ['light', {}],
    ['dark', { theme: 'dark' }],
    ['phone', { viewport: { width: 390, height: 844 } }],
  ] as const) {
    const page = await browser.newPage({ baseURL: bed.url, ...options });
    await signIn(page, { password: PASSWORD, path: '/identity-source' });
    await page.getByText('公司帳號').first().waitFor();
    await shot(page, `identity-source-list-${name}`);
    await page.getByRole('button', { name: '新增登入來源' }).click();
    const form = page.getByRole('dialog', { name: '新增登入來源' });
    await form.getByText('回呼網址（Redirect URI）').waitFor();
    await shot(page, `identity-source-form-${name}`);
    expect(await form.getByText(`${bed.url}/login/callback/`).count()).toBeGreaterThan(0);
  }
});
