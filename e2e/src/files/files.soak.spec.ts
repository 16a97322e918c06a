// The file drawer in Chromium, against the files of a real sshd.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { shot, useBrowser } from '../support/browser.ts';
import { act, entryOf, useFileDrawer } from '../support/file-drawer.ts';
import { giveToHost } from '../support/host-files.ts';

const MB = 1_048_576;
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
const files = useFileDrawer(browser);
/** Files of the person in front of the browser. */
let desk = '';

beforeAll(async () => {
  desk = await mkdtemp(join(tmpdir(), 'jadegate-desk-'));
});
afterAll(() => rm(desk, { recursive: true, force: true }));

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('the drawer', () => {
  it('follows the shell where it says it is, also after a reload', async () => {
    await mkdir(join(files.dir, '第 1 期'));
    await giveToHost(join(files.dir, '第 1 期'));
    const { page, drawer } = await files.open();
    await page.locator('.xterm').click();
    // The line that the panel itself offers.
    await page.keyboard.type(
      String.raw`PROMPT_COMMAND='printf "\e]7;file://%s%s\a" "$HOSTNAME" "${'$'}{PWD//%/%25}"'` + '\n',
    );
    await page.keyboard.type(`cd ${files.dir}/第*\n`);
    const crumbs = drawer.locator('.ant-breadcrumb');
    await crumbs.getByText('第 1 期').waitFor({ state: 'attached' });
    await page.reload();
    await crumbs.getByText('第 1 期').waitFor({ state: 'attached' });
    expect(await drawer.getByLabel('路徑', { exact: true }).inputValue()).toBe(join(files.dir, '第 1 期'));
  });

  it('walks through folders, takes files and a whole folder, and gives a file back', async () => {
    await mkdir(join(files.dir, 'inner'));
    await giveToHost(join(files.dir, 'inner'));
    await files.put('報表 2026.txt', 'kept as it is');
    await mkdir(join(desk, 'photos/deep'), { recursive: true });
    await writeFile(join(desk, 'photos/one.bin'), randomBytes(1000));
    await writeFile(join(desk, 'photos/deep/two.bin'), randomBytes(2000));
    const many = Array.from({ length: 12 }, (_, index) => ({
      name: `file-${index}.bin`,
      mimeType: 'application/octet-stream',
      buffer: randomBytes(50_000 + index),
    }));
    const { page, drawer } = await files.open();

    await entryOf(drawer, 'inner').getByRole('button', { name: 'inner', exact: true }).click();
    await drawer.getByText('這個資料夾是空的').waitFor();
    await drawer.getByRole('button', { name: '上一層' }).click();

    await drawer.getByLabel('上傳檔案').setInputFiles(many);
    await drawer.getByLabel('上傳資料夾').setInputFiles(join(desk, 'photos'));
    await drawer.getByText('上傳已結束').waitFor(PATIENT);
    await entryOf(drawer, 'file-11.bin').waitFor();
    await shot(page, 'files');
    for (const { name, buffer } of many) {
      expect(sha(await readFile(join(files.dir, name)))).toBe(sha(buffer));
    }
    expect((await readdir(files.dir, { recursive: true })).toSorted()).toEqual(
      [
        'inner',
        '報表 2026.txt',
        'photos',
        'photos/one.bin',
        'photos/deep',
        'photos/deep/two.bin',
        ...many.map(({ name }) => name),
      ].toSorted(),
    );

    const given = page.waitForEvent('download');
    await entryOf(drawer, '報表').getByRole('button', { name: /^下載/ }).click();
    const download = await given;
    expect(download.suggestedFilename()).toBe('報表 2026.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe('kept as it is');
  });

  it('takes a dropped folder with the empty folders in it', async () => {
    await mkdir(join(desk, '專案/空的/更深'), { recursive: true });
    await mkdir(join(desk, '專案/src'), { recursive: true });
    await writeFile(join(desk, '專案/src/main.ts'), 'x');
    const { page, drawer } = await files.open();
    const place = await drawer.getByText('這個資料夾是空的').boundingBox();
    const chromium = await page.context().newCDPSession(page);
    // As the desktop drops it: a folder cannot be put into a drop by script.
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      const data = { items: [], files: [join(desk, '專案')], dragOperationsMask: 1 };
      const at = { x: (place?.x ?? 0) + 10, y: (place?.y ?? 0) + 10 };
      await chromium.send('Input.dispatchDragEvent', { type, ...at, data });
    }
    await entryOf(drawer, '專案').waitFor();
    const here = async () => (await readdir(files.dir, { recursive: true })).toSorted();
    await expect
      .poll(here, PATIENT)
      .toEqual(['專案', '專案/src', '專案/src/main.ts', '專案/空的', '專案/空的/更深'].toSorted());
  });

  it('goes on with an upload after the network was cut, and leaves nothing of one that was given up', async () => {
    browser.expectProblem(/ERR_|Failed to load|WebSocket/);
    const bytes = randomBytes(160 * MB);
    await writeFile(join(desk, 'large.bin'), bytes);
    const { page, drawer } = await files.open();
    const offsets: number[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/upload')) {
        offsets.push(Number(searchParams.get('offset')));
      }
    });
    const upload = () => drawer.getByLabel('上傳檔案').setInputFiles(join(desk, 'large.bin'));
    const progress = drawer.getByRole('progressbar', { name: 'large.bin' });
    const isMoving = async () => {
      const percent = async () => Number(await progress.getAttribute('aria-valuenow'));
      await expect.poll(percent, { ...PATIENT, interval: 20 }).toBeGreaterThan(0);
    };

    /** How much of it the host has: the browser counts what it gave away, which may wait anywhere between them. */
    const arrived = async () => {
      const drafts = (await readdir(files.dir)).filter((name) => name.endsWith('.part'));
      const sizes = await Promise.all(drafts.map(async (name) => (await stat(join(files.dir, name))).size));
      return Math.max(0, ...sizes);
    };

    await upload();
    await expect.poll(arrived, { ...PATIENT, interval: 20 }).toBeGreaterThan(MB);
    files.cable.cut();
    await drawer.getByRole('button', { name: '續傳「large.bin」' }).waitFor(PATIENT);
    expect(await readdir(files.dir)).not.toContain('large.bin');
    await shot(page, 'files-broken');
    files.cable.mend();
    await expect
      .poll(
        async () => {
          const resume = drawer.getByRole('button', { name: '續傳「large.bin」' });
          await resume.click({ timeout: 1000 }).catch(() => undefined);
          return drawer.getByText('上傳已結束').isVisible();
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBe(true);
    expect(offsets.at(-1)).toBeGreaterThan(0);
    expect(sha(await readFile(join(files.dir, 'large.bin')))).toBe(sha(bytes));
    expect(await readdir(files.dir)).toEqual(['large.bin']);

    await rm(join(files.dir, 'large.bin'));
    await drawer.getByRole('button', { name: '清除已結束的項目' }).click();
    await upload();
    await isMoving();
    await drawer.getByRole('button', { name: '取消上傳「large.bin」' }).click();
    await drawer.getByText('已取消').waitFor();
    await expect.poll(() => readdir(files.dir), PATIENT).toEqual([]);
  });

  it('renames, moves, copies, sets permissions, and removes a folder with everything in it', async () => {
    await files.put('before.txt', 'x');
    for (const folder of ['target', 'doomed', 'doomed/a', 'doomed/a/b']) {
      await mkdir(join(files.dir, folder));
      await giveToHost(join(files.dir, folder));
    }
    await files.put('doomed/a/b/deep.txt', 'x');
    const { page, drawer } = await files.open();

    await act(page, drawer, 'before.txt', '重新命名');
    await page.getByLabel('新名稱').fill('改名後.txt');
    await page
      .getByRole('dialog', { name: '重新命名「before.txt」' })
      .getByRole('button', { name: '重新命名' })
      .click();
    await entryOf(drawer, '改名後.txt').waitFor();

    await act(page, drawer, '改名後.txt', '變更權限');
    await page.getByLabel('數值').fill('0640');
    await page.getByRole('button', { name: '套用' }).click();
    await expect.poll(async () => (await stat(join(files.dir, '改名後.txt'))).mode & 0o7777).toBe(0o640);

    await act(page, drawer, '改名後.txt', '移動');
    await page.getByLabel('目的地資料夾').fill(`${files.dir}/target`);
    await page
      .getByRole('dialog', { name: '移動「改名後.txt」' })
      .getByRole('button', { name: '移動' })
      .click();
    await expect.poll(() => readdir(join(files.dir, 'target'))).toEqual(['改名後.txt']);

    await act(page, drawer, 'doomed', '複製');
    const question = page.getByRole('dialog', { name: '複製「doomed」' });
    await question.getByRole('button', { name: 'target', exact: true }).click();
    await question.getByText('沒有子資料夾').waitFor();
    await shot(page, 'files-copy');
    await question.getByRole('button', { name: '複製', exact: true }).click();
    await expect
      .poll(async () => (await readdir(join(files.dir, 'target'), { recursive: true })).toSorted(), PATIENT)
      .toEqual(['doomed', 'doomed/a', 'doomed/a/b', 'doomed/a/b/deep.txt', '改名後.txt']);
    expect(await readFile(join(files.dir, 'target/doomed/a/b/deep.txt'), 'utf8')).toBe('x');

    await drawer.getByRole('button', { name: '新增資料夾' }).click();
    await page.getByLabel('資料夾名稱').fill('../escape');
    await page.getByText('名稱不能含有 /').waitFor();
    await page.getByLabel('資料夾名稱').fill('made');
    await page.getByLabel('資料夾名稱').press('Enter');
    await entryOf(drawer, 'made').waitFor();

    await act(page, drawer, 'doomed', '刪除');
    const removal = page.getByRole('dialog', { name: '刪除「doomed」？' });
    await removal.getByText('資料夾內的所有內容會一併刪除').waitFor();
    expect(await readdir(files.dir)).toContain('doomed');
    await removal.getByRole('button', { name: '刪除' }).click();
    await expect.poll(async () => (await readdir(files.dir)).toSorted(), PATIENT).toEqual(['made', 'target']);
  });
});

it('on a phone the drawer fits, and everything can be reached', async () => {
  await files.put('a-file-with-quite-a-long-name-that-does-not-fit.txt', 'x'.repeat(5000));
  const { page, drawer } = await files.open({ viewport: { width: 390, height: 760 } });
  await entryOf(drawer, 'a-file-with').waitFor();
  await shot(page, 'files-phone');
  const { width } = (await drawer.boundingBox()) ?? { width: 0 };
  expect(width).toBeLessThanOrEqual(390);
  const more = entryOf(drawer, 'a-file-with').getByRole('button', { name: /更多操作/ });
  const box = await more.boundingBox();
  expect((box?.x ?? 999) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});
