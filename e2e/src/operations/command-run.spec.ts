// One command on several real hosts: compared by the runner, and typed into terminals side by side.
import { rm } from 'node:fs/promises';

import type { JobRow } from '@jadegate/contract/operations/job';
import type { JobResult, JobRun } from '@jadegate/contract/operations/job-run';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, SessionBed, type Person } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';

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

async function choose(page: Page, names: readonly string[]): Promise<void> {
  await page.getByLabel('資產', { exact: true }).click();
  for (const name of names) {
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
  }
  await page.keyboard.press('Escape');
}

it('is looked at before it runs, and what came out the same is one group', async () => {
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: '/batch-command' });
  await choose(
    page,
    assets.map(({ name }) => name),
  );
  await page.getByLabel('指令', { exact: true }).fill('echo same-$((6*7)); exit 3');
  await page.getByRole('button', { name: '預覽' }).click();
  await page.getByText('將在 2 台主機執行，0 台被拒絕').waitFor();
  await page.getByRole('button', { name: '執行', exact: true }).click();
  await page.getByText('2 台主機結果相同').waitFor();
  await page.getByText('same-42').first().waitFor();
  const { data } = await bed.admin.call<{ items: { isUnattended: boolean }[] }>(
    'GET',
    '/sessions/paging?status=disconnected',
  );
  expect(data.items.filter(({ isUnattended }) => isUnattended).length).toBeGreaterThanOrEqual(2);
});

it.runIf(isSoak)(
  'a file is uploaded once and goes to every host, and the run can be opened again',
  async () => {
    const page = await browser.newPage({ baseURL: bed.product.url });
    await signIn(page, { password: PASSWORD, path: '/batch-command?tab=file' });
    await choose(
      page,
      assets.map(({ name }) => name),
    );
    const name = `sent-${Date.now()}.txt`;
    const content = Buffer.from('sent to all of them\n');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: content });
    await page.getByText(`將傳送「${name}」`).waitFor();
    await page.getByLabel('目標資料夾').fill('/tmp');
    await page.getByText('覆寫', { exact: true }).click();
    await page.getByRole('button', { name: '預覽' }).click();
    await page.getByText('將傳送到 2 台主機，0 台被拒絕').waitFor();
    await page.getByRole('button', { name: '傳送', exact: true }).click();
    await page.getByText('2 台主機結果相同').waitFor();
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
  },
);

/** Somebody who may run on both hosts what the strategy lists, and nothing else. */
async function limitedPerson(username: string, menus: readonly string[]): Promise<Person> {
  const role = await bed.make<{ id: string }>('/roles', {
    name: username,
    menus: menus.map((menuId) => ({ menuId, checked: true })),
  });
  const person = await bed.person({ username, type: 'admin', roles: [role.id] });
  const strategy = await bed.make<{ id: string }>('/strategies', {
    name: `只印一行 ${username}`,
    commandsOnly: true,
    allowedCommands: [{ name: '印一行', content: 'echo kept-{{word}}' }],
  });
  for (const { id } of assets) {
    await bed.make('/authorised/users', { userIds: [person.id], assetId: id, strategyId: strategy.id });
  }
  return person;
}

/** Runs the listed command with a value of its own, and waits for what came out. */
async function runListed(page: Page, word: string): Promise<void> {
  await choose(
    page,
    assets.map(({ name }) => name),
  );
  await page.getByLabel('授權政策允許的指令').click();
  await page.locator('.ant-select-item-option').filter({ hasText: '印一行' }).click();
  await page.getByLabel('word').fill(word);
  await page.getByRole('button', { name: '使用' }).click();
  await page.getByRole('button', { name: '預覽' }).click();
  await page.getByText('將在 2 台主機執行，0 台被拒絕').waitFor();
  await page.getByRole('button', { name: '執行', exact: true }).click();
  await page.getByText('2 台主機結果相同').waitFor();
}

it.runIf(isSoak)('becomes a job with what was chosen and filled in, which runs as they did', async () => {
  const { username, client } = await limitedPerson('planner', [
    'command-exec',
    'job',
    'job-add',
    'job-run',
    'job-log',
  ]);
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { username, password: PASSWORD, path: '/batch-command' });
  await runListed(page, 'nightly');
  await page.getByRole('button', { name: '存成排程工作' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('web-01').waitFor();
  await form.getByText('web-02').waitFor();
  expect(await form.getByLabel('指令', { exact: true }).inputValue()).toBe('echo kept-nightly');
  await form.getByLabel('名稱').fill('每晚一行');
  await form.getByRole('button', { name: '儲存' }).click();
  await page.getByText('已儲存排程工作「每晚一行」').waitFor();

  const { data } = await client.call<Rows<JobRow>>(
    'GET',
    `/jobs/paging?name=${encodeURIComponent('每晚一行')}`,
  );
  const [job] = data.items;
  expect(data.total).toBe(1);
  expect(job).toMatchObject({ name: '每晚一行', func: 'shell-job', mode: 'custom', ownerName: username });
  expect(job?.resourceIds.split(',').toSorted()).toEqual(assets.map(({ id }) => id).toSorted());
  expect(JSON.parse(job?.metadata ?? '')).toEqual({
    shell: 'echo kept-nightly',
    values: { word: 'nightly' },
  });
  // The strategy lets them run it only with what was filled in: without that every host would refuse it.
  const { runId } = await client.make<{ runId: string }>(`/jobs/${job?.id}/runs`);
  const look = async () =>
    (await client.call<JobRun & { results: JobResult[] }>('GET', `/jobs/${job?.id}/runs/${runId}`)).data;
  await expect.poll(async () => (await look()).state, PATIENT).toBe('succeeded');
  const { results } = await look();
  expect(results.map(({ assetName, exitCode }) => [assetName, exitCode]).toSorted()).toEqual([
    ['web-01', 0],
    ['web-02', 0],
  ]);
  for (const { id } of results) {
    const { data: output } = await client.call<{ text: string }>(
      'GET',
      `/jobs/${job?.id}/runs/${runId}/results/${id}`,
    );
    expect(output.text).toBe('kept-nightly\n');
  }
});

it.runIf(isSoak)('becomes no job of somebody who may make none: not offered, and refused', async () => {
  const { username, client } = await limitedPerson('runner', ['command-exec', 'job', 'job-log']);
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { username, password: PASSWORD, path: '/batch-command' });
  await runListed(page, 'once');
  await page.getByRole('button', { name: '匯出 CSV' }).waitFor();
  expect(await page.getByRole('button', { name: '存成排程工作' }).count()).toBe(0);
  await page.getByRole('tab', { name: '執行紀錄' }).click();
  await page.getByRole('button', { name: /查看/ }).first().waitFor();
  expect(await page.getByText('存成排程工作').count()).toBe(0);
  const body = {
    name: '不該有的',
    func: 'shell-job',
    cron: '@daily',
    mode: 'custom',
    resourceIds: assets.map(({ id }) => id),
    metadata: JSON.stringify({ shell: 'echo kept-once', values: { word: 'once' } }),
  };
  expect(await client.call('POST', '/jobs', body)).toMatchObject({ code: 403 });
  // The address that leads there opens no form either.
  const { data } = await client.call<Rows<{ id: string }>>('GET', '/command-runs/paging?pageSize=10');
  await page.goto(`/job?fromRun=${data.items[0]?.id}`);
  await page.getByRole('heading', { name: '排程工作' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
