// What a person does with the files of a storage space, in the browser: on whatever store it lies.
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { Storage } from '@jadegate/contract/files/storage';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import { settle, shot } from './browser.ts';
import { PICTURE } from './preview-files.ts';
import type { SessionBed } from './session-bed.ts';

const PATIENT = { timeout: 40_000, interval: 100 };
const KB = 1024;

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const entry = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) });

/** Lets files fall onto the browser, as from the desktop. */
async function dropFiles(
  page: Page,
  target: Locator,
  files: { name: string; bytes: Buffer }[],
): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  const data = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of all) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    }
    return transfer;
  }, given);
  await target.dispatchEvent('drop', { dataTransfer: data });
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await entry(page, name)
    .getByRole('button', { name: /更多操作/ })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await settle(page);
}

/** Types the answer of a dialog that asks for one name or path. */
async function answer(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByLabel(label, { exact: true });
  await box.fill(text);
  await box.press('Enter');
  await box.waitFor({ state: 'hidden' });
}

/** From the empty page of files: drop, show, change, move, fetch, and one that does not fit. */
export async function walkThroughSpace(bed: SessionBed, page: Page, where: string): Promise<void> {
  const table = page.getByRole('main');
  await page.getByText('這個資料夾是空的').waitFor(PATIENT);
  const bytes = randomBytes(300 * KB);
  await dropFiles(page, page.getByText('這個資料夾是空的'), [
    { name: '資料.bin', bytes },
    { name: 'picture.png', bytes: PICTURE },
    { name: 'page.html', bytes: Buffer.from('<script>document.title="run"</script>') },
  ]);
  await page.getByText('上傳已結束').waitFor(PATIENT);
  await entry(page, '資料.bin').waitFor();

  await page.getByRole('button', { name: '新增資料夾' }).click();
  await answer(page, '資料夾名稱', '報表');
  await entry(page, '報表').waitFor();
  await act(page, '資料.bin', '重新命名');
  await answer(page, '新名稱', 'data.bin');
  await act(page, 'data.bin', '複製');
  await answer(page, '目的地資料夾', '/報表/備份');
  await act(page, 'data.bin', '移動');
  const move = page.getByRole('dialog', { name: '移動「data.bin」' });
  await move.getByRole('button', { name: '報表', exact: true }).click();
  await move.getByRole('button', { name: '備份', exact: true }).waitFor();
  await shot(page, `storage-move-${where}`);
  await move.getByRole('button', { name: '移動', exact: true }).click();
  await move.waitFor({ state: 'hidden' });
  await entry(page, 'data.bin').waitFor({ state: 'detached' });
  await shot(page, `storage-files-${where}`);

  await page.getByRole('button', { name: 'picture.png', exact: true }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'picture.png' });
  await picture.waitFor();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
  await page.keyboard.press('Escape');
  await settle(page);
  // A page is text, not a page.
  await page.getByRole('button', { name: 'page.html', exact: true }).click();
  const editor = page.getByRole('textbox', { name: /page\.html/ });
  await editor.waitFor(PATIENT);
  expect(await page.title()).not.toBe('run');
  await editor.press('ControlOrMeta+A');
  await editor.pressSequentially('changed');
  await page.getByRole('button', { name: '儲存', exact: true }).click();
  await page.getByText('已儲存').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: '關閉' }).click();
  await settle(page);

  await entry(page, '報表').getByRole('button', { name: '報表', exact: true }).click();
  await entry(page, 'data.bin').waitFor();
  const given = page.waitForEvent('download');
  await entry(page, 'data.bin').getByRole('button', { name: /^下載/ }).click();
  expect(sha(await readFile(await (await given).path()))).toBe(sha(bytes));
  const { data: own } = await bed.admin.call<{ id: string }>('GET', '/account/storage');
  const edited = await fetch(`${bed.product.url}/storages/${own.id}/download?file=%2Fpage.html`, {
    headers: { [TOKEN_HEADER]: bed.token },
  });
  expect(await edited.text()).toBe('changed');

  const { id } = await bed.make<Storage>('/storages', {
    name: 'tight',
    isShare: false,
    limitSize: 100 * KB,
  });
  await page.goto(`/file?space=${id}`);
  await page.getByText('這個資料夾是空的').waitFor(PATIENT);
  await dropFiles(page, page.getByText('這個資料夾是空的'), [{ name: 'large.bin', bytes }]);
  await page.getByText(/容量不足/).waitFor(PATIENT);
  await page.getByRole('button', { name: '重新整理' }).click();
  expect(await table.getByRole('button', { name: 'large.bin', exact: true }).count()).toBe(0);
}
