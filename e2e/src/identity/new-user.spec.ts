// From the first start to a recorded shell and its recording, by nothing but what the pages show.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Product } from '../support/product.ts';
import { connected, shows } from '../support/terminal-page.ts';

const NEW_PASSWORD = 'a password of my own';
/** Clicks and fields. A person who reads takes three seconds for one: a minute and a half. */
const MOST_STEPS = 30;

const browser = useBrowser();
let product: Product;
beforeAll(async () => {
  product = await Product.start();
});
afterAll(() => product.dispose());

/** Somebody who has read nothing, and counts what they have to do. */
class NewUser {
  steps = 0;

  async click(target: Locator): Promise<void> {
    this.steps += 1;
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.steps += 1;
    await target.fill(text);
  }

  /** Clicks what opens another tab, and looks at that; it does not know who opened it, so the page cannot tell either. */
  async follow(target: Locator): Promise<Page> {
    const [opened] = await Promise.all([target.page().context().waitForEvent('page'), this.click(target)]);
    return opened;
  }

  async type(page: Page, line: string): Promise<void> {
    this.steps += 1;
    await page.keyboard.type(`${line}\n`);
  }
}

it('a new user comes from the first login to a recorded shell and its recording in few steps', async () => {
  const page = await browser.newTerminalPage({ baseURL: product.url });
  const user = new NewUser();
  const button = (name: string) => page.getByRole('button', { name });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  await page.goto('/');
  await user.fill(field('帳號'), 'admin');
  await user.fill(field('密碼'), product.firstPassword);
  await user.click(button('登入'));
  await user.fill(field('新密碼'), NEW_PASSWORD);
  await user.fill(field('再次輸入新密碼'), NEW_PASSWORD);
  await user.click(button('變更密碼並繼續'));

  await user.click(button('使用 Asia/Taipei'));
  const firstSteps = page.getByRole('list', { name: '開始使用' });
  await firstSteps.getByRole('link', { name: /^確認系統時區\s*（已完成）/ }).waitFor();
  await shot(page, 'new-user-dashboard');
  await user.click(firstSteps.getByRole('link', { name: /^新增資產/ }));
  const form = page.getByRole('dialog', { name: '新增資產' });
  await user.fill(form.getByRole('textbox', { name: '名稱' }), 'web-01');
  await user.fill(form.getByRole('textbox', { name: '主機' }), hosts.LOOPBACK);
  await user.fill(form.getByRole('spinbutton', { name: '連接埠' }), String(hosts.ssh.port));
  await user.fill(form.getByRole('textbox', { name: '登入帳號' }), hosts.ssh.username);
  await user.fill(form.getByRole('textbox', { name: '密碼' }), hosts.ssh.password);
  // The test learns the key of a machine that nobody has met, so that the first connection works.
  await user.click(form.getByRole('button', { name: '儲存並檢測' }));
  const tested = page.getByRole('dialog', { name: '檢測「web-01」的連線' });
  await tested.getByText(/有回應/).waitFor();
  await shot(page, 'new-user-tested');
  const terminal = await user.follow(tested.getByRole('link', { name: '連線' }));
  terminal.on('dialog', (dialog) => void dialog.accept());
  await connected(terminal);
  await user.type(terminal, 'echo it-$((40 + 2))-works');
  await shows(terminal, 'it-42-works');
  await shot(terminal, 'new-user-terminal');
  await user.type(terminal, 'exit');
  await terminal.getByRole('status').getByText('已連線').waitFor({ state: 'hidden' });
  await terminal.close();

  await user.click(page.getByRole('menuitem', { name: '工作階段管理' }));
  await user.click(page.getByRole('link', { name: '歷史工作階段' }));
  const recording = await user.follow(
    page.getByRole('button', { name: '播放 超級管理員 web-01', exact: true }),
  );
  await recording.getByText('it-42-works').first().waitFor();
  await shot(recording, 'new-user-recording');

  expect(user.steps).toBeLessThanOrEqual(MOST_STEPS);
});
