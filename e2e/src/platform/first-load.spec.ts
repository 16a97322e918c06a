// What a person on a slow network waits for: the login page, and the way from one page to the next.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { useBrowser } from '../support/browser.ts';
import { Product } from '../support/product.ts';
import { isSoak } from '../support/soak.ts';

const PASSWORD = 'a password for first loads';
const MOST_REQUESTS = 15;
const MOST_BYTES = 166_000;

const browser = useBrowser();
let product: Product;
beforeAll(async () => {
  product = await Product.start({ env: { JADEGATE_ADMIN_PASSWORD: PASSWORD } });
});
afterAll(() => product.dispose());

/** Remembers when there was something to type into: what is fetched ahead after that does not keep anybody waiting. */
function noteFirstInput(): void {
  new MutationObserver((_changes, observer) => {
    if (document.querySelector('input')) {
      observer.disconnect();
      performance.mark('first-input');
    }
  }).observe(document, { childList: true, subtree: true });
}

/** What was asked for until somebody could type, and what came over the network for it. */
function loadUntilInput(page: Page): Promise<{ requests: string[]; bytes: number }> {
  return page.evaluate(() => {
    const shownAt = performance.getEntriesByName('first-input')[0]?.startTime ?? 0;
    const entries = [
      ...(performance.getEntriesByType('navigation') as PerformanceResourceTiming[]),
      ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
    ].filter(({ startTime }) => startTime <= shownAt);
    return {
      requests: entries.map(({ name }) => name),
      bytes: entries.reduce((sum, { transferSize }) => sum + transferSize, 0),
    };
  });
}

/** Opens the page and begins to type there. */
async function typeSoon(page: Page, path: string): Promise<void> {
  await page.addInitScript(noteFirstInput);
  const ahead = page.waitForResponse((response) => response.url().includes('/AdminShell-'));
  await page.goto(path);
  await page.getByLabel('帳號').fill('admin');
  const { requests, bytes } = await loadUntilInput(page);
  expect(requests.length).toBeGreaterThan(3);
  // The list itself, so that a failure names what came.
  expect(requests.slice(MOST_REQUESTS)).toEqual([]);
  expect(requests.join('\n')).not.toContain('AdminShell');
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  // What comes after the login is there before the person has typed their password.
  await ahead;
}

it.runIf(isSoak)('the address alone takes input after few requests, too', async () => {
  const page = await browser.newPage({ baseURL: product.url, unused: true });
  await typeSoon(page, '/');
  expect(new URL(page.url()).pathname).toBe('/login');
});

/** The login page while its script is still on the way; `arrive` lets it come. */
async function openWithoutScripts(path: string, locale: 'zh-TW' | 'en-US' = 'zh-TW') {
  const page = await browser.newPage({ baseURL: product.url, locale, unused: true });
  let arrive: () => void = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/static/first-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return { page, arrive };
}

it.runIf(isSoak)(
  'one can type before any script has come, and the console takes over what was typed',
  async () => {
    const { page, arrive } = await openWithoutScripts('/');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'username');
    await page.keyboard.type('admin');
    await page.getByLabel('保持登入').check();
    await page.getByLabel('密碼', { exact: true }).pressSequentially('half');
    await page.keyboard.press('ArrowLeft');
    const button = page.getByRole('button', { name: '登入', exact: true });
    const looks = async () => ({
      ...(await button.boundingBox()),
      ground: await button.evaluate((element) => getComputedStyle(element).backgroundColor),
    });
    const before = await looks();
    expect(await page.getByLabel('語言').count()).toBe(0);
    arrive();
    // Only the console knows languages.
    await page.getByLabel('語言').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.keyboard.type('-and-');
    expect(await page.getByLabel('密碼', { exact: true }).inputValue()).toBe('hal-and-f');
    expect(await page.getByLabel('帳號').inputValue()).toBe('admin');
    expect(await page.getByLabel('保持登入').isChecked()).toBe(true);
    expect(await looks()).toEqual(before);
  },
);

it.runIf(isSoak)(
  'Enter before any script has come signs in when it is there, and the password is in no address',
  async () => {
    const { page, arrive } = await openWithoutScripts('/login');
    await page.getByLabel('帳號').fill('admin');
    await page.getByLabel('密碼', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${product.url}/login`);
    arrive();
    await page.getByRole('heading', { level: 1, name: '儀表板' }).waitFor();
  },
);

it.runIf(isSoak)('whoever is signed in sees no login form on the way', async () => {
  const { page, arrive } = await openWithoutScripts('/nowhere');
  await page.evaluate(() => localStorage.setItem('X-Auth-Token', 'anything'));
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  expect(await page.locator('input').count()).toBe(0);
  arrive();
});

it('a login fetches little: to type, the console ahead of Enter, then its data, and nothing twice', async () => {
  const page = await browser.newPage({ baseURL: product.url, unused: true });
  const asked: string[] = [];
  const data: string[] = [];
  page.on('request', (request) => {
    asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
    if (['fetch', 'xhr'].includes(request.resourceType())) {
      data.push(`${request.method()} ${request.url().slice(product.url.length)}`);
    }
  });
  await typeSoon(page, '/login');
  await page.getByLabel('密碼', { exact: true }).fill(PASSWORD);
  // Ant Design's styles of the side menu: the console has been drawn where nobody sees it.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('head style')].some(({ textContent }) =>
      textContent?.includes('.ant-menu-item-selected'),
    ),
  );
  await page.waitForLoadState('networkidle');
  // Nobody is signed in, so nothing was asked that needs a login, and the page is still that of the login.
  const isFile = (request: string) => /\/(static|early\.js|favicon)|\/login$/.test(request);
  const questions = asked.splice(0).filter((request) => !isFile(request));
  expect(questions.toSorted()).toEqual(['GET /branding', 'GET /login/sources']);
  expect(await page.title()).toContain('登入');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '儀表板' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((request) => request.includes('/static/'))).toEqual([]);
  expect(asked).toContain('POST /login');
  expect(asked).toContain('GET /overview/summary');
  // The login was answered with that.
  expect(asked).not.toContain('GET /account/info');
  // The page stands; only now its charts come, with the library that draws them.
  await page
    .getByRole('img', { name: /每日工作階段/ })
    .locator('svg')
    .waitFor();
  expect(asked.some((request) => /\/static\/.*draw-lines/.test(request))).toBe(true);

  // A page asks nothing that the page before has been answered.
  // While the group opens, its items stay where they are pressed: nothing scrolls inside.
  const opening = page.waitForFunction(() => {
    const group = document.querySelector('.ant-menu .ant-motion-collapse');
    return group && getComputedStyle(group).overflowY;
  });
  await page.getByRole('menuitem', { name: '連線管理' }).click();
  expect(await (await opening).jsonValue()).toBe('clip');
  let before = new Set(data.splice(0));
  for (const name of ['授權政策', '資產', '憑證']) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.waitForLoadState('networkidle');
    const again = data.splice(0);
    expect([name, again.filter((request) => before.has(request))]).toEqual([name, []]);
    before = new Set(again);
  }
});
