// A passkey from its making to its removal, with Chromium's own authenticator: signing in with nothing typed, and a secret
// that is shown for it.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { VirtualAuthenticator } from '../support/authenticator.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn, typeLogin } from '../support/console.ts';
import { freePort } from '../support/free-port.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';

const browser = useBrowser();
let bed: SessionBed;
let url = '';

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  bed = await SessionBed.start({ port, env: { JADEGATE_PUBLIC_URL: url } });
  await bed.make('/credentials', {
    name: 'db-root',
    type: 'custom',
    username: 'root',
    password: 'kept safe',
  });
});
afterAll(() => bed.product.dispose());

it('is added, signs in, shows a secret and is removed', async () => {
  const page = await browser.newPage({ baseURL: url });
  await signIn(page, { password: PASSWORD, path: '/info?activeKey=passkey' });
  const authenticator = await VirtualAuthenticator.addTo(page);
  await page.getByRole('button', { name: '新增通行金鑰' }).click();
  const drawer = page.getByRole('dialog', { name: '新增通行金鑰' });
  await drawer.getByLabel('名稱').fill('公司筆電');
  await shot(page, 'passkey-add');
  await drawer.getByRole('button', { name: '新增通行金鑰' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByRole('cell', { name: '公司筆電' }).waitFor();
  expect(await authenticator.count()).toBe(1);
  await shot(page, 'passkey-list');

  // Signed out, and in again with nothing typed: by what the browser offers in the field for the user name. This finger
  // lies on the authenticator always, so the offer is taken as soon as it is made.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.waitForURL((address) => address.pathname !== '/login');

  // By the button, in a browser that makes no such offer: it would be taken before the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByRole('button', { name: '使用通行金鑰登入' }).waitFor();
  await shot(page, 'passkey-login');
  await page.getByRole('button', { name: '使用通行金鑰登入' }).click();
  await page.waitForURL((address) => address.pathname !== '/login');

  // The password alone is not enough any more: beside it the passkey stands for a code.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await typeLogin(page, 'admin', PASSWORD);
  const factor = page.getByRole('dialog', { name: '兩步驟驗證' });
  await factor.waitFor();
  await shot(page, 'passkey-factor');
  await factor.getByRole('button', { name: /通行金鑰/ }).click();
  await page.waitForURL((address) => address.pathname !== '/login');

  await page.goto('/credential');
  await page.getByText('db-root').first().waitFor();
  await page
    .getByRole('row', { name: /db-root/ })
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: '檢視機密內容' }).click();
  const reveal = page.getByRole('dialog', { name: /db-root/ });
  await reveal.getByRole('button', { name: '使用通行金鑰確認' }).waitFor();
  await shot(page, 'passkey-reveal');
  await reveal.getByRole('button', { name: '使用通行金鑰確認' }).click();
  await reveal.getByText('kept safe').waitFor();

  await page.goto('/info?activeKey=passkey');
  await page.getByRole('button', { name: '移除' }).click();
  const removal = page.getByRole('dialog', { name: '移除通行金鑰「公司筆電」？' });
  await removal.getByRole('textbox', { name: '登入密碼' }).fill(PASSWORD);
  await removal.getByRole('button', { name: '移除' }).click();
  await page.getByText('還沒有通行金鑰').waitFor();
});
