// The list of first steps, followed from an empty installation to its end by somebody who reads nothing else.
import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { typeLogin } from '../support/console.ts';
import { Product } from '../support/product.ts';
import { connected, shows } from '../support/terminal-page.ts';

const PASSWORD = 'a password of my own';

const browser = useBrowser();
let product: Product;
beforeAll(async () => {
  product = await Product.start();
});
afterAll(() => product.dispose());

const STEPS = [
  '開啟兩步驟驗證',
  '確認系統時區',
  '新增憑證',
  '新增資產',
  '新增使用者或群組',
  '授權資產',
  '第一次連線',
];

const list = (page: Page) => page.getByRole('list', { name: '開始使用' });
const step = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(`^${name}`) });

/** As the page tells it, in order. */
async function open(page: Page): Promise<string[]> {
  await list(page).waitFor();
  const texts = await list(page).getByRole('link').locator('strong').allInnerTexts();
  return texts.filter((text) => !text.includes('已完成'));
}

/** Back on the dashboard by its menu, with this step done and those behind it still open. */
async function isDone(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: '儀表板', exact: true }).first().click();
  await list(page)
    .getByRole('link', { name: new RegExp(`^${name}\\s*（已完成）`) })
    .waitFor();
}

async function firstLogin(page: Page): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.goto('/');
  await field('帳號').fill('admin');
  await field('密碼').fill(product.firstPassword);
  await page.getByRole('button', { name: '登入' }).click();
  await field('新密碼').fill(PASSWORD);
  await field('再次輸入新密碼').fill(PASSWORD);
  await page.getByRole('button', { name: '變更密碼並繼續' }).click();
}

/** Answers how to make codes. */
async function setUpSecondFactor(page: Page): Promise<TOTP> {
  await page.getByRole('button', { name: '啟用兩步驟驗證' }).click();
  await page.getByRole('img', { name: /QR Code/ }).waitFor();
  const secret = await page.locator('code').first().innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  await page.getByLabel('新驗證碼').fill(totp.generate());
  await page.getByRole('button', { name: '啟用', exact: true }).click();
  await page.getByRole('list', { name: '復原碼' }).waitFor();
  await page.getByLabel('我已將復原碼存放在安全的地方').check();
  await page.getByRole('button', { name: '完成', exact: true }).click();
  await page.getByText('兩步驟驗證已啟用', { exact: true }).waitFor();
  return totp;
}

async function choose(page: Page, drawer: Locator, label: string, option: string): Promise<void> {
  const box = drawer.getByRole('combobox', { name: label });
  await box.click();
  await box.fill(option);
  await page.locator(`.ant-select-item-option[title^="${option}"]`).last().click();
  await drawer.locator('.ant-drawer-title').click();
}

it('leads from an empty installation to a recorded shell, and is gone when everything is done', async () => {
  const page = await browser.newTerminalPage({ baseURL: product.url });
  const drawer = page.getByRole('dialog');
  await firstLogin(page);
  // The question above the pages is the second step, for whoever answers it at once.
  await page.getByRole('button', { name: '使用 Asia/Taipei' }).click();
  await list(page)
    .getByRole('link', { name: /^確認系統時區\s*（已完成）/ })
    .waitFor();
  expect(await open(page)).toEqual(STEPS.filter((name) => name !== '確認系統時區'));
  await shot(page, 'first-steps-begun');

  await step(page, '開啟兩步驟驗證').click();
  const totp = await setUpSecondFactor(page);
  await isDone(page, '開啟兩步驟驗證');

  await step(page, '新增憑證').click();
  await drawer.getByLabel('名稱').fill('測試主機');
  await drawer.getByLabel('登入帳號').fill(hosts.ssh.username);
  await drawer.getByLabel('密碼', { exact: true }).last().fill(hosts.ssh.password);
  await drawer.getByRole('button', { name: '儲存' }).click();
  await page.getByRole('cell', { name: '測試主機', exact: true }).waitFor();
  await isDone(page, '新增憑證');

  await step(page, '新增資產').click();
  await drawer.getByRole('textbox', { name: '名稱' }).fill('web-01');
  await drawer.getByRole('textbox', { name: '主機' }).fill(hosts.LOOPBACK);
  await drawer.getByRole('spinbutton', { name: '連接埠' }).fill(String(hosts.ssh.port));
  await drawer.getByRole('textbox', { name: '登入帳號' }).fill(hosts.ssh.username);
  await drawer.getByRole('textbox', { name: '密碼' }).fill(hosts.ssh.password);
  await drawer.getByRole('button', { name: '儲存並檢測' }).click();
  await page.getByText(/有回應/).waitFor();
  await drawer.getByRole('button', { name: '關閉' }).last().click();
  await isDone(page, '新增資產');

  await step(page, '新增使用者或群組').click();
  await drawer.getByLabel('帳號').fill('mei');
  await drawer.getByLabel('名稱').fill('陳美玲');
  await drawer.getByLabel('密碼', { exact: true }).last().fill('first password');
  await drawer.getByRole('button', { name: '儲存' }).click();
  await page.getByRole('link', { name: '陳美玲' }).waitFor();
  await isDone(page, '新增使用者或群組');

  await step(page, '授權資產').click();
  await page.getByRole('link', { name: 'web-01', exact: true }).click();
  await page.getByRole('tab', { name: '授權的使用者' }).click();
  await page.getByRole('button', { name: '授權使用者' }).click();
  await choose(page, drawer, '使用者', '陳美玲');
  await drawer.getByRole('button', { name: '授權使用者' }).click();
  await page
    .getByRole('cell', { name: /陳美玲/ })
    .first()
    .waitFor();
  await isDone(page, '授權資產');
  expect(await open(page)).toEqual(['第一次連線']);
  await shot(page, 'first-steps-last');

  await step(page, '第一次連線').click();
  const [terminal] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '連線 web-01' }).click(),
  ]);
  terminal.on('dialog', (dialog) => void dialog.accept());
  await connected(terminal);
  await terminal.keyboard.type('echo first-$((2 + 1))-step\n');
  await shows(terminal, 'first-3-step');
  await terminal.keyboard.type('exit\n');
  await terminal.getByRole('status').getByText('已連線').waitFor({ state: 'hidden' });
  await terminal.close();

  // Elsewhere, where the second step is asked for. A code works once; that of the next half minute is taken as well.
  const again = await browser.newPage({ baseURL: product.url });
  await again.goto('/login');
  await typeLogin(again, 'admin', PASSWORD);
  const code = totp.generate({ timestamp: Date.now() + 30_000 });
  await again.getByRole('dialog').getByLabel('驗證碼或復原碼').fill(code);
  await again.getByRole('button', { name: '驗證', exact: true }).click();
  await again.getByText('最近工作階段').first().waitFor();
  expect(await again.getByText('開始使用', { exact: true }).count()).toBe(0);
  await shot(again, 'first-steps-gone');
});
