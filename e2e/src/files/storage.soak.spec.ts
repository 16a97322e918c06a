// Storage spaces in Chromium: the same on the disk of the server and in S3.
import type { Storage } from '@jadegate/contract/files/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { createBucket } from '../support/bucket.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { walkThroughSpace } from '../support/storage-page.ts';

const PATIENT = { timeout: 30_000 };

const browser = useBrowser();

describe.each(['disk', 's3'] as const)('storage spaces on %s', (where) => {
  let bed: SessionBed;

  beforeAll(async () => {
    bed = await SessionBed.start({ env: where === 's3' ? await createBucket() : {} });
  }, 60_000);
  afterAll(() => bed.product.dispose());

  it('take files by drop, show, change, move and give them back, and refuse what does not fit', async () => {
    const page = await browser.newPage({ baseURL: bed.product.url });
    await signIn(page, { password: PASSWORD, path: '/file' });
    await expect(walkThroughSpace(bed, page, where)).resolves.toBeUndefined();
  });

  it('are shared with a second person, who may look and no more', async () => {
    const username = `mei-${where}`;
    const mei = await bed.person({ username, nickname: '美' });
    await bed.make<Storage>('/storages', {
      name: '共用資料',
      isShare: true,
      limitSize: -1,
      shares: [{ kind: 'user', id: mei.id, mode: 'read' }],
    });
    const page = await browser.newPage({ baseURL: bed.product.url });
    await signIn(page, { username, password: PASSWORD, path: '/my-file' });
    await page.getByRole('tab', { name: /共用資料/ }).click();
    // Her own space is empty as well: the words alone do not say which one is shown.
    await page.getByRole('tab', { name: /共用資料/, selected: true }).waitFor(PATIENT);
    await page.getByText('這個資料夾是空的').waitFor(PATIENT);
    await expect.poll(() => page.getByRole('button', { name: '上傳檔案' }).isDisabled(), PATIENT).toBe(true);
    expect(await page.getByRole('tab', { name: /tight/ }).count()).toBe(0);
    await shot(page, `storage-shared-${where}`);
  });
});
