import { chromium, type Page } from 'playwright-core';

import { Product } from '../../../e2e/src/support/product.ts';
import { PlainSite } from '../plain-site.ts';
import type { Suite } from '../ratio.ts';

const CHROMIUM = process.env['JADEGATE_CHROMIUM'] ?? '/usr/bin/chromium';
const PASSWORD = 'a password for benches';
/** A slow but usual network: 10 Mbit/s both ways, 100 ms there and back. */
const BYTES_PER_SECOND = 10_000_000 / 8;
const NETWORK = {
  offline: false,
  latency: 100,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
};
/** A name and a password, typed by somebody quick. */
const TYPING_MS = 4000;
/** At most half as long again as a plain page of the same size. */
const AT_LEAST = 1 / 1.5;

interface Site {
  url: string;
  name: string;
  secret: string;
  /** What is there when somebody stands inside. */
  inside: string;
}

interface Visit {
  untilInput: number;
  untilInside: number;
  /** What came over the network until each. */
  bytesFirst: number;
  bytesAfter: number;
}

/**
 * The way in over a slow network, against a plain page that weighs the same: until one can type, and from Enter on.
 *
 * The plain page draws two inputs and a heading and runs nothing else, so the console comes near it only where its own
 * work is not waited for. Until one can type, that is the form in the page itself (`web/early-login.ts`): both sides then
 * wait for the page and one round of files. After Enter, it is what was done while somebody typed: code fetched, styles
 * made, functions read (`web/src/app/rehearsal.tsx`); what remains is the login and one drawing of shell and dashboard.
 *
 * The form is painted 80 to 200 ms after its files on a machine with as much other work as it can do; reading the first
 * script (550 kB) then competes with that paint, and the first figure falls below its bound. It is for a quiet machine.
 */
export async function firstLoad(): Promise<Suite> {
  const product = await Product.start({
    env: { JADEGATE_ADMIN_PASSWORD: PASSWORD, JADEGATE_LOG_LEVEL: 'warn' },
  });
  const plain = await PlainSite.start(product.url);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const console: Site = {
    url: `${product.url}/login`,
    name: 'input[autocomplete="username"]',
    secret: 'input[type="password"]',
    inside: '#content h1',
  };
  const form: Site = {
    url: plain.url,
    name: 'input[name="username"]',
    secret: 'input[type="password"]',
    inside: 'h1',
  };
  const visit = async (site: Site): Promise<Visit> => {
    const context = await browser.newContext({ locale: 'zh-TW' });
    try {
      return await enter(await context.newPage(), site);
    } finally {
      await context.close();
    }
  };
  const { bytesFirst, bytesAfter } = await visit(console);
  plain.weigh(bytesFirst, bytesAfter);
  const perSecond = (site: Site, what: 'untilInput' | 'untilInside') => async () =>
    1000 / (await visit(site))[what];
  return {
    cases: (
      [
        ['untilInput', `until one can type (${Math.round(bytesFirst / 1000)} kB)`],
        ['untilInside', `from Enter into the console (${Math.round(bytesAfter / 1000)} kB)`],
      ] as const
    ).map(([what, name]) => ({
      name: `first load over 10 Mbit/s and 100 ms, ${name}`,
      unit: 'per second',
      baseline: { name: 'plain page', run: perSecond(form, what) },
      candidate: { name: 'console', run: perSecond(console, what) },
      atLeast: AT_LEAST,
    })),
    close: async () => {
      await browser.close();
      await plain.close();
      await product.dispose();
    },
  };
}

async function enter(page: Page, { url, name, secret, inside }: Site): Promise<Visit> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', NETWORK);
  let bytes = 0;
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator(name).waitFor();
  const untilInput = performance.now() - started;
  const bytesFirst = bytes;
  await page.locator(name).fill('admin');
  await page.locator(secret).fill(PASSWORD);
  // What is fetched ahead comes while a person still types.
  await page.waitForTimeout(TYPING_MS);
  const before = bytes;
  const pressed = performance.now();
  await page.locator(secret).press('Enter');
  await page.locator(inside).first().waitFor();
  return { untilInput, untilInside: performance.now() - pressed, bytesFirst, bytesAfter: bytes - before };
}
