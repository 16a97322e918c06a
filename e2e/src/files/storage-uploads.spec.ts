// Large uploads into a space from Chromium: over a network that breaks and a server that dies. 2 GB, and S3, in the soak.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Storage, VisibleStorage } from '@jadegate/contract/files/storage';
import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import type { Page } from '@jadegate/contract/paging';
import type { Page as BrowserPage } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { useBrowser } from '../support/browser.ts';
import { createBucket } from '../support/bucket.ts';
import { Cable } from '../support/cable.ts';
import { signIn } from '../support/console.ts';
import { memoryOf, memoryOfPages } from '../support/memory.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { shortOrSoak } from '../support/soak.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = shortOrSoak(32, 2048) * MEGABYTE;
const FILES = shortOrSoak(20, 5000);
const PATIENCE_MS = shortOrSoak(60_000, 1_200_000);
const PATIENT = { timeout: PATIENCE_MS };
/** Parts under way, and what the collectors have not looked at yet: far less than the file. */
const GROWTH_MB = 300;

const browser = useBrowser();
/** What the person in front of the browser has. */
let desk = '';
let checksum = '';
let bed: SessionBed | undefined;
let cable: Cable | undefined;

beforeAll(async () => {
  desk = await mkdtemp(join(tmpdir(), 'jadegate-desk-'));
  const hash = createHash('sha256');
  const file = await open(join(desk, 'big.bin'), 'w');
  for (let at = 0; at < SIZE; at += MEGABYTE) {
    const block = randomBytes(MEGABYTE);
    hash.update(block);
    await file.write(block);
  }
  await file.close();
  checksum = hash.digest('hex');
  for (let at = 0; at < FILES; at += 1) {
    const folder = join(desk, 'many', `${at % 50}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${at}.txt`), `file ${at}`);
  }
});
afterEach(async () => {
  await cable?.remove();
  await bed?.product.dispose();
});
afterAll(() => rm(desk, { recursive: true, force: true }));

/** The most that was in memory while something went on, beyond what was there before. */
async function growth(pid: number, work: Promise<unknown>): Promise<{ server: number; pages: number }> {
  const before = { server: memoryOf(pid), pages: memoryOfPages() };
  const most = { ...before };
  const timer = setInterval(() => {
    most.server = Math.max(most.server, memoryOf(pid));
    most.pages = Math.max(most.pages, memoryOfPages());
  }, 200);
  await work.finally(() => clearInterval(timer));
  return { server: most.server - before.server, pages: most.pages - before.pages };
}

/** Goes on with what broke off until it is done: the first tries may meet a server that is not there yet. */
async function goOn(page: BrowserPage): Promise<void> {
  const resume = page.getByRole('button', { name: '續傳「big.bin」' });
  await expect
    .poll(
      async () => {
        await resume.click({ timeout: 500 }).catch(() => undefined);
        return page.getByText('上傳已結束').isVisible();
      },
      { ...PATIENT, interval: 500 },
    )
    .toBe(true);
}

const STORES = [
  ['disk', async () => ({})],
  ['S3', createBucket],
] as const;

describe.each(STORES.slice(0, shortOrSoak(1, 2)))('uploads into a space on %s', (_name, settings) => {
  it(
    'go on after a cut and after kill -9, end as they were sent, keep within the limit, and memory stays flat',
    { timeout: shortOrSoak(240_000, 3_600_000) },
    async () => {
      browser.expectProblem(/ERR_|Failed to load|WebSocket/);
      const env = await settings();
      bed = await SessionBed.start({ env });
      cable = await Cable.to(bed.product.port);
      const page = await browser.newPage({ baseURL: cable.url });
      const offsets: number[] = [];
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith('/upload') && searchParams.get('name') === 'big.bin') {
          offsets.push(Number(searchParams.get('offset')));
        }
      });
      await signIn(page, { password: PASSWORD, path: '/file' });
      await page.getByText('這個資料夾是空的').waitFor(PATIENT);
      const resume = page.getByRole('button', { name: '續傳「big.bin」' });

      let held = cable.holdAfter(SIZE * 0.4);
      await page.getByLabel('上傳檔案').setInputFiles(join(desk, 'big.bin'));
      await held;
      cable.cut();
      await resume.waitFor(PATIENT);
      cable.mend();
      held = cable.holdAfter(SIZE * 0.3);
      await resume.click();
      await held;
      await bed.product.kill9();
      await resume.waitFor(PATIENT);
      cable.mend();
      await bed.restart({ env, port: bed.product.port });
      const big = await growth(bed.product.pid, goOn(page));

      // What was under way when it broke is lost; the rest is not sent twice.
      expect(offsets.length).toBeGreaterThan(2);
      expect(offsets.at(-1)).toBeGreaterThan(SIZE * 0.7 - 64 * MEGABYTE);
      const own = async () => (await bed?.admin.call<VisibleStorage>('GET', '/account/storage'))?.data;
      const space = (await own())?.id ?? '';
      expect(await own()).toMatchObject({ usedSize: SIZE });
      const { data: log } = await bed.admin.call<Page<StorageLogRow>>(
        'GET',
        `/storage-logs/paging?storageId=${space}&result=success`,
      );
      expect(log.items).toMatchObject([{ action: 'upload', bytes: SIZE, checksum }]);

      const many = await growth(
        bed.product.pid,
        (async () => {
          await page.getByRole('button', { name: '清除已結束的項目' }).click();
          await page.getByText('上傳已結束').waitFor({ state: 'hidden' });
          await page.getByLabel('上傳資料夾').setInputFiles(join(desk, 'many'));
          await page.getByText('上傳已結束').waitFor(PATIENT);
        })(),
      );
      const count = await bed.make<{ files: number }>(`/storages/${space}/measure`, { files: ['/many'] });
      expect(count.files).toBe(FILES);

      const limitSize = SIZE / 4;
      const tight = await bed.make<Storage>('/storages', { name: 'tight', isShare: false, limitSize });
      await page.goto(`/file?space=${tight.id}`);
      await page.getByText('這個資料夾是空的').waitFor(PATIENT);
      await page.getByLabel('上傳檔案').setInputFiles(join(desk, 'big.bin'));
      await page.getByText(/容量不足/).waitFor(PATIENT);
      const { data: after } = await bed.admin.call<Storage>('GET', `/storages/${tight.id}`);
      expect(after.usedSize).toBe(0);

      for (const { server, pages } of [big, many]) {
        expect(server).toBeLessThan(GROWTH_MB);
        expect(pages).toBeLessThan(GROWTH_MB);
      }
    },
  );
});
