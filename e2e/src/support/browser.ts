import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { chromium, type Browser, type BrowserServer, type Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';

import { PagePool, type PageOptions } from './page-pool.ts';

export type { PageOptions };

const CHROMIUM = process.env['JADEGATE_CHROMIUM'] ?? '/usr/bin/chromium';
const SCREENSHOTS = fileURLToPath(new URL('../../screenshots', import.meta.url));
// The tests may run as root, where Chromium has no sandbox; nothing but our own pages is opened.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A microphone that beeps, for pages that may use one.
  '--use-fake-device-for-media-stream',
];

/** The one Chromium of a worker: all its test files open their pages in it. It ends with the process. */
let shared: { browser: Browser; pool: PagePool } | undefined;

async function sharedPool(): Promise<PagePool> {
  if (!shared?.browser.isConnected()) {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    shared = { browser, pool: new PagePool(browser) };
  }
  return shared.pool;
}

/** The pages of a test file. After each test they are closed, and what they complained about fails the test. */
export class TestBrowser {
  #pool: PagePool | undefined;
  #server: BrowserServer | undefined;
  #pages: Page[] = [];
  #problems: string[] = [];
  #expected: RegExp[] = [];

  async launch(): Promise<void> {
    this.#pool = await sharedPool();
  }

  /** For a test that kills it: a program of its own, whose process is known. */
  async launchKillable(): Promise<void> {
    this.#server = await chromium.launchServer({ executablePath: CHROMIUM, args: FLAGS });
    this.#pool = new PagePool(await chromium.connect(this.#server.wsEndpoint()));
  }

  /** `kill -9` of the browser: nothing in it can say goodbye. Resolves when it is gone. */
  async kill9(): Promise<void> {
    const child = this.#server?.process();
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      throw new Error('there is no browser to be killed');
    }
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    this.#pages = [];
  }

  /** A page with storage of its own, as on a fresh machine. */
  async newPage(options: PageOptions = {}): Promise<Page> {
    if (!this.#pool) {
      throw new Error('the browser is not running: call newPage inside a test or a hook');
    }
    const page = await this.#pool.take(options);
    this.#pages.push(page);
    page.on('pageerror', (error) =>
      this.#problems.push(`error on the page: ${error.stack ?? error.message}`),
    );
    // Chromium reports violations of the Content-Security-Policy and failed downloads as errors of the console.
    page.on('console', (message) => {
      if (message.type() === 'error') {
        this.#problems.push(`console: ${message.text()} (${message.location().url})`);
      }
    });
    return page;
  }

  /** A page that may be left without a question, although a terminal is open in it. */
  async newTerminalPage(options: PageOptions = {}): Promise<Page> {
    const page = await this.newPage(options);
    page.on('dialog', (dialog) => void dialog.accept());
    return page;
  }

  /** Problems that match are expected until the end of the test. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Throws when a page had an unexpected error since the last call. */
  assertClean(): void {
    const problems = this.#problems.filter(
      (problem) => !this.#expected.some((pattern) => pattern.test(problem)),
    );
    this.#problems = [];
    if (problems.length > 0) {
      throw new Error(`the browser reported:\n${problems.join('\n')}`);
    }
  }

  /** Closes the pages of a test and checks them. */
  async finishTest(): Promise<void> {
    const pages = this.#pages.splice(0);
    await Promise.all(pages.map(async (page) => this.#pool?.giveBack(page)));
    try {
      this.assertClean();
    } finally {
      this.#expected = [];
    }
  }

  /** Ends a browser of its own. */
  async close(): Promise<void> {
    await this.#server?.close();
  }
}

/** Gives a test file its browser: call it once at the top of the file or of a describe block. */
export function useBrowser(): TestBrowser {
  const browser = new TestBrowser();
  beforeAll(() => browser.launch());
  afterEach(() => browser.finishTest());
  return browser;
}

/** Leaves a picture for people in e2e/screenshots, when JADEGATE_SCREENSHOTS=1 asks for them. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env['JADEGATE_SCREENSHOTS'] !== '1') {
    return;
  }
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
}

/** Waits until no dialog or menu grows or shrinks any more: a click into one that does hits beside its button. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.querySelector('[class*="ant-zoom-"], [class*="ant-motion-collapse"]'),
  );
}
