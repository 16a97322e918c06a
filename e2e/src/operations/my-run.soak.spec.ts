// What people without any menu run on the machines they were given: chosen in their list, or by a saved command.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { PASSWORD, SessionBed, type Person } from '../support/session-bed.ts';

const PATIENT = { timeout: 20_000, interval: 100 };
const browser = useBrowser();
let bed: SessionBed;
let person: Person;
let shut: string;
const open: string[] = [];
beforeAll(async () => {
  bed = await SessionBed.start();
  const { port } = hosts.ssh;
  person = await bed.person({ username: 'mei', nickname: '小美' });
  for (const name of ['mine-01', 'mine-02', 'mine-03']) {
    const assetId = await bed.asset(name, { port });
    open.push(assetId);
    await bed.make('/authorised/users', { userIds: [person.id], assetId });
  }
  shut = await bed.asset('not-mine', { port });
});
afterAll(() => bed.product.dispose());

async function pageOf(path: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { username: person.username, password: PASSWORD, path });
  return page;
}

/** Looks at what would run where, and runs it. */
async function preview(page: Page, sentence: string): Promise<void> {
  await page.getByRole('button', { name: '預覽' }).click();
  await page.getByText(sentence).waitFor();
}

const execSessions = async () => {
  const path = '/sessions/paging?status=disconnected&pageSize=100';
  const { data } = await bed.admin.call<{
    items: { isUnattended: boolean; creatorAccount: string; assetName: string }[];
  }>('GET', path);
  return data.items
    .filter(({ isUnattended }) => isUnattended)
    .map(({ creatorAccount, assetName }) => `${creatorAccount} ${assetName}`);
};

it('a command is run on the machines that were ticked in one’s own list, and on no others', async () => {
  const page = await pageOf('/my-asset');
  await page.getByText('清單', { exact: true }).click();
  for (const name of ['mine-01', 'mine-03']) {
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  }
  expect(await page.getByRole('row').filter({ hasText: 'not-mine' }).count()).toBe(0);
  await shot(page, 'my-asset-chosen');
  await page.getByRole('button', { name: '執行指令', exact: true }).click();
  await page.waitForURL(/\/my-run\?assets=/);
  await page.getByLabel('指令', { exact: true }).fill('echo own-$((40+2))');
  await preview(page, '將在 2 台主機執行，0 台被拒絕');
  await page.getByRole('button', { name: '執行', exact: true }).click();
  await page.getByText('2 台主機結果相同').waitFor();
  await page.getByText('own-42').first().waitFor();
  await expect
    .poll(async () => (await execSessions()).toSorted(), PATIENT)
    .toEqual(['mei mine-01', 'mei mine-03']);
});

it('a machine that is not one’s own is refused before anything runs, also by an address of one’s own making', async () => {
  const before = (await execSessions()).length;
  const page = await pageOf(`/my-run?assets=${shut}`);
  await page.getByLabel('指令', { exact: true }).fill('echo never');
  await preview(page, '將在 0 台主機執行，1 台被拒絕');
  expect(await page.getByRole('button', { name: '執行', exact: true }).isDisabled()).toBe(true);
  const { client } = person;
  const body = { assetIds: [shut], script: 'echo never', confirmed: '' };
  await client.call('POST', '/command-runs', body);
  expect(await execSessions()).toHaveLength(before);
  // The page of the administrators leads back to their own machines.
  await page.goto('/batch-command');
  await page.waitForURL(/\/my-asset$/);
});

it('a saved command of one’s own is run from the list of commands, with its parameter', async () => {
  const { client } = person;
  await client.make('/worker/commands', { name: '問候', content: 'echo hello-{{who}}' });
  const page = await pageOf('/my-command');
  await page.getByRole('button', { name: '執行 問候' }).click();
  await page.getByLabel('who').fill('jade');
  await page.getByRole('button', { name: '使用' }).click();
  expect(await page.getByLabel('指令', { exact: true }).inputValue()).toBe('echo hello-jade');
  await page.getByLabel('資產', { exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'mine-02' }).click();
  expect(await page.locator('.ant-select-item-option').filter({ hasText: 'not-mine' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await preview(page, '將在 1 台主機執行，0 台被拒絕');
  await page.getByRole('button', { name: '執行', exact: true }).click();
  await page.getByText('hello-jade').last().waitFor();
  await expect.poll(execSessions, PATIENT).toContain('mei mine-02');
});

it('the command of somebody else is neither listed nor taken from the address', async () => {
  const secret = await bed.make<{ id: string }>('/commands', { name: '管理員的', content: 'echo private' });
  const page = await pageOf('/my-command');
  await page.getByText('問候').first().waitFor();
  expect(await page.getByText('管理員的').count()).toBe(0);
  await page.goto(`/my-run?commandId=${secret.id}&assets=${open[0]}`);
  await page.getByLabel('已存的指令').waitFor();
  expect(await page.getByText('echo private').count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await person.client.call('GET', `/worker/commands/${secret.id}`)).code).not.toBe(1);
});
