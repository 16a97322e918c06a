import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface PageOptions {
  theme?: 'light' | 'dark';
  locale?: 'zh-TW' | 'en-US';
  baseURL?: string;
  viewport?: { width: number; height: number };
  /** For a site with a certificate that was made for the test. */
  ignoreHTTPSErrors?: boolean;
  /** Terminals are drawn as on a graphics card, which the processors play here: slow, and no test can read them. */
  webgl?: boolean;
  /** For a test that counts downloads, or changes the page for good: one that has loaded nothing and is not used again. */
  unused?: boolean;
}

const PATIENCE_MS = 60_000;
/** As many as a test has open at once; more would only hold memory. */
const MAX_WAITING = 3;
const DESKTOP = { width: 1440, height: 900 };

const HEARD_BY_TESTS = [
  'console',
  'dialog',
  'download',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const;

/** Terminals draw letters as elements then. */
function withoutWebGl(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on its canvas below
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: []) {
    return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, ...rest]);
  } as typeof getContext;
}

/**
 * Pages that are used again by the tests of a file: a new one costs the processors four times what the console in it
 * does. Each comes with empty storage, as on a machine where nobody was signed in; only what was downloaded is still there.
 */
export class PagePool {
  readonly #browser: Browser;
  readonly #kinds = new WeakMap<Page, string>();
  #waiting: Page[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(options: PageOptions): Promise<Page> {
    const kind = kindOf(options);
    for (;;) {
      const index = this.#waiting.findIndex((one) => this.#kinds.get(one) === kind);
      const page = index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
      if (!page) {
        return this.#open(kind, options);
      }
      if (await isPrepared(page, options)) {
        return page;
      }
      await page.context().close();
    }
  }

  /** Nothing in it goes on. */
  async giveBack(page: Page): Promise<void> {
    const context = page.context();
    if (this.#kinds.has(page) && (await isLeft(page))) {
      this.#waiting.push(page);
      await this.#waiting
        .splice(0, this.#waiting.length - MAX_WAITING)[0]
        ?.context()
        .close();
    } else {
      await context.close();
    }
  }

  async #open(kind: string, { theme, locale, viewport, ...options }: PageOptions): Promise<Page> {
    const { baseURL, ignoreHTTPSErrors = false, webgl = false, unused = false } = options;
    const context = await this.#browser.newContext({
      locale: locale ?? 'zh-TW',
      viewport: viewport ?? DESKTOP,
      colorScheme: theme ?? 'light',
      // Drawing what moves costs the processors more than the pages themselves, and a click waits until it stands still.
      reducedMotion: 'reduce',
      ignoreHTTPSErrors,
      timezoneId: 'Asia/Taipei',
      ...(baseURL ? { baseURL } : {}),
    });
    if (!webgl) {
      await context.addInitScript(withoutWebGl);
    }
    // Ends what hangs; two files share the processors.
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    if (baseURL && !unused) {
      this.#kinds.set(page, kind);
    }
    return page;
  }
}

/** What cannot be changed once a page is open. */
function kindOf({ baseURL, locale = 'zh-TW', ignoreHTTPSErrors, webgl, unused }: PageOptions): string {
  return JSON.stringify([baseURL, locale, ignoreHTTPSErrors === true, webgl === true, unused === true]);
}

/** Playwright listens to others of its events itself. */
function listenToNothing(page: Page): void {
  for (const event of HEARD_BY_TESTS) {
    page.removeAllListeners(event);
    page.context().removeAllListeners(event);
  }
}

async function isLeft(page: Page): Promise<boolean> {
  const context: BrowserContext = page.context();
  try {
    await Promise.all(
      context
        .pages()
        .filter((other) => other !== page)
        .map((other) => other.close()),
    );
    listenToNothing(page);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
    listenToNothing(page);
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false)]);
    return true;
  } catch {
    return false;
  }
}

/** Storage can be reached only from a page of the product, and the product may have been away when the page was left. */
async function isPrepared(
  page: Page,
  { theme = 'light', viewport = DESKTOP }: PageOptions,
): Promise<boolean> {
  try {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('/favicon.svg', { timeout: 5000 });
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      const databases = await indexedDB.databases();
      databases.forEach(({ name }) => name !== undefined && indexedDB.deleteDatabase(name));
    });
    await page.goto('about:blank');
    return true;
  } catch {
    return false;
  }
}
