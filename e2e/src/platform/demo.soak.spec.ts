// The demo as somebody meets it who has just started it: two minutes, from the login to a recording.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { command } from '../support/command.ts';
import { signIn, typeLogin } from '../support/console.ts';
import { Product } from '../support/product.ts';
import { until } from '../support/until.ts';

const TWO_MINUTES = 120_000;
const PATIENT = { timeout: 60_000 };

const browser = useBrowser();
const folder = mkdtempSync(join(tmpdir(), 'jadegate-demo-'));
const dataDir = join(folder, 'data');
let product: Product;
let began = 0;

const start = () =>
  Product.startAlone({
    dataDir,
    args: ['--demo'],
    // Which it must not listen on.
    env: { JADEGATE_HOST: '0.0.0.0' },
  });
const printedPassword = () =>
  until('the password', () => /password \(the same for all\): (\S+)$/m.exec(product.output)?.[1]);

beforeAll(async () => {
  began = performance.now();
  product = await start();
});
afterAll(async () => {
  await product.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function open(path: string, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await browser.newTerminalPage({ baseURL: product.url, theme });
  await signIn(page, { password: await printedPassword(), path });
  return page;
}

const strip = (page: Page) => page.getByRole('note').getByText('展示環境');

it('is walked through in two minutes: login, dashboard, wall, search, a recording, GPUs', async () => {
  const page = await browser.newTerminalPage({ baseURL: product.url });
  const password = await printedPassword();
  await page.goto('/login');
  await strip(page).waitFor();
  await shot(page, 'demo-login');
  await typeLogin(page, 'admin', password);
  await page.getByText('最近工作階段').first().waitFor();
  await strip(page).waitFor();
  await shot(page, 'demo-dashboard');

  await page.goto('/online-session?view=wall');
  const pictures = page.getByTestId('thumbnail');
  await pictures
    .getByText(/load average/)
    .first()
    .waitFor(PATIENT);
  await pictures
    .getByText(/NVIDIA H200/)
    .first()
    .waitFor(PATIENT);
  const moving = pictures.filter({ hasText: 'load average' }).first();
  const before = await moving.textContent();
  await expect.poll(() => moving.textContent(), PATIENT).not.toBe(before);
  await shot(page, 'demo-wall');

  // what a person typed, once it is found: a job greps there, too
  const found = page
    .getByRole('article')
    .filter({ hasText: /王俊傑.*app-01|app-01.*王俊傑/s })
    .first();
  const search = async () => {
    await page.goto('/session-search?text=ERROR');
    await page.getByRole('article').first().waitFor(PATIENT);
    return found.count();
  };
  await expect.poll(search, PATIENT).toBe(1);
  await shot(page, 'demo-search');
  const [player] = await Promise.all([page.waitForEvent('popup'), found.getByRole('link').first().click()]);
  await player
    .getByTestId('screen')
    .getByText(/ops@app-01/)
    .first()
    .waitFor(PATIENT);
  await strip(player).waitFor();
  await shot(player, 'demo-playback');

  expect(product.output).not.toContain('no remote desktops');
  await page.goto('/offline-session?protocol=vnc');
  await page.getByText('desk-01').first().waitFor(PATIENT);
  await page.goto('/gpu-resource');
  await page.getByText('NVIDIA H200').first().waitFor(PATIENT);
  await page.getByText('李建宏').first().waitFor(PATIENT);
  await shot(page, 'demo-gpu');
  expect(performance.now() - began).toBeLessThan(TWO_MINUTES);

  const dark = await open('/dashboard', 'dark');
  await strip(dark).waitFor();
  await shot(dark, 'demo-dashboard-dark');
});

it('keeps what it has, on loopback alone, and is never taken for an installation', async () => {
  const password = await printedPassword();
  expect(product.output).toContain('Jadegate is ready: http://127.0.0.1:');
  expect(await product.stop()).toBe(0);
  const main = join(import.meta.dirname, '../../../server/dist/main.js');
  const refused = await command(process.execPath, [main], {
    JADEGATE_DATA_DIR: `${dataDir}-demo`,
    JADEGATE_PORT: '0',
  });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('the data directory of a demo'),
  ]);
  product = await start();
  expect(await printedPassword()).toBe(password);
  const page = await open('/offline-session');
  await page.getByText('gpu-02').first().waitFor(PATIENT);
});
