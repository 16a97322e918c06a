// From an empty installation to a recorded shell on a host of one's own: few clicks, and a coffee is not yet cold.
import type { SessionRow } from '@jadegate/contract/session/session';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { Product } from '../support/product.ts';
import { connected, shows } from '../support/terminal-page.ts';

const PASSWORD = 'a password of my own';
const MOST_CLICKS = 6;
const TWO_MINUTES = 120_000;

const browser = useBrowser();
let product: Product;
let began = 0;
beforeAll(async () => {
  began = performance.now();
  product = await Product.start();
});
afterAll(() => product.dispose());

it('takes at most six clicks and two minutes', async () => {
  const page = await browser.newTerminalPage({ baseURL: product.url });
  const drawer = page.getByRole('dialog');
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.goto('/');
  await field('帳號').fill('admin');
  await field('密碼').fill(product.firstPassword);
  await click(page.getByRole('button', { name: '登入' }));
  await field('新密碼').fill(PASSWORD);
  await field('再次輸入新密碼').fill(PASSWORD);
  await click(page.getByRole('button', { name: '變更密碼並繼續' }));

  await click(page.getByRole('list', { name: '開始使用' }).getByRole('link', { name: /^新增資產/ }));
  await drawer.getByRole('textbox', { name: '名稱' }).fill('web-01');
  await drawer.getByRole('textbox', { name: '主機' }).fill(hosts.LOOPBACK);
  await drawer.getByRole('spinbutton', { name: '連接埠' }).fill(String(hosts.ssh.port));
  await drawer.getByRole('textbox', { name: '登入帳號' }).fill(hosts.ssh.username);
  await drawer.getByRole('textbox', { name: '密碼' }).fill(hosts.ssh.password);
  await click(drawer.getByRole('button', { name: '儲存並檢測' }));
  const [terminal] = await Promise.all([
    page.waitForEvent('popup'),
    click(drawer.getByRole('link', { name: '連線' })),
  ]);
  await connected(terminal);
  await terminal.keyboard.type('echo first-$((2 + 1))-minutes\n');
  await shows(terminal, 'first-3-minutes');
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
  expect(performance.now() - began).toBeLessThan(TWO_MINUTES);

  await terminal.keyboard.type('exit\n');
  const admin = new Client(product.url);
  await admin.login('admin', PASSWORD);
  const recording = async () => (await admin.call<SessionRow[]>('GET', '/sessions')).data[0]?.recording;
  await expect.poll(recording, { timeout: 20_000 }).toBe('1');
});
