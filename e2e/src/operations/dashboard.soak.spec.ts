// The dashboard and the monitoring page of an empty installation, and of one in which people work, in both themes and on a phone.
import type { Asset } from '@jadegate/contract/access/asset';
import type { CreatedSession } from '@jadegate/contract/session/session';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { Product } from '../support/product.ts';
import { RawTerminal } from '../support/raw-terminal.ts';

const PASSWORD = 'a password for tests';
const PATIENT = { timeout: 30_000 };
const PAST = 3;
const LOOKS = [
  ['light', undefined],
  ['dark', undefined],
  ['light', { width: 390, height: 844 }],
  ['dark', { width: 390, height: 844 }],
] as const;

const browser = useBrowser();
let product: Product;
let admin: Client;
let token = '';
const terminals: RawTerminal[] = [];
beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
  admin = new Client(product.url);
  token = (await admin.call<{ token: string }>('POST', '/login', { username: 'admin', password: PASSWORD }))
    .data.token;
  admin.useToken(token);
});
afterAll(async () => {
  terminals.forEach((terminal) => terminal.close());
  await product.dispose();
});

async function anAsset(name: string, protocol: string, port: number): Promise<string> {
  const account = { accountType: 'custom', username: hosts.ssh.username, password: hosts.ssh.password };
  const body = { name, protocol, ip: hosts.LOOPBACK, port, ...account };
  const { data } = await admin.call<Asset>('POST', '/assets', body);
  await admin.call('POST', `/assets/${data.id}/tcping`);
  return data.id;
}

async function aSession(assetId: string): Promise<RawTerminal> {
  const { data } = await admin.call<CreatedSession>('POST', `/sessions?assetId=${assetId}&mode=native`);
  const terminal = new RawTerminal(product.url, data.id, token);
  terminals.push(terminal);
  await expect.poll(() => terminal.shown, PATIENT).toMatch(/[$#] $/);
  terminal.type('seq 1 2000\r');
  await expect.poll(() => terminal.shown, PATIENT).toContain('2000\r\n');
  return terminal;
}

async function open(path: string, [theme, viewport]: (typeof LOOKS)[number] = LOOKS[0]): Promise<Page> {
  const page = await browser.newPage({ baseURL: product.url, theme, ...(viewport && { viewport }) });
  await signIn(page, { password: PASSWORD, path });
  return page;
}

/** What is wider than the window: a phone would have to be pushed sideways. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** The whole page, which is taller than the window. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const height = await page.evaluate(() =>
    Math.max(...Array.from(document.querySelectorAll('main, body'), ({ scrollHeight }) => scrollHeight)),
  );
  const { width = 1280, height: usual = 800 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height: Math.max(usual, height + 80) });
  await shot(page, name);
  await page.setViewportSize({ width, height: usual });
}

const nameOf = ([theme, viewport]: (typeof LOOKS)[number]) => `${theme}${viewport ? '-phone' : ''}`;

/** Answers which of the pages do not fit. */
async function look(kind: string): Promise<string[]> {
  const tooWide: string[] = [];
  for (const one of LOOKS) {
    const page = await open('/dashboard', one);
    await page.getByRole('list', { name: '目前數字' }).waitFor();
    await page.getByRole('heading', { name: '最常連線的資產' }).waitFor(PATIENT);
    await page.getByRole('heading', { name: '登入次數' }).waitFor();
    for (const path of ['dashboard', 'monitoring']) {
      if (path === 'monitoring') {
        await page.goto('/monitoring');
        await page.getByRole('region', { name: '目前狀況' }).waitFor(PATIENT);
      }
      const name = `${path}-${kind}-${nameOf(one)}`;
      tooWide.push(...((await isTooWide(page)) ? [name] : []));
      await picture(page, name);
    }
  }
  return tooWide;
}

describe('the dashboard and the monitoring page', () => {
  it('are whole where nothing has happened yet', async () => {
    expect(await look('empty')).toEqual([]);
  });

  it('show what people do, each figure with the list behind it', async () => {
    const web = await anAsset('web-01', 'ssh', hosts.ssh.port);
    await anAsset('desk-01', 'vnc', 1);
    for (let count = 0; count < PAST; count++) {
      const terminal = await aSession(web);
      terminal.type('exit\r');
      await expect.poll(() => terminal.reason, PATIENT).toBeDefined();
    }
    await aSession(web);
    for (let count = 0; count < 2; count++) {
      await new Client(product.url).call('POST', '/login', { username: 'root', password: 'guessed' });
    }
    expect(await look('busy')).toEqual([]);

    const page = await open('/dashboard');
    const figures = page.getByRole('list', { name: '目前數字' });
    for (const [figure, path, rows] of [
      ['連線中的工作階段', '/online-session', 1],
      ['歷史工作階段', '/offline-session', PAST],
      ['登入失敗', '/login-log?state=0', 2],
      ['可連線資產', '/asset?state=up', 1],
    ] as const) {
      await page.goto('/dashboard');
      const link = figures.getByRole('link', { name: figure });
      await link.waitFor();
      expect(await link.locator('strong').innerText()).toBe(String(rows));
      await link.click();
      await page.waitForURL(`**${path}`);
      await expect.poll(() => page.locator('tbody tr.ant-table-row').count(), PATIENT).toBe(rows);
    }
  });
});
