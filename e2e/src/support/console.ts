import type { AccountInfo } from '@jadegate/contract/identity/account';
import type { Page } from 'playwright-core';

import type { Answer } from './client.ts';

/** Types a login into the page it is on. */
export async function typeLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('帳號').fill(username);
  await page.getByLabel('密碼', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登入', exact: true }).click();
}

export interface SignIn {
  username?: string;
  password: string;
  /** What to open then; without it the page shows nothing of the console yet. */
  path?: string;
}

/** Makes it a page of somebody who has signed in. Typing into the form has tests of its own, and takes longer. */
export async function signIn(page: Page, { username = 'admin', password, path }: SignIn): Promise<void> {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const response = await page.request.post('/login', {
    data: { username, password },
    headers: { 'user-agent': userAgent },
  });
  const { code, message, data } = (await response.json()) as Answer<{ token: string; info: AccountInfo }>;
  if (code !== 1) {
    throw new Error(`the login of ${username} failed: ${message}`);
  }
  // Any answer of the product's will do: what the console stores belongs to the address.
  await page.goto('/healthz');
  await page.evaluate(
    ({ token, info }) => {
      localStorage.setItem('X-Auth-Token', token);
      localStorage.setItem('user', JSON.stringify(info));
    },
    { token: data.token, info: data.info },
  );
  if (path !== undefined) {
    await page.goto(path);
  }
}
