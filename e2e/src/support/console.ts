import type { Page } from 'playwright-core';

/** Types a login into the page it is on. */
export async function typeLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('帳號').fill(username);
  await page.getByLabel('密碼', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登入' }).click();
}

/** Signs in and waits until the console has left the login page. */
export async function signIn(
  page: Page,
  { username = 'admin', password = '', path = '/login' },
): Promise<void> {
  await page.goto(path);
  await typeLogin(page, username, password);
  await page.waitForURL((url) => url.pathname !== '/login');
}
