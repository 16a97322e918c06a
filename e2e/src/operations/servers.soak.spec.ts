// Three servers on one PostgreSQL behind haproxy, which gives each request to the next: a session is reached at all of
// them, ends at whichever it is told to, and they leave one after the other without anybody noticing.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Asset } from '@jadegate/contract/access/asset';
import { TOKEN_HEADER } from '@jadegate/contract/envelope';
import type { Page as Rows } from '@jadegate/contract/paging';
import type { CreatedSession, SessionRow } from '@jadegate/contract/session/session';
import { afterAll, beforeAll, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { shot, useBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { signIn } from '../support/console.ts';
import { newHostFolder } from '../support/host-files.ts';
import { OwnVnc } from '../support/own-desktop.ts';
import { OwnServers } from '../support/own-servers.ts';
import { RawDesktop } from '../support/raw-desktop.ts';
import { RawTerminal } from '../support/raw-terminal.ts';
import { PASSWORD, PATIENT, type Person, type SessionBed } from '../support/session-bed.ts';
import { connected, openTerminal, run, shows } from '../support/terminal-page.ts';

const browser = useBrowser();
let servers: OwnServers;
let bed: SessionBed;
let assetId: string;

beforeAll(async () => {
  servers = await OwnServers.start({
    env: {
      JADEGATE_DRAIN_SECONDS: '100',
      GUACD_HOST: hosts.LOOPBACK,
      GUACD_PORT: String(hosts.guacd.port),
    },
  });
  ({ bed } = servers);
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
}, 120_000);

afterAll(() => servers.remove());

const stateOf = async (serverId: string) =>
  (await servers.rows()).find(({ id }) => id === serverId) ?? { state: 'gone', sessions: 0 };

it('a session is opened, come back to, watched and ended through whichever server is asked', async () => {
  const page = await browser.newTerminalPage({ baseURL: servers.haproxy.url });
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
  const watcher = await browser.newPage({ baseURL: servers.haproxy.url });
  await signIn(watcher, { password: PASSWORD });
  for (let times = 0; times < 3; times++) {
    await watcher.goto(`/term-monitor?sessionId=${id}`);
    await watcher.getByText('here-23').first().waitFor();
  }
  await shot(watcher, 'servers-watched');
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  await page.getByText('管理員').first().waitFor();
  expect((await bed.row(id)).status).toBe('disconnected');
});

/** A client of the server at a place, past haproxy. */
const at = (place: number, token = bed.token) => new Client(urlAt(place)).useToken(token);
/** A socket for a page that came through haproxy. */
const there = (path: string) => ({ path, origin: servers.haproxy.url });
const urlAt = (place: number) => servers.products[place % servers.products.length]?.url ?? '';

it('a desktop is drawn, watched and joined at each of them', async () => {
  const vnc = await OwnVnc.start();
  const screen = { name: 'screen', protocol: 'vnc', ip: hosts.LOOPBACK, port: vnc.port };
  const { id: screenId } = await bed.make<Asset>('/assets', {
    ...screen,
    accountType: 'custom',
    password: 'x',
  });
  const { data } = await bed.admin.call<CreatedSession>('POST', `/sessions?assetId=${screenId}&mode=guacd`);
  const { id } = data;
  const own = new RawDesktop(servers.haproxy.url, id, bed.token);
  await expect.poll(() => own.hasPicture, PATIENT).toBe(true);
  const others: RawDesktop[] = [];
  for (const place of servers.products.keys()) {
    others.push(new RawDesktop(urlAt(place), there(`/sessions/${id}/tunnel-monitor`), bed.token));
    const seat = await at(place).make<{ id: string }>(`/sessions/${id}/join`);
    others.push(new RawDesktop(urlAt(place + 1), there(`/share-sessions/${seat.id}/tunnel`), bed.token));
  }
  await expect
    .poll(() => others.map(({ hasPicture }) => hasPicture), PATIENT)
    .toEqual(others.map(() => true));
  // The clock on it goes on, for everybody.
  const frames = () => others.map(({ counts }) => counts.get('sync') ?? 0);
  const before = frames();
  await expect.poll(() => frames().every((count, one) => count > (before[one] ?? 0)), PATIENT).toBe(true);
  others.forEach((one) => one.close());
  expect(await at(1).call('POST', `/sessions/${id}/disconnect`)).toMatchObject({ code: 1 });
  await vnc.remove();
});

it('files go up at one server and come down at another, and a link leads in at any', async () => {
  const { terminal, id } = await bed.open(assetId);
  const dir = await newHostFolder();
  const headers = { [TOKEN_HEADER]: bed.token };
  const fileUrl = (place: number, op: string, query: Record<string, string>) =>
    `${urlAt(place)}/sessions/${id}/${op}?${new URLSearchParams(query).toString()}`;
  for (const place of servers.products.keys()) {
    const [name, bytes] = [`file-${place}`, randomBytes(300_000)];
    const sent = { 'content-type': 'application/octet-stream', ...headers };
    const up = await fetch(fileUrl(place, 'upload', { dir, name }), {
      method: 'POST',
      headers: sent,
      body: bytes,
    });
    expect(await up.json()).toMatchObject({ code: 1 });
    const { data } = await at(place + 1).call<{ name: string }[]>('POST', `/sessions/${id}/ls`, { dir });
    expect(data.map((file) => file.name)).toContain(name);
    const down = await fetch(fileUrl(place + 2, 'download', { file: `${dir}/${name}` }), { headers });
    expect(Buffer.from(await down.arrayBuffer()).equals(bytes)).toBe(true);
  }
  await rm(dir, { recursive: true });

  const guest = await bed.person({ username: 'guest' });
  for (const place of servers.products.keys()) {
    const share = { mode: 'write', audience: 'named', usernames: ['guest'], minutes: 10 };
    const { id: shareId, token } = await at(place).make<{ id: string; token: string }>(
      `/sessions/${id}/shares`,
      share,
    );
    const seat = await at(place + 1, guest.token).make<{ id: string }>('/share-sessions', { token });
    const sits = new RawTerminal(urlAt(place + 2), there(`/share-sessions/${seat.id}/ssh`), guest.token);
    await expect.poll(() => sits.frames.length, PATIENT).toBeGreaterThan(0);
    sits.type(`printf '%s%s\\n' guest -at-${place}\r`);
    await expect.poll(() => terminal.shown, PATIENT).toContain(`guest-at-${place}`);
    expect(await at(place + 1).call('DELETE', `/sessions/${id}/shares/${shareId}`)).toMatchObject({
      code: 1,
    });
    await expect.poll(() => sits.reason, PATIENT).toBeDefined();
  }
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
});

interface Worker {
  person: Person;
  sessionId: string;
}

type End = (client: Client, one: Worker) => Promise<unknown>;

/** What ends a session, done at a server that does not hold it. */
const ENDINGS: readonly (readonly [cause: string, act: End])[] = [
  [
    'the grant is revoked',
    async (client, { person: { id } }) => {
      const path = `/authorised/assets/paging?userId=${id}&pageSize=10`;
      const { data } = await client.call<Rows<{ id: string }>>('GET', path);
      return client.call('DELETE', `/authorised/${data.items.map((grant) => grant.id).join(',')}`);
    },
  ],
  [
    'the person is disabled',
    (client, { person }) => client.call('PATCH', `/users/${person.id}/status?status=disabled`),
  ],
  [
    'the login is ended',
    (client, { person }) => client.useToken(person.token).call('POST', '/account/logout'),
  ],
  ['it is disconnected', (client, { sessionId }) => client.call('POST', `/sessions/${sessionId}/disconnect`)],
];

it('what ends a session at one server ends it at another within seconds, each time', async () => {
  const times = 25;
  const tookMs: number[] = [];
  const oneAfterAnother = async ([cause, act]: (typeof ENDINGS)[number], lane: number) => {
    for (let time = 0; time < times; time++) {
      const person = await bed.person({ username: `worker-${lane}-${time}` });
      await bed.make('/authorised/users', { userIds: [person.id], assetId });
      const { id, terminal } = await bed.open(assetId, person);
      const holder = await servers.holderOf(id);
      // Whatever the holder is doing at the moment.
      await sleep(Math.random() * 2000);
      const started = performance.now();
      const answer = await act(at(holder + 1 + (time % 2)), { person, sessionId: id });
      expect({ cause, answer }).toMatchObject({ answer: { code: 1 } });
      await expect.poll(() => terminal.reason, { timeout: 15_000, interval: 20 }).toBeDefined();
      tookMs.push(performance.now() - started);
      expect((await bed.over(id)).status).toBe('disconnected');
    }
  };
  await Promise.all(ENDINGS.map(oneAfterAnother));
  process.stdout.write(
    `ends of ${tookMs.length} sessions took up to ${Math.round(Math.max(...tookMs))} ms\n`,
  );
  expect(tookMs).toHaveLength(4 * times);
  expect(tookMs.filter((ms) => ms > 5000)).toEqual([]);
}, 1_200_000);

it('a server that is drained from the page opens nothing more, and keeps what it holds', async () => {
  const before = await servers.rows();
  expect(before.map(({ state }) => state)).toEqual(['serving', 'serving', 'serving']);
  const { terminal, id } = await bed.open(assetId);
  const holder = await servers.idAt(await servers.holderOf(id));
  const page = await browser.newPage({ baseURL: servers.haproxy.url });
  await signIn(page, { password: PASSWORD, path: '/monitoring' });
  const at = before.findIndex((one) => one.id === holder);
  const row = page
    .locator('tbody tr')
    .filter({ has: page.getByRole('button', { name: '暫停新連線' }) })
    .nth(at);
  await row.getByRole('button', { name: '暫停新連線' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '暫停新連線' }).click();
  await page.getByText('已暫停新連線').waitFor();
  await shot(page, 'servers-draining');
  // Heard of with its next sign of life.
  await expect
    .poll(
      async () =>
        (await Promise.all(servers.products.map(({ url }) => fetch(`${url}/readyz`)))).map(
          ({ status }) => status,
        ),
      PATIENT,
    )
    .toContain(503);
  for (let times = 0; times < 6; times++) {
    const one = await bed.open(assetId);
    await bed.says(one.terminal, `opened-${times}`);
  }
  expect((await stateOf(holder)).sessions).toBe(1);
  await bed.says(terminal, 'still-there');
  await page.getByRole('button', { name: '恢復服務' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢復服務' }).click();
  await expect
    .poll(async () => (await servers.rows()).map(({ state }) => state), PATIENT)
    .not.toContain('draining');
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
});

it('one that is told to stop waits for its people; one that is killed is found dead', async () => {
  for (const { id } of (
    await bed.admin.call<{ items: SessionRow[] }>('GET', '/sessions/paging?status=connected')
  ).data.items) {
    await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  }
  const { terminal, id } = await bed.open(assetId);
  const place = await servers.holderOf(id);
  const leaving = await servers.idAt(place);
  const gone = servers.products[place]?.stop();
  await expect.poll(async () => (await stateOf(leaving)).state, PATIENT).toBe('stopping');
  await bed.says(terminal, 'while-it-leaves');
  const kept = await bed.open(assetId);
  expect((await stateOf(leaving)).sessions).toBe(1);
  await bed.admin.call('POST', `/sessions/${id}/disconnect`);
  expect(await gone).toBe(0);
  expect((await bed.row(id)).status).toBe('disconnected');

  // The one that holds the other session dies; the third says so.
  await servers.products[await servers.holderOf(kept.id)]?.kill9();
  await expect
    .poll(async () => (await bed.row(kept.id)).status, { timeout: 15_000, interval: 250 })
    .toBe('disconnected');
  const next = await bed.open(assetId);
  await bed.says(next.terminal, 'goes-on');
});
