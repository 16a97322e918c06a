// One journey through each page that needs no live session: settings, roles and people, files, jobs, commands of one's own.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page as Rows } from '@jadegate/contract/paging';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { freePort } from '../support/free-port.ts';
import { OwnSshd } from '../support/own-sshd.ts';
import { makeCredentialViewer } from '../support/role-journey.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';
import { isSoak } from '../support/soak.ts';
import { walkThroughSpace } from '../support/storage-page.ts';

const PATIENT = { timeout: 40_000, interval: 100 };

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

it('a role is made, given to a new administrator, and decides what they see', async () => {
  const theirs = await browser.newPage({ baseURL: bed.product.url });
  await expect(makeCredentialViewer(await openPage('/role'), theirs)).resolves.toBeUndefined();
});

it('a space takes files by drop, shows, changes, moves and gives them back, and refuses what does not fit', async () => {
  await expect(walkThroughSpace(bed, await openPage('/file'), 'disk')).resolves.toBeUndefined();
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

it.runIf(isSoak)(
  'a command is run on the machines that were ticked in one’s own list, and on no others',
  async () => {
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
    await page.getByText('將在 2 台主機執行，0 台被拒絕').waitFor();
    await page.getByRole('button', { name: '執行', exact: true }).click();
    await page.getByText('2 台主機結果相同').waitFor();
    await page.getByText('own-42').first().waitFor();
    const ran = async () => {
      const path = '/sessions/paging?status=disconnected&pageSize=100';
      const { data } = await bed.admin.call<Rows<SessionRow>>('GET', path);
      const theirs = data.items.filter(
        ({ isUnattended, creatorAccount }) => isUnattended && creatorAccount === 'yun',
      );
      return theirs.map(({ assetName }) => assetName).toSorted();
    };
    await expect.poll(ran, PATIENT).toEqual(['mine-01', 'mine-03']);
  },
);
