// Three servers on one PostgreSQL behind haproxy, which gives each request to the next: a session is reached at all of
// them, and they leave one after the other without anybody noticing.
import { randomBytes } from 'node:crypto';

import type { ServerRow } from '@jadegate/contract/server';
import type { SessionRow } from '@jadegate/contract/session';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from './hosts.ts';
import { shot, useBrowser } from './support/browser.ts';
import { signIn } from './support/console.ts';
import { OwnHaproxy } from './support/own-haproxy.ts';
import { createDatabase, type Database } from './support/postgres.ts';
import { freePort, Product } from './support/product.ts';
import { PASSWORD, PATIENT, SessionBed } from './support/session-bed.ts';
import { connected, openTerminal, run, shows } from './support/terminal-page.ts';

const browser = useBrowser();
const products: Product[] = [];
let database: Database;
let haproxy: OwnHaproxy;
let bed: SessionBed;
let assetId: string;

beforeAll(async () => {
  database = await createDatabase();
  const port = await freePort();
  const env = {
    JADEGATE_ADMIN_PASSWORD: PASSWORD,
    JADEGATE_MASTER_KEY: randomBytes(32).toString('base64'),
    JADEGATE_PUBLIC_URL: `http://${hosts.LOOPBACK}:${port}`,
    JADEGATE_TRUSTED_PROXIES: hosts.LOOPBACK,
    JADEGATE_PEER_PLAINTEXT: 'private-network',
    JADEGATE_DRAIN_SECONDS: '100',
  };
  for (let count = 0; count < 3; count++) {
    const own = await freePort();
    const peer = { JADEGATE_PEER_URL: `http://${hosts.LOOPBACK}:${own}` };
    products.push(await Product.start({ databaseUrl: database.url, port: own, env: { ...env, ...peer } }));
  }
  haproxy = await OwnHaproxy.start(
    port,
    products.map((product) => product.port),
  );
  bed = await SessionBed.at(products[0] as Product, haproxy.url);
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
}, 120_000);

afterAll(async () => {
  for (const product of products) {
    await product.kill9();
    await product.dispose();
  }
  haproxy.remove();
  await database.drop();
});

const servers = async () => (await bed.admin.call<ServerRow[]>('GET', '/servers')).data;
const rowOf = async (id: string) => (await bed.admin.call<SessionRow>('GET', `/sessions/${id}`)).data;
/** The process that holds a session, by what each says of itself. */
const holderOf = async (before: ServerRow[]) => {
  const after = await servers();
  return after.find(({ id, sessions }) => sessions > (before.find((one) => one.id === id)?.sessions ?? 0));
};

it('a session is opened, come back to, watched and ended through whichever server is asked', async () => {
  const page = await browser.newTerminalPage({ baseURL: haproxy.url });
  await signIn(page, { password: PASSWORD });
  const id = await openTerminal(page, assetId, 'web-01');
  await connected(page);
  await run(page, 'cd /tmp; export PLACE=here-$((20+3))');
  for (let times = 0; times < 4; times++) {
    await page.reload();
    await connected(page);
    await run(page, 'echo $PLACE');
    await shows(page, 'here-23');
  }
  const watcher = await browser.newPage({ baseURL: haproxy.url });
  await signIn(watcher, { password: PASSWORD });
  for (let times = 0; times < 3; times++) {
    await watcher.goto(`/term-monitor?sessionId=${id}`);
    await watcher.getByText('here-23').first().waitFor();
  }
  await shot(watcher, 'servers-watched');
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  await page.getByText('管理員').first().waitFor();
  expect((await rowOf(id)).status).toBe('disconnected');
});

it('a server that is drained from the page opens nothing more, and keeps what it holds', async () => {
  const before = await servers();
  expect(before.map(({ state }) => state)).toEqual(['serving', 'serving', 'serving']);
  const { terminal, id } = await bed.open(assetId);
  const holder = await holderOf(before);
  const page = await browser.newPage({ baseURL: haproxy.url });
  await signIn(page, { password: PASSWORD, path: '/monitoring' });
  const at = before.findIndex((one) => one.id === holder?.id);
  const row = page
    .locator('tbody tr')
    .filter({ has: page.getByRole('button', { name: '排空' }) })
    .nth(at);
  await row.getByRole('button', { name: '排空' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '排空' }).click();
  await page.getByText('排空中').waitFor();
  await shot(page, 'servers-draining');
  // Heard of with its next sign of life.
  await expect
    .poll(
      async () =>
        (await Promise.all(products.map(({ url }) => fetch(`${url}/readyz`)))).map(({ status }) => status),
      PATIENT,
    )
    .toContain(503);
  for (let times = 0; times < 6; times++) {
    const one = await bed.open(assetId);
    await bed.says(one.terminal, `opened-${times}`);
  }
  expect((await servers()).find((one) => one.id === holder?.id)?.sessions).toBe(1);
  await bed.says(terminal, 'still-there');
  await page.getByRole('button', { name: '恢復服務' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢復服務' }).click();
  await expect
    .poll(async () => (await servers()).map(({ state }) => state), PATIENT)
    .not.toContain('draining');
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
});

it('one that is told to stop waits for its people; one that is killed is found dead', async () => {
  for (const { id } of (
    await bed.admin.call<{ items: SessionRow[] }>('GET', '/sessions/paging?status=connected')
  ).data.items) {
    await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  }
  const before = await servers();
  const { terminal, id } = await bed.open(assetId);
  const holder = await holderOf(before);
  const leaving = products[before.findIndex((one) => one.id === holder?.id)] as Product;
  const gone = leaving.stop();
  await expect
    .poll(async () => (await servers()).find((one) => one.id === holder?.id)?.state, PATIENT)
    .toBe('stopping');
  await bed.says(terminal, 'while-it-leaves');
  const kept = await bed.open(assetId);
  expect((await servers()).find((one) => one.id === holder?.id)?.sessions).toBe(1);
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  expect(await gone).toBe(0);
  expect((await rowOf(id)).status).toBe('disconnected');

  // The one that holds the other session dies; the third says so.
  const two = await servers();
  const dying = two.find(({ sessions }) => sessions > 0);
  const product = products[before.findIndex((one) => one.id === dying?.id)] as Product;
  await product.kill9();
  await expect
    .poll(async () => (await rowOf(kept.id)).status, { timeout: 15_000, interval: 250 })
    .toBe('disconnected');
  const next = await bed.open(assetId);
  await bed.says(next.terminal, 'goes-on');
});
