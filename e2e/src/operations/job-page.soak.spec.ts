// The page of jobs as people see it: what a clean-up removed. A job while it runs is in journeys.spec.ts.
import type { JobRow } from '@jadegate/contract/operations/job';
import type { Page as Rows } from '@jadegate/contract/paging';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { createDatabase, query, type Database } from '../support/postgres.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';

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
beforeAll(async () => {
  database = await createDatabase();
  bed = await SessionBed.start({ databaseUrl: database.url });
});
afterAll(async () => {
  await bed.product.dispose();
  await database.drop();
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
