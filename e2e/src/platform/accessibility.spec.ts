// Every page as tools for people who do not see it, or do not use a mouse, find it: the most different ones, and all of
// them in `npm run soak`.
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { findings } from '../support/axe.ts';
import { settle, useBrowser, type PageOptions } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';
import { until } from '../support/until.ts';

/** Every list that has rows after `furnish`. */
const LISTS = [
  '/asset',
  '/credential',
  '/command',
  '/access-gateway',
  '/strategy',
  '/command-filter',
  '/online-session',
  '/offline-session',
  '/login-log',
  '/session-command',
  '/audit-log',
  '/access-security',
  '/login-policy',
  '/user',
  '/role',
  '/user-group',
];

const THEMES = ['light', 'dark'] as const;

const browser = useBrowser();
let bed: SessionBed;
beforeAll(async () => {
  bed = await SessionBed.start();
});
afterAll(() => bed.product.dispose());

/** A page of the console that goes from address to address without loading anew. */
class Walk {
  readonly page: Page;
  readonly found: string[] = [];
  readonly #pending = new Set<Request>();

  private constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => this.#pending.add(request));
    page.on('requestfinished', (request) => this.#pending.delete(request));
    page.on('requestfailed', (request) => this.#pending.delete(request));
  }

  static async start(path: string, options: PageOptions = {}): Promise<Walk> {
    const page = await browser.newTerminalPage({ baseURL: bed.product.url, ...options });
    await signIn(page, { password: PASSWORD });
    const walk = new Walk(page);
    await page.goto(path);
    await walk.arrived(path);
    return walk;
  }

  async go(path: string): Promise<void> {
    await this.page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await this.arrived(path);
  }

  async to(path: string): Promise<void> {
    await this.go(path);
    await this.look(path, 'main');
  }

  /** What is around a page is the same everywhere, and looked at once. */
  async look(place: string, within = 'body'): Promise<void> {
    this.found.push(...(await findings(this.page, place, within)));
  }

  /** Everything has been answered and drawn. */
  async arrived(path: string): Promise<void> {
    await this.page.waitForFunction(() => document.querySelector('h1, .xterm'));
    await until(`${path} is loaded`, () => this.#pending.size === 0 || undefined);
    await this.page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .ant-skeleton'));
  }
}

/**
 * Goes the same way in both themes, side by side: a page that changes its theme draws everything anew. Answers what was
 * found.
 */
async function inBothThemes(go: (theme: (typeof THEMES)[number]) => Promise<string[]>): Promise<string[]> {
  const found = await Promise.all(
    THEMES.map(async (theme) => (await go(theme)).map((line) => `(${theme}) ${line}`)),
  );
  return found.flat();
}

/** One of each thing that a page shows. */
async function furnish() {
  const { port, username, password } = hosts.ssh;
  const make = (path: string, body: object) => bed.make<{ id: string }>(path, body);
  const credential = await make('/credentials', { name: '維運帳號', type: 'custom', username, password });
  const gateway = { ip: hosts.LOOPBACK, port, accountType: 'password', username, password };
  await make('/access-gateways', { name: '機房跳板', ...gateway });
  const filter = await make('/command-filters', { name: '正式環境' });
  await make('/command-filter-rules', {
    commandFilterId: filter.id,
    type: 'prefix',
    pattern: 'rm',
    action: 'deny',
  });
  const strategy = await make('/strategies', { name: '唯讀維運', download: true, copy: true });
  await make('/commands', { name: '列出服務', content: 'ls {{where:/}}\n', shared: true });
  await make('/securities', { ip: '192.0.2.0/24', rule: 'reject' });
  const policy = await make('/login-policies', { name: '外部位址', ipGroup: '192.0.2.0/24', rule: 'reject' });
  const role = await make('/roles', { name: '稽核人員', menus: [{ menuId: 'audit-log', checked: true }] });
  const mei = await bed.person({ username: 'mei', nickname: '陳美玲' });
  const group = await make('/user-groups', { name: '夜班', members: [mei.id] });
  const asset = await bed.asset('web-01', { port });
  await make('/authorised/users', { userIds: [mei.id], assetId: asset, strategyId: strategy.id });
  const past = await bed.open(asset);
  await bed.says(past.terminal, 'finished');
  past.terminal.type('exit\r');
  await bed.over(past.id);
  const live = await bed.open(asset);
  const share = await bed.make<{ token: string }>(`/sessions/${live.id}/shares`, {
    mode: 'read',
    audience: 'named',
    usernames: ['admin'],
  });
  return {
    share: share.token,
    credential: credential.id,
    asset,
    live: live.id,
    past: past.id,
    details: [
      `/asset/${asset}`,
      `/user/${mei.id}`,
      `/user-group/${group.id}`,
      `/role/${role.id}`,
      `/login-policy/${policy.id}`,
      `/strategy/${strategy.id}`,
      `/command-filter/${filter.id}`,
    ],
  };
}

it.runIf(isSoak)('the pages before a login have no serious finding', async () => {
  const found = await inBothThemes(async (theme) => {
    const page = await browser.newPage({ baseURL: bed.product.url, theme });
    const seen: string[] = [];
    for (const path of ['/login', '/nowhere', '/permission-denied']) {
      await page.goto(path);
      // The console names the page, and not before it has drawn it.
      await page.waitForFunction(() => document.title.includes('｜'));
      seen.push(...(await findings(page, path)));
    }
    return seen;
  });
  expect(found).toEqual([]);
});

it.runIf(isSoak)('pages with nothing on them have no serious finding', async () => {
  const found = await inBothThemes(async (theme) => {
    const walk = await Walk.start('/dashboard', { theme });
    await walk.look('/dashboard');
    for (const path of ['/asset', '/credential?name=none', '/offline-session', '/my-asset']) {
      await walk.to(path);
    }
    return walk.found;
  });
  expect(found).toEqual([]);
});

it.runIf(isSoak)('no page with something on it has a serious finding', async () => {
  const furniture = await furnish();
  const found = await inBothThemes((theme) => walkEverywhere(theme, furniture));
  expect(found).toEqual([]);
});

async function walkEverywhere(
  theme: (typeof THEMES)[number],
  furniture: Awaited<ReturnType<typeof furnish>>,
): Promise<string[]> {
  const walk = await Walk.start('/dashboard', { theme });
  const { page } = walk;
  // Every group of the menu open, so that it lists every page.
  const closed = page.locator('.ant-menu-submenu-title[aria-expanded="false"]');
  for (let left = await closed.count(); left > 0; left -= 1) {
    await closed.last().click();
  }
  await walk.look('the frame');
  const links = await page.getByRole('navigation').first().getByRole('link').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths.flatMap((found) => found ?? [])) {
    await walk.to(path);
  }
  for (const path of furniture.details) {
    await walk.to(path);
    for (const name of await page.getByRole('tab', { selected: false }).allInnerTexts()) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor();
      await walk.arrived(name);
      await walk.look(`${path} ${name}`, 'main');
    }
  }
  for (const path of ['/my-asset', '/my-command', '/my-info']) {
    await walk.to(path);
  }
  for (const path of [
    `/term-playback?sessionId=${furniture.past}`,
    `/term-monitor?sessionId=${furniture.live}`,
    `/share-session#${furniture.share}`,
    `/term?assetId=${furniture.asset}&assetName=web-01`,
  ]) {
    await walk.to(path);
  }
  return walk.found;
}

it.runIf(isSoak)(
  'on a phone rows are cards, nothing scrolls sideways, and rows can still be ticked',
  async () => {
    const walk = await Walk.start('/dashboard', { viewport: { width: 390, height: 844 } });
    const { page } = walk;
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const path of LISTS) {
      await walk.go(path);
      expect([path, await page.getByRole('table').count(), await width()]).toEqual([path, 0, 390]);
    }
    await walk.to('/credential');
    const card = page.getByRole('listitem').filter({ hasText: '維運帳號' });
    await card.getByRole('button', { name: '「維運帳號」的更多資訊' }).click();
    await card.getByText('建立時間').waitFor();
    await card.getByRole('checkbox', { name: '選取「維運帳號」' }).check();
    await page.getByRole('region', { name: '已選取的資料' }).getByRole('button', { name: '刪除' }).click();
    await page.getByRole('dialog').getByText('維運帳號').first().waitFor();
    expect(walk.found).toEqual([]);
  },
);

it.runIf(isSoak)('in English, too, nothing scrolls sideways on a phone', async () => {
  const { page } = await Walk.start('/my-info', { viewport: { width: 390, height: 844 } });
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Personal centre' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // The way to the current page is in sight, beside the account and not under it.
  const link = await page.getByRole('link', { name: 'Personal centre' }).boundingBox();
  const account = await page.getByRole('banner').getByRole('button').last().boundingBox();
  expect(link && account && link.x + link.width <= account.x + 1).toBe(true);
});

it.runIf(isSoak)('what opens over a page has no serious finding', async () => {
  const found = await inBothThemes(lookAtOverlays);
  expect(found).toEqual([]);
});

async function lookAtOverlays(theme: (typeof THEMES)[number]): Promise<string[]> {
  const walk = await Walk.start('/credential', { theme });
  const { page } = walk;
  await page.getByRole('checkbox', { name: '選取「維運帳號」' }).check();
  await walk.look('ticked rows');
  await page.getByRole('region', { name: '已選取的資料' }).getByRole('button', { name: '刪除' }).click();
  await page.getByRole('dialog').waitFor();
  await settle(page);
  await walk.look('a question');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '新增憑證' }).click();
  await page.getByRole('dialog', { name: '新增憑證' }).waitFor();
  await settle(page);
  await walk.look('a form');
  return walk.found;
}

/** What somebody hears as they walk over the page, one line per thing. */
const heard = async (page: Page): Promise<string[]> =>
  (await page.locator('body').ariaSnapshot()).split('\n');

it.runIf(isSoak)('what is heard is in the language of the page, and icons are silent', async () => {
  const { page } = await Walk.start('/audit-log');
  await page.getByRole('combobox', { name: '每頁筆數' }).waitFor();
  const lists = await heard(page);
  await page.getByRole('link', { name: '系統設定' }).click();
  await page.getByRole('spinbutton').first().waitFor();
  const settings = await heard(page);
  // Data has names of its own; what can be used and what is drawn has not.
  const named = [...lists, ...settings].filter((line) => /- (button|img|combobox|tab|menuitem) "/.test(line));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((line) => !/"[^"]*(\p{Script=Han}|RDP|VNC|\d)[^"]*"/u.test(line))).toEqual([]);
  expect(named.filter((line) => /- img "/.test(line))).toEqual([]);
});

it.runIf(isSoak)('a list is one table, whose head stays in sight', async () => {
  const { page } = await Walk.start('/audit-log');
  await page.setViewportSize({ width: 1440, height: 480 });
  const table = page.getByRole('table');
  expect(await table.count()).toBe(1);
  const head = table.getByRole('columnheader', { name: '動作', exact: true });
  await table.getByRole('row').last().scrollIntoViewIfNeeded();
  expect((await head.boundingBox())?.y).toBe(60);
  // Too wide for its room, it scrolls in a box of its own, under the same head.
  await page.setViewportSize({ width: 800, height: 480 });
  const box = page.locator('.ant-table-content');
  await expect.poll(() => box.evaluate((element) => element.clientHeight < element.scrollHeight)).toBe(true);
  await box.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  expect((await head.boundingBox())?.y).toBe((await box.boundingBox())?.y);
});

/** What has the focus, when something around it cuts off the ring that shows it. */
function cutRing(): string | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body) {
    return undefined;
  }
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused);
  const reach = outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const { left, top, right, bottom } = focused.getBoundingClientRect();
  for (let around = focused.parentElement; around; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    const box = around.getBoundingClientRect();
    const isCutAside = left - reach < box.left - 0.5 || right + reach > box.right + 0.5;
    const isCutAbove = top - reach < box.top - 0.5 || bottom + reach > box.bottom + 0.5;
    if ((overflowX !== 'visible' && isCutAside) || (overflowY !== 'visible' && isCutAbove)) {
      return `${focused.outerHTML.slice(0, 120)} in ${around.className}`;
    }
  }
  return undefined;
}

it.runIf(isSoak)('the ring around what has the focus is whole', async () => {
  const { page } = await Walk.start('/info');
  const cut = new Set<string | undefined>();
  for (let key = 0; key < 40; key += 1) {
    await page.keyboard.press('Tab');
    cut.add(await page.evaluate(cutRing));
  }
  expect([...cut].filter(Boolean)).toEqual([]);
});

// Last: the pages above begin with nothing on them.
it('a login, a list, a form and a terminal have no serious finding', async () => {
  const asset = await bed.asset('db-01', { port: hosts.ssh.port });
  const page = await browser.newPage({ baseURL: bed.product.url });
  await page.goto('/login');
  await page.waitForFunction(() => document.title.includes('｜'));
  const found = await findings(page, '/login');
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findings(page, '/login in the dark')));

  const walk = await Walk.start('/asset');
  await walk.look('a list');
  await walk.page.getByRole('button', { name: '新增資產' }).click();
  await walk.page.getByRole('dialog').waitFor();
  await settle(walk.page);
  await walk.look('a form', '[role="dialog"]');
  await walk.go(`/term?assetId=${asset}&assetName=db-01`);
  await walk.page.getByRole('status').getByText('已連線').waitFor();
  await walk.look('a terminal', 'main');
  expect([...found, ...walk.found]).toEqual([]);
});
