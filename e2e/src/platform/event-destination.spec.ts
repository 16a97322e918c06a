// Events leave the house by the page of the administrator: to a real rsyslog that goes away and comes back, and to a receiver
// that refuses for longer than three days, after which a person sends again.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { EVENT_KINDS } from '@jadegate/contract/platform/events/event-catalogue';
import type { EventJson } from '@jadegate/contract/platform/events/event-json';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { LOOPBACK } from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { signIn } from '../support/console.ts';
import { OwnCollectors } from '../support/own-collectors.ts';
import { PASSWORD, SessionBed } from '../support/session-bed.ts';

const FOUR_DAYS_MS = 4 * 24 * 3600_000;
const env = { JADEGATE_EVENT_TARGETS_ALLOWED: LOOPBACK };
const PATIENT = { timeout: 20_000, interval: 200 };
const MADE = 'credential.created';

const browser = useBrowser();
let collectors: OwnCollectors;
let bed: SessionBed;
beforeAll(async () => {
  [collectors, bed] = await Promise.all([OwnCollectors.start(), SessionBed.start({ env })]);
});
afterAll(async () => {
  await bed?.product.dispose();
  await collectors?.stop();
});

const happen = async (...names: string[]) => {
  for (const name of names) {
    await bed.make('/credentials', { name, type: 'custom', username: 'root', password: 'x' });
  }
};
const kept = async (msgid: string) =>
  (await collectors.tell()).kept.filter((one) => one.msgid === msgid).map(({ text }) => text);
/** What rsyslog has of the credentials that were made, in order. What was on its way when it died comes twice, with one id. */
const made = async () => {
  const events = (await kept(MADE)).map((text) => JSON.parse(text) as EventJson);
  return [...new Map(events.map(({ event, jadegate }) => [event.id, jadegate.object?.name])).values()];
};
/** What has waited began to wait so much earlier: times are those of the database, which no test can set. */
function fourDaysGoBy(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'jadegate.db'));
  const earlier = (column: string) => `${column} = ${column} - ${FOUR_DAYS_MS}`;
  database.exec(`
    update event_outbox set ${earlier('at')};
    update event_delivery set ${earlier('failing_since')}, ${earlier('next_try_at')};
    update work set ${earlier('due_at')} where kind = 'event-delivery';
  `);
  database.close();
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function add(page: Page, kind: RegExp): Promise<ReturnType<Page['getByRole']>> {
  await page.getByRole('button', { name: '新增目的地' }).first().click();
  await page.getByRole('button', { name: kind }).click();
  return page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '儲存' }) });
}

/** Presses 測試 of a row; answers what was sent and what came back. */
async function tested(page: Page, name: string, said: RegExp): Promise<string> {
  await page.getByRole('button', { name: `測試 ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `測試「${name}」` });
  await dialog.getByText(said).first().waitFor();
  const text = await dialog.innerText();
  await shot(page, `event-test-${name}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  return text;
}

it('events reach a collector, wait while it is away, and come again when somebody says so', async () => {
  const page = await browser.newPage({ baseURL: bed.url });
  await signIn(page, { password: PASSWORD, path: '/event-destination' });
  const { syslog, webhook } = collectors.place;

  const form = await add(page, /^Syslog/);
  await form.getByLabel('名稱', { exact: true }).fill('日誌中心');
  await form.getByLabel('主機').fill(LOOPBACK);
  await form.getByLabel('連接埠').fill(String(syslog.ports.tls));
  await form.getByLabel('信任的憑證機構').fill(syslog.ca);
  await form.getByLabel('用戶端憑證').fill(syslog.client.certificate);
  await form.getByLabel('用戶端私密金鑰').fill(syslog.client.key);
  await shot(page, 'event-destination-form');
  await form.getByRole('button', { name: '儲存' }).click();

  const shown = await tested(page, '日誌中心', /測試成功/);
  await expect.poll(() => kept('event.test'), PATIENT).toHaveLength(1);
  // The very bytes.
  expect(shown).toContain((await kept('event.test'))[0]);

  await happen('before');
  await expect.poll(made, PATIENT).toEqual(['before']);
  await collectors.tell({ isAway: true });
  const away = ['away 1', 'away 2', 'away 3'];
  await happen(...away);
  await rowOf(page, '日誌中心').getByText('無法送達').waitFor();
  const problem = rowOf(page, '日誌中心').getByText(/^無法連線到 tls:/);
  const hidden = await problem.evaluate((line) => line.scrollWidth - line.clientWidth);
  expect(Math.max(0, hidden)).toBe(0);
  await shot(page, 'event-destination-failing');
  await collectors.tell({ isAway: false });
  await page.getByRole('button', { name: '「日誌中心」的更多操作' }).click();
  await page.getByRole('menuitem', { name: '立即重試' }).click();
  await expect.poll(made, PATIENT).toEqual(['before', ...away]);
  await rowOf(page, '日誌中心').getByText('正常').waitFor();

  await add(page, /^Webhook/);
  await form.getByLabel('名稱', { exact: true }).fill('值班程式');
  await form.getByLabel('網址', { exact: true }).fill(webhook.url);
  await form.getByLabel('簽章金鑰').fill('a signing secret of the receiver');
  await form.getByLabel('信任的憑證機構').fill(webhook.ca);
  await form.getByLabel('事件種類').fill(MADE);
  await page.getByText(`(${MADE})`).click();
  await form.getByLabel('名稱', { exact: true }).click();
  await form.getByRole('button', { name: '儲存' }).click();
  await rowOf(page, '值班程式').waitFor();
  await collectors.tell({ status: 503 });
  expect(await tested(page, '值班程式', /HTTP 503/)).toContain('said 503');
  await happen('refused');
  await rowOf(page, '值班程式').getByText('無法送達').waitFor();

  const { port } = bed.product;
  await page.goto('about:blank');
  await bed.product.stop();
  fourDaysGoBy(bed.product.dataDir);
  await bed.restart({ env, port });
  await page.goto('/event-destination');
  await rowOf(page, '值班程式').getByRole('button', { name: '1', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(EVENT_KINDS[MADE].title['zh-TW']).first().waitFor();
  await shot(page, 'event-destination-undeliverable');
  await collectors.tell({ status: 200 });
  await drawer.getByRole('button', { name: /^重送/ }).click();
  const taken = async () => (await collectors.tell()).taken.map(({ jadegate }) => jadegate.object?.name);
  await expect.poll(taken, PATIENT).toEqual(['refused']);
  await drawer.getByText('沒有未送達的事件').waitFor();
});

it('nobody else sees where events go', async () => {
  const mei = await bed.person({ username: 'mei' });
  const page = await browser.newPage({ baseURL: bed.url });
  await signIn(page, { username: 'mei', password: PASSWORD, path: '/event-destination' });
  await page.waitForURL('**/my-asset');
  expect(await page.getByText('事件轉送').count()).toBe(0);
  for (const path of ['/event-destinations/paging', '/event-destinations/outbox']) {
    expect(await mei.client.call('GET', path)).toMatchObject({ code: 403 });
  }
});
