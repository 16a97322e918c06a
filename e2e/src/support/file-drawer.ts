import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';

import * as hosts from '../hosts.ts';
import { settle, type PageOptions, type TestBrowser } from './browser.ts';
import { Cable } from './cable.ts';
import { signIn } from './console.ts';
import { newHostFolder, putOnHost } from './host-files.ts';
import { PASSWORD, SessionBed } from './session-bed.ts';
import { openPanel } from './terminal-page.ts';

/** The file drawer of a terminal at a real sshd, at a folder that is empty for each test. */
class FileDrawer {
  readonly #browser: TestBrowser;
  #bed: SessionBed | undefined;
  #cable: Cable | undefined;
  #assetId = '';
  /** On the host. */
  dir = '';

  constructor(browser: TestBrowser) {
    this.#browser = browser;
  }

  async start(): Promise<void> {
    this.#bed = await SessionBed.start();
    this.#cable = await Cable.to(this.#bed.product.port);
    this.#assetId = await this.#bed.asset('web-01', { port: hosts.ssh.port });
  }

  async remove(): Promise<void> {
    await this.#cable?.remove();
    await this.#bed?.product.dispose();
  }

  async newFolder(): Promise<() => Promise<void>> {
    const dir = await newHostFolder();
    this.dir = dir;
    return () => rm(dir, { recursive: true, force: true });
  }

  /** What the browser's connections run through. */
  get cable(): Cable {
    if (!this.#cable) {
      throw new Error('the drawer is there in tests and hooks only');
    }
    return this.#cable;
  }

  put(name: string, content: string | Uint8Array): Promise<string> {
    return putOnHost(join(this.dir, name), content);
  }

  async open(options: PageOptions = {}): Promise<{ page: Page; drawer: Locator }> {
    const page = await this.#browser.newTerminalPage({ baseURL: this.cable.url, ...options });
    await signIn(page, { password: PASSWORD, path: `/term?assetId=${this.#assetId}&assetName=web-01` });
    await page.getByRole('status').getByText('已連線').waitFor();
    const drawer = await openPanel(page, '檔案');
    const path = drawer.getByLabel('路徑', { exact: true });
    await path.fill(this.dir);
    await path.press('Enter');
    // In a narrow panel the trail is not shown.
    await drawer.locator('.ant-breadcrumb').getByText(basename(this.dir)).waitFor({ state: 'attached' });
    return { page, drawer };
  }
}

/** Gives a test file its drawer: call it once at the top. */
export function useFileDrawer(browser: TestBrowser): FileDrawer {
  const files = new FileDrawer(browser);
  beforeAll(() => files.start());
  afterAll(() => files.remove());
  beforeEach(() => files.newFolder());
  return files;
}

/** One of the things that can be done with an entry. */
export async function act(page: Page, drawer: Locator, name: string, action: string): Promise<void> {
  await entryOf(drawer, name)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog', { name: new RegExp(name) }).waitFor();
  await settle(page);
}

export const entryOf = (drawer: Locator, name: string) => drawer.getByRole('row').filter({ hasText: name });
