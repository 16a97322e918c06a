// One command on several real hosts: compared by the runner, and typed into terminals side by side.
import { rm } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from './hosts.ts';
import { useBrowser } from './support/browser.ts';
import { signIn } from './support/console.ts';
import { PASSWORD, SessionBed } from './support/session-bed.ts';

const PATIENT = { timeout: 60_000, interval: 200 };
const browser = useBrowser();
let bed: SessionBed;
let assets: { id: string; name: string }[];
beforeAll(async () => {
  bed = await SessionBed.start();
  const { port } = hosts.ssh;
  assets = [];
  for (const name of ['web-01', 'web-02']) {
    assets.push({ name, id: await bed.asset(name, { port }) });
  }
});
afterAll(() => bed.product.dispose());

const screens = (page: Page) => async () =>
  (await page.locator('.xterm-rows').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
const timesOn = (page: Page, text: string) => async () =>
  (await screens(page)()).map((screen) => screen.split(text).length - 1);

it('is typed into terminals side by side, once, and what follows goes to all of them', async () => {
  const command = await bed.make<{ id: string }>('/commands', {
    name: `算一算 ${Date.now()}`,
    content: 'echo grid-$((40+2))\n',
  });
  const page = await browser.newTerminalPage({ baseURL: bed.product.url });
  const query = new URLSearchParams({ commandId: command.id, assets: JSON.stringify(assets) }).toString();
  await signIn(page, { password: PASSWORD, path: `/execute-command?${query}` });
  await page.getByText('echo grid-$((40+2))').waitFor();
  await page.getByRole('button', { name: '開啟終端機並執行' }).click();
  await expect.poll(timesOn(page, 'grid-42'), PATIENT).toEqual([1, 1]);
  await page.locator('.xterm-helper-textarea').first().focus();
  await page.keyboard.type('echo both-$((1+1))\n');
  await expect.poll(timesOn(page, 'both-2'), PATIENT).toEqual([1, 1]);
  // A reload comes back to the sessions, and types nothing.
  await page.reload();
  await expect.poll(timesOn(page, 'both-2'), PATIENT).toEqual([1, 1]);
  expect(await timesOn(page, 'grid-42')()).toEqual([1, 1]);
});

it('is looked at before it runs, and what came out the same is one group', async () => {
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: '/batch-command' });
  const choice = page.getByLabel('資產', { exact: true });
  await choice.click();
  for (const { name } of assets) {
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
  }
  await page.keyboard.press('Escape');
  await page.getByLabel('指令', { exact: true }).fill('echo same-$((6*7)); exit 3');
  await page.getByRole('button', { name: '預覽' }).click();
  await page.getByText('將在 2 部主機執行，0 部被拒絕').waitFor();
  await page.getByRole('button', { name: '執行', exact: true }).click();
  await page.getByText('2 部主機結果相同').waitFor();
  await page.getByText('same-42').first().waitFor();
  const { data } = await bed.admin.call<{ items: { mode: string }[] }>(
    'GET',
    '/sessions/paging?status=disconnected',
  );
  expect(data.items.filter(({ mode }) => mode === 'exec').length).toBeGreaterThanOrEqual(2);
});

it('a file is uploaded once and goes to every host, and the run can be opened again', async () => {
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: '/batch-command?tab=file' });
  await page.getByLabel('資產', { exact: true }).click();
  for (const { name } of assets) {
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
  }
  await page.keyboard.press('Escape');
  const name = `sent-${Date.now()}.txt`;
  const content = Buffer.from('sent to all of them\n');
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: content });
  await page.getByText(`將傳送「${name}」`).waitFor();
  await page.getByLabel('目標資料夾').fill('/tmp');
  await page.getByText('覆寫', { exact: true }).click();
  await page.getByRole('button', { name: '預覽' }).click();
  await page.getByText('將傳送到 2 部主機，0 部被拒絕').waitFor();
  await page.getByRole('button', { name: '傳送', exact: true }).click();
  await page.getByText('2 部主機結果相同').waitFor();
  const { data } = await bed.admin.call<{ items: { fileName: string; bytes: number }[] }>(
    'GET',
    `/storage-logs/paging?fileName=${name}`,
  );
  const onHosts = data.items.filter(({ fileName }) => fileName === `/tmp/${name}`);
  expect(onHosts.map(({ bytes }) => bytes)).toEqual([content.length, content.length]);
  await rm(`/tmp/${name}`, { force: true });

  await page.getByRole('tab', { name: '執行紀錄' }).click();
  await page.getByText('2 部（成功 2、未成功 0）').first().waitFor();
  await page.getByRole('button', { name: /查看/ }).first().click();
  await page.getByRole('dialog').getByText('SHA-256').waitFor();
});
