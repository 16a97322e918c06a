import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { chromium, type Browser, type BrowserContext, type BrowserServer, type Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';

const CHROMIUM = process.env['JADEGATE_CHROMIUM'] ?? '/usr/bin/chromium';
const SCREENSHOTS = fileURLToPath(new URL('../../screenshots', import.meta.url));
const PATIENCE_MS = 60_000;
// The tests may run as root, where Chromium has no sandbox; nothing but our own pages is opened.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface PageOptions {
  theme?: 'light' | 'dark';
  locale?: 'zh-TW' | 'en-US';
  baseURL?: string;
  viewport?: { width: number; height: number };
  /** For a site with a certificate that was made for the test. */
  ignoreHTTPSErrors?: boolean;
  /** Terminals are drawn as on a graphics card, which the processors play here: slow, and no test can read them. */
  webgl?: boolean;
}

/** Terminals draw letters as elements then. */
function withoutWebGl(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on its canvas below
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: []) {
    return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, ...rest]);
  } as typeof getContext;
}

/** The one Chromium of a worker: all its test files open their pages in it. It ends with the process. */
let shared: Browser | undefined;

async function sharedBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) {
    shared = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  }
  return shared;
}

/** The pages of a test file. After each test they are closed, and what they complained about fails the test. */
export class TestBrowser {
  #browser: Browser | undefined;
  #server: BrowserServer | undefined;
  #contexts: BrowserContext[] = [];
  #problems: string[] = [];
  #expected: RegExp[] = [];

  async launch(): Promise<void> {
    this.#browser = await sharedBrowser();
  }

  /** For a test that kills it: a program of its own, whose process is known. */
  async launchKillable(): Promise<void> {
    this.#server = await chromium.launchServer({ executablePath: CHROMIUM, args: FLAGS });
    this.#browser = await chromium.connect(this.#server.wsEndpoint());
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
    this.#contexts = [];
  }

  /** A page with storage of its own, as on a fresh machine. */
  async newPage(options: PageOptions = {}): Promise<Page> {
    const { theme = 'light', locale = 'zh-TW', viewport = { width: 1440, height: 900 }, baseURL } = options;
    const { ignoreHTTPSErrors = false, webgl = false } = options;
    if (!this.#browser) {
      throw new Error('the browser is not running: call newPage inside a test or a hook');
    }
    const context = await this.#browser.newContext({
      locale,
      viewport,
      colorScheme: theme,
      // Drawing what moves costs the processors more than the pages themselves, and a click waits until it stands still.
      reducedMotion: 'reduce',
      ignoreHTTPSErrors,
      timezoneId: 'Asia/Taipei',
      ...(baseURL ? { baseURL } : {}),
    });
    this.#contexts.push(context);
    if (!webgl) {
      await context.addInitScript(withoutWebGl);
    }
    // Ends what hangs; two files share the processors.
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
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
    await Promise.all(this.#contexts.map((context) => context.close()));
    this.#contexts = [];
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
