// One journey through each page that needs no live session: settings, roles and people, files, jobs, commands of one's own.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session';
import type { Storage } from '@jadegate/contract/storage';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from './hosts.ts';
import { settle, shot, useBrowser } from './support/browser.ts';
import { signIn, typeLogin } from './support/console.ts';
import { freePort } from './support/free-port.ts';
import { OwnSshd } from './support/own-sshd.ts';
import { PASSWORD, SessionBed } from './support/session-bed.ts';

const PATIENT = { timeout: 40_000, interval: 100 };
const KB = 1024;
/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const browser = useBrowser();
let bed: SessionBed;
let slowSshd: OwnSshd;
beforeAll(async () => {
  [bed, slowSshd] = await Promise.all([SessionBed.start(), OwnSshd.start()]);
});
afterAll(async () => {
  await bed.product.dispose();
  await slowSshd.remove();
});

async function openPage(path: string, username = 'admin'): Promise<Page> {
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { username, password: PASSWORD, path });
  return page;
}

it('names and logo are changed, which the login page shows to everybody', async () => {
  const page = await openPage('/setting');
  await page.getByRole('tab', { name: '品牌', exact: true }).click();
  await page.getByLabel('產品名稱').fill('港務堡壘');
  await page.getByRole('button', { name: '儲存' }).click();
  await page.getByText('設定已儲存').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PICTURE });
  await page.getByText('標誌已更新').waitFor();
  await shot(page, 'setting-branding');

  const visitor = await browser.newPage({ baseURL: bed.product.url });
  await visitor.goto('/login');
  await visitor.getByText('港務堡壘').waitFor();
  expect(await visitor.title()).toContain('港務堡壘');
  const logo = visitor.locator('img[src^="/branding/logo"]');
  const drawnWidth = () =>
    logo.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0));
  await expect.poll(drawnWidth).toBe(1);
});

it('a role is made, given to a new administrator, and decides what they see', async () => {
  const page = await openPage('/role');
  await page.getByRole('button', { name: '新增角色' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('名稱').fill('憑證檢視員');
  await drawer.getByPlaceholder('搜尋權限').fill('憑證');
  await drawer
    .getByRole('treeitem', { name: /憑證/ })
    .last()
    .getByRole('checkbox')
    .or(drawer.locator('.ant-tree-checkbox'))
    .last()
    .click();
  await drawer.getByRole('button', { name: '儲存' }).click();
  await page.getByRole('link', { name: '憑證檢視員' }).waitFor();

  await page.getByRole('link', { name: '使用者', exact: true }).click();
  await page.getByRole('button', { name: '新增使用者' }).first().click();
  await drawer.getByLabel('帳號').fill('mei');
  await drawer.getByLabel('名稱').fill('陳美玲');
  await drawer.getByTitle('管理員', { exact: true }).click();
  await drawer.getByLabel('角色').click();
  await page.getByTitle('憑證檢視員').click();
  await drawer.getByLabel('名稱').click();
  await drawer.getByLabel('密碼', { exact: true }).last().fill('first password');
  await shot(page, 'user-form');
  await drawer.getByRole('button', { name: '儲存' }).click();
  await page.getByRole('link', { name: '陳美玲' }).waitFor();

  const theirs = await browser.newPage({ baseURL: bed.product.url });
  await theirs.goto('/login');
  await typeLogin(theirs, 'mei', 'first password');
  await theirs.getByLabel('新密碼', { exact: true }).fill('my own password');
  await theirs.getByLabel('再次輸入新密碼').fill('my own password');
  await theirs.getByRole('button', { name: '變更密碼並繼續' }).click();
  await theirs.waitForURL((url) => url.pathname !== '/login');
  await theirs.goto('/credential');
  await theirs.getByRole('heading', { name: '憑證', exact: true }).waitFor();
  expect(await theirs.getByRole('menuitem', { name: '身分管理' }).count()).toBe(0);
});

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

it('a space takes files by drop, shows, changes, moves and gives them back, and refuses what does not fit', async () => {
  const page = await openPage('/file');
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
  await shot(page, 'storage-move');
  await move.getByRole('button', { name: '移動', exact: true }).click();
  await move.waitFor({ state: 'hidden' });
  await entry(page, 'data.bin').waitFor({ state: 'detached' });
  await shot(page, 'storage-files');

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
});

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** The head and the body of what one host said. */
const hostOf = (page: Page, name: string) =>
  page.locator('.ant-collapse-item').filter({ has: page.locator('strong', { hasText: name }) });

it('a job shows what each host prints while it still runs, and how each of them ended', async () => {
  const { port, username, password } = hosts.ssh;
  const ids = [await bed.asset('job-quick', { port }), await bed.asset('job-slow', { port: slowSshd.port })];
  const down = { name: 'job-down', protocol: 'ssh', ip: hosts.LOOPBACK, port: await freePort() };
  ids.push((await bed.make<{ id: string }>('/assets', { ...down, username, password })).id);
  const go = join('/tmp', `jadegate-job-page-${randomUUID()}`);
  const wait = `i=0; while [ ! -e ${go} ] && [ $i -lt 600 ]; do sleep 0.1; i=$((i+1)); done`;
  const shell = [
    'set -- $SSH_CONNECTION',
    'echo first-$((40+2))',
    `if [ "$4" = ${slowSshd.port} ]; then ${wait}; echo second-$((40+3)); exit 5; fi`,
  ].join('\n');
  await bed.make('/jobs', {
    name: '三台主機',
    func: 'shell-job',
    cron: '@daily',
    mode: 'custom',
    resourceIds: ids,
    metadata: JSON.stringify({ shell }),
  });
  const page = await openPage('/job');
  await rowOf(page, '三台主機')
    .getByRole('button', { name: /立即執行/ })
    .click();
  const runs = page.getByRole('dialog');
  await runs.getByText('「三台主機」的執行紀錄').waitFor();
  // Two are over while the third is at it, and what that one printed so far is there already.
  await hostOf(page, 'job-quick').getByText('成功').waitFor(PATIENT);
  await hostOf(page, 'job-down').getByText('失敗').waitFor(PATIENT);
  const slow = hostOf(page, 'job-slow');
  await slow.getByText('執行中').waitFor();
  await expect.poll(() => slow.locator('pre').innerText(), PATIENT).toBe('first-42\n');
  expect(await runs.getByText('執行中').count()).toBe(2);
  await shot(page, 'job-live');

  const quick = hostOf(page, 'job-quick').locator('.ant-collapse-header');
  const took = await quick.innerText();

  await writeFile(go, '');
  await expect.poll(() => slow.locator('pre').innerText(), PATIENT).toBe('first-42\nsecond-43\n');
  await slow.getByText('結束代碼 5').waitFor();
  await runs.getByText('共 3 個，成功 1，失敗 2').waitFor();
  // How long it took is its own time, not that of the slowest.
  expect(await quick.innerText()).toBe(took);
  expect(took).toContain('結束代碼 0');
  expect(await hostOf(page, 'job-quick').locator('pre').innerText()).toBe('first-42\n');
  await expect.poll(() => runs.getByRole('button', { name: '中止' }).count(), PATIENT).toBe(0);
  // Why the one that is down failed stands with it, for whoever opens it.
  await hostOf(page, 'job-down').locator('.ant-collapse-header').click();
  await hostOf(page, 'job-down').getByRole('alert').waitFor();
  await shot(page, 'job-over');
  await rm(go, { force: true });
});

it('a command is run on the machines that were ticked in one’s own list, and on no others', async () => {
  const person = await bed.person({ username: 'yun', nickname: '小雲' });
  for (const name of ['mine-01', 'mine-02', 'mine-03']) {
    const assetId = await bed.asset(name, { port: hosts.ssh.port });
    await bed.make('/authorised/users', { userIds: [person.id], assetId });
  }
  const page = await openPage('/my-asset', 'yun');
  await page.getByText('清單', { exact: true }).click();
  for (const name of ['mine-01', 'mine-03']) {
    await rowOf(page, name).getByRole('checkbox').check();
  }
  // Machines of the test before.
  expect(await rowOf(page, 'job-quick').count()).toBe(0);
  await page.getByRole('button', { name: '執行指令', exact: true }).click();
  await page.waitForURL(/\/my-run\?assets=/);
  await page.getByLabel('指令', { exact: true }).fill('echo own-$((40+2))');
  await page.getByRole('button', { name: '預覽' }).click();
  await page.getByText('將在 2 部主機執行，0 部被拒絕').waitFor();
  await page.getByRole('button', { name: '執行', exact: true }).click();
  await page.getByText('2 部主機結果相同').waitFor();
  await page.getByText('own-42').first().waitFor();
  const ran = async () => {
    const path = '/sessions/paging?status=disconnected&pageSize=100';
    const { data } = await bed.admin.call<Rows<SessionRow>>('GET', path);
    const theirs = data.items.filter(
      ({ mode, creatorAccount }) => mode === 'exec' && creatorAccount === 'yun',
    );
    return theirs.map(({ assetName }) => assetName).toSorted();
  };
  await expect.poll(ran, PATIENT).toEqual(['mine-01', 'mine-03']);
});
