// The page of jobs as people see it: a job on three hosts while it runs, and what a clean-up removed.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { JobRow } from '@jadegate/contract/job';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from './hosts.ts';
import { shot, useBrowser } from './support/browser.ts';
import { Client } from './support/client.ts';
import { signIn } from './support/console.ts';
import { freePort } from './support/free-port.ts';
import { OwnSshd } from './support/own-sshd.ts';
import { createDatabase, query, type Database } from './support/postgres.ts';
import { PASSWORD, SessionBed } from './support/session-bed.ts';

const PATIENT = { timeout: 40_000, interval: 100 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  ['light', undefined],
  ['dark', undefined],
  ['light', PHONE],
] as const;
const browser = useBrowser();
let database: Database;
let bed: SessionBed;
let slowSshd: OwnSshd;
beforeAll(async () => {
  database = await createDatabase();
  slowSshd = await OwnSshd.start();
  bed = await SessionBed.start({ databaseUrl: database.url });
});
afterAll(async () => {
  await bed.product.dispose();
  await slowSshd.remove();
  await database.drop();
});

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
/** The head and the body of what one host said. */
const hostOf = (page: Page, name: string) =>
  page.locator('.ant-collapse-item').filter({ has: page.locator('strong', { hasText: name }) });

it('shows what each host prints while it still runs, and how each of them ended', async () => {
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
  const page = await browser.newPage({ baseURL: bed.product.url });
  await signIn(page, { password: PASSWORD, path: '/job' });
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

it('tells what a clean-up removed, in its list of runs, in both themes and on a phone', async () => {
  // By itself it comes up every six hours, and would take what is made here, or be the newest run.
  const { data: jobs } = await bed.admin.call<Rows<JobRow>>('GET', '/jobs/paging?pageSize=100');
  const cleaning = jobs.items.find(({ func }) => func === 'retention-job');
  expect(
    await bed.admin.call('POST', `/jobs/${cleaning?.id ?? ''}/change-status?status=not-running`),
  ).toMatchObject({ code: 1 });
  await bed.admin.call('PUT', '/properties', { 'login-log-saved-limit': 30, 'session-saved-limit': 30 });
  const stranger = new Client(bed.product.url);
  for (let time = 0; time < 3; time++) {
    await stranger.call('POST', '/login', { username: 'nobody-here', password: 'wrong' });
  }
  await query(database.url, `update login_log set login_at = 1 where username = 'nobody-here'`);
  const asset = await bed.asset('aged', { port: hosts.ssh.port });
  const { id, terminal } = await bed.open(asset);
  terminal.type('exit\r');
  await bed.over(id);
  await query(database.url, `update session set disconnected_at = 1 where id = '${id}'`);

  for (const [theme, viewport] of LOOKS) {
    const page = await browser.newPage({ baseURL: bed.product.url, theme, ...(viewport && { viewport }) });
    await signIn(page, { password: PASSWORD, path: '/job' });
    const name = `job-retention-${theme}${viewport ? '-phone' : ''}`;
    await page.getByRole('button', { name: '立即執行 清除逾期紀錄' }).waitFor();
    await shot(page, `${name}-list`);
    if (theme === 'light' && viewport === undefined) {
      await page.getByRole('button', { name: '立即執行 清除逾期紀錄' }).click();
    } else {
      await page.getByRole('button', { name: '執行紀錄 清除逾期紀錄' }).click();
      await page.getByRole('dialog').getByText('已清除逾期紀錄：登入紀錄 3 筆').waitFor();
      await shot(page, `${name}-runs`);
      await page.getByRole('dialog').getByRole('button', { name: '檢視' }).first().click();
    }
    await page.getByRole('dialog').getByText('已清除逾期紀錄：登入紀錄 3 筆、工作階段 1 筆').waitFor(PATIENT);
    await shot(page, name);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  }
  expect(await bed.admin.call('GET', `/sessions/${id}`)).toMatchObject({ error: 'session.not_found' });
});
