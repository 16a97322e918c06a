import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { chromium, type Browser, type BrowserServer, type Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';

import { PagePool, type PageOptions } from './page-pool.ts';

export type { PageOptions };

const WHOLE = process.env['JADEGATE_CHROMIUM'] ?? '/usr/bin/chromium';
/** Not the script of that name, which stays behind when it is ended. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell';
/** The shell draws the same pages without the processes of a browser's own surface: a fifth less work for all of it. */
const PROGRAMS = {
  shell: process.env['JADEGATE_CHROMIUM'] || !existsSync(SHELL) ? WHOLE : SHELL,
  whole: WHOLE,
};
type Kind = keyof typeof PROGRAMS;

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

/** The one Chromium of a worker, for each kind: all its test files open their pages in it. It ends with the process. */
const shared = new Map<Kind, { browser: Browser; pool: PagePool }>();

async function sharedPool(kind: Kind): Promise<PagePool> {
  const known = shared.get(kind);
  if (known?.browser.isConnected()) {
    return known.pool;
  }
  const browser = await chromium.launch({ executablePath: PROGRAMS[kind], args: FLAGS });
  const pool = new PagePool(browser);
  shared.set(kind, { browser, pool });
  return pool;
}

/** The pages of a test file. After each test they are closed, and what they complained about fails the test. */
export class TestBrowser {
  #pool: PagePool | undefined;
  #server: BrowserServer | undefined;
  #pages: Page[] = [];
  #problems: string[] = [];
  #expected: RegExp[] = [];

  async launch(kind: Kind): Promise<void> {
    this.#pool = await sharedPool(kind);
  }

  /** For a test that kills it: a program of its own, whose process is known and whose others go with it. */
  async launchKillable(): Promise<void> {
    this.#server = await chromium.launchServer({ executablePath: PROGRAMS.whole, args: FLAGS });
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

/**
 * Gives a test file its browser: call it once at the top of the file or of a describe block. The whole one is for what
 * the shell has not: a viewer of PDF files, a microphone, windows of which one has the focus.
 */
export function useBrowser(kind: Kind = 'shell'): TestBrowser {
  const browser = new TestBrowser();
  beforeAll(() => browser.launch(kind));
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
