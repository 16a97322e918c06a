// Three servers, their database, their S3 and the ways between them, of which one after the other goes away: sessions go
// on, nothing that was acknowledged is lost, and whoever meets the trouble is told what it is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SessionRow } from '@jadegate/contract/session/session';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { createBucket } from '../support/bucket.ts';
import { Cable } from '../support/cable.ts';
import { Client, type Answer } from '../support/client.ts';
import { OwnServers } from '../support/own-servers.ts';
import { query } from '../support/postgres.ts';
import { PASSWORD, PATIENT, type SessionBed } from '../support/session-bed.ts';
import { Typist } from '../support/typist.ts';
import { until } from '../support/until.ts';

const SHIFTED = new URL('../support/shifted-clock.mjs', import.meta.url);
const MINUTE_MS = 60_000;
/** By place: the third and the second are wrong, ahead and behind. */
const CLOCK_OFF_MS = [0, -10 * MINUTE_MS, 10 * MINUTE_MS];
/** Longer than a lease, so that nobody's is good when it is over. */
const DATABASE_AWAY_MS = 30_000;
/** Calls that wait on a dead connection are told so after 20 seconds; then it is replaced. */
const SILENCE_MS = MINUTE_MS;
const LEASE_MS = 12_000;
const S3_AWAY_MS = MINUTE_MS;
const UPGRADED = 50;
const LONG = 10 * MINUTE_MS;

let servers: OwnServers;
let bed: SessionBed;
let assetId: string;
let database: Cable;
let s3: Cable;
/** The way by which the others reach a server, by place. */
const ways: Cable[] = [];
const typists: Typist[] = [];

beforeAll(async () => {
  database = await Cable.to(hosts.postgres.port);
  s3 = await Cable.to(Number(new URL(hosts.s3.url).port));
  servers = await OwnServers.start({
    places: 6,
    apart: true,
    databaseCable: database,
    env: { ...(await createBucket()), S3_ENDPOINT: s3.url, JADEGATE_DRAIN_SECONDS: '3600' },
    envAt: async (place, port) => {
      ways[place] ??= await Cable.to(port);
      const offMs = CLOCK_OFF_MS[place] ?? 0;
      return {
        JADEGATE_PEER_URL: ways[place].url,
        ...(offMs !== 0 && { CLOCK_OFF_MS: String(offMs), NODE_OPTIONS: `--import ${SHIFTED.href}` }),
      };
    },
  });
  ({ bed } = servers);
  assetId = await bed.asset('web-01', { port: hosts.ssh.port });
}, 300_000);

afterEach(async () => {
  await Promise.all(typists.splice(0).map(end));
});
afterAll(async () => {
  await servers?.remove();
  await Promise.all([database, s3, ...ways].map((cable) => cable.remove()));
});

/** At the server of a place, past haproxy. */
const at = (place: number) => new Client(urlAt(place)).useToken(bed.token);
const urlAt = (place: number) => servers.products[place]?.url ?? '';
const folderAt = (place: number, id: string) =>
  join(servers.products[place]?.dataDir ?? '', 'recordings', id);
const nameAt = (place: number) => new URL(ways[place]?.url ?? '').host;
const rowOf = async (id: string) => (await patient<SessionRow>(`/sessions/${id}`)).data;

/** While haproxy has not noticed yet that a server is gone, it answers by itself, and not in our words. */
function patient<Data>(path: string, method = 'GET', body?: object): Promise<Answer<Data>> {
  return until(`an answer to ${path}`, () => bed.admin.call<Data>(method, path, body).catch(() => undefined));
}

async function typist(url?: string): Promise<Typist> {
  const one = await Typist.begin(bed, assetId, url);
  typists.push(one);
  return one;
}

/** A typist whose session is at that server. */
const typistAt = (place: number) => typist(urlAt(place));

async function end(one: Typist): Promise<void> {
  await one.finish();
  await patient(`/sessions/${one.id}/disconnect`, 'POST');
}

/** What was shown, as the server at that place plays it. */
async function playedAt(place: number, id: string): Promise<string> {
  const response = await fetch(`${urlAt(place)}/sessions/${id}/recording`, {
    headers: { 'X-Auth-Token': bed.token },
  });
  const text = await response.text();
  if (response.headers.get('content-type')?.includes('json') && text.startsWith('{"code"')) {
    return text;
  }
  const [, ...events] = text.trim().split('\n');
  return events
    .map((line) => JSON.parse(line) as [number, string, string])
    .map(([, kind, data]) => (kind === 'o' ? data : ''))
    .join('');
}

const said = (words: Record<string, { 'zh-TW': string }>, error: string, server = '') => ({
  error,
  message: words[error]?.['zh-TW'].replace('{server}', server),
});

describe('several servers of which a part fails', () => {
  it('clocks that are ten minutes wrong are nobody’s trouble', async () => {
    for (const place of [0, 1, 2]) {
      const client = new Client(urlAt(place));
      await client.login('admin', PASSWORD);
      for (const next of [0, 1, 2].filter((one) => one !== place)) {
        const id = await bed.prepare(assetId, at(place));
        const terminal = bed.terminal(id, { url: urlAt(next) });
        await bed.says(terminal, `from-${place}-at-${next}`);
        const [row] = await query(
          servers.database.url,
          `select connected_at from session where id = '${id}'`,
        );
        expect(Math.abs(Number(row?.['connected_at']) - Date.now())).toBeLessThan(20_000);
        expect(await at(place).call('POST', `/sessions/${id}/disconnect`)).toMatchObject({ code: 1 });
      }
    }
    expect((await servers.rows()).map(({ state }) => state)).toEqual(['serving', 'serving', 'serving']);
  });

  it(
    'a server that is killed: its row is true within seconds, and its recording whole when it is back',
    async () => {
      const [lost, other] = [await typistAt(1), await typistAt(2)];
      await other.say('before-it-dies');
      await lost.say('the-last-words');
      const words = lost.typed.slice(0, lost.typed.indexOf('the-last-words') + 'the-last-words'.length);
      await sleep(1000);
      const killedAt = performance.now();
      await servers.products[1]?.kill9();
      const row = await until(
        'the end of the session',
        async () => {
          const one = await rowOf(lost.id);
          return one.status === 'disconnected' ? one : undefined;
        },
        LONG,
      );
      const foundMs = Math.round(performance.now() - killedAt);
      process.stdout.write(`a killed server was found dead after ${foundMs} ms\n`);
      expect(foundMs).toBeLessThan(15_000);
      expect(row).toMatchObject({ recording: '1', reviewed: false });
      expect(row.message).toContain('伺服器異常中止');
      await other.say('after-it-died');
      expect(await other.finish()).toBeUndefined();
      for (const place of [0, 2]) {
        const answer = await at(place).call('GET', `/sessions/${lost.id}/recording/segments`);
        expect(answer).toMatchObject(said(ERROR_WORDS, 'session.recording_on_server', nameAt(1)));
      }
      typists.splice(typists.indexOf(lost), 1);

      await servers.add(1);
      await expect.poll(() => existsSync(folderAt(1, lost.id)), { ...PATIENT, timeout: LONG }).toBe(false);
      for (const place of [0, 1, 2]) {
        expect(await playedAt(place, lost.id)).toContain(words);
      }
      expect((await rowOf(lost.id)).recordingBytes).toBeGreaterThan(0);
    },
    2 * LONG,
  );

  it(
    'connections to the database that fall silent, three times over: every server is back, and what is ordered is done',
    async () => {
      const isReady = async (place: number) =>
        (await fetch(`${urlAt(place)}/readyz`).catch(() => undefined))?.status === 200 || undefined;
      const before = await servers.rows();
      const lasting = await typistAt(0);
      for (let silence = 0; silence < 3; silence += 1) {
        database.fallSilent();
        for (const place of [0, 1, 2]) {
          await until(`server ${place} is ready again`, () => isReady(place), SILENCE_MS);
        }
        // What is opened at each of them now lives, and ends when its person may no longer be there.
        // A call may still meet one of the dead connections: it is refused then, and nothing has happened.
        const username = `silence-${silence}`;
        const made = () =>
          bed.person({ username, type: 'admin', roles: ['system-administrator'] }).catch(() => undefined);
        const person = await until('somebody is taken in', made, SILENCE_MS);
        const sessions = await Promise.all(
          [0, 1, 2].map((place) =>
            bed.open(assetId, { client: person.client, token: person.token, url: urlAt(place) }),
          ),
        );
        await sleep(LEASE_MS + 3000);
        for (const { id } of sessions) {
          expect((await rowOf(id)).status).toBe('connected');
        }
        const [first, ...others] = sessions;
        expect(await patient(`/sessions/${first?.id}/disconnect`, 'POST')).toMatchObject({ code: 1 });
        await until('it is cut', () => first?.terminal.reason, PATIENT.timeout);
        await patient(`/users/${person.id}/status?status=disabled`, 'PATCH');
        for (const { terminal } of others) {
          await until('it is cut with its person', () => terminal.reason, PATIENT.timeout);
        }
      }
      expect(await lasting.finish()).toBeUndefined();
      const after = await servers.rows();
      expect(after.map(({ id, state }) => [id, state])).toEqual(before.map(({ id }) => [id, 'serving']));
    },
    LONG,
  );

  it(
    'a database that is away longer than a lease ends no session and loses nothing',
    async () => {
      const before = await servers.rows();
      const [one, two, leaving] = [await typistAt(0), await typistAt(1), await typistAt(2)];
      const written: string[] = [];
      const work = { isOn: true };
      const writing = (async () => {
        for (let n = 0; work.isOn; n += 1) {
          const name = `group-${n}`;
          const answer = await bed.admin.call('POST', '/user-groups', { name }).catch(() => undefined);
          if (answer?.code === 1) {
            written.push(name);
          }
          await sleep(200);
        }
      })();
      await one.say('while-it-is-there');
      database.cut();
      const cutAt = performance.now();
      const login = await patient('/login', 'POST', { username: 'admin', password: PASSWORD });
      expect(login).toMatchObject(said(ERROR_WORDS, 'database.unavailable'));
      await one.say('while-it-is-away');
      await leaving.say('said-before-leaving');
      const lastWords = leaving.typed.slice(0, leaving.typed.indexOf('said-before-leaving') + 19);
      leaving.terminal.leave();
      await sleep(DATABASE_AWAY_MS - (performance.now() - cutAt));
      await two.say('still-there');
      database.mend();

      await expect
        .poll(async () => (await patient('/login', 'POST', { username: 'admin', password: PASSWORD })).code, {
          ...PATIENT,
          interval: 1000,
        })
        .toBe(1);
      // Long enough for everybody to have judged everybody else.
      await sleep(20_000);
      work.isOn = false;
      await writing;
      const after = await servers.rows();
      expect(after.map(({ id, state }) => [id, state])).toEqual(before.map(({ id }) => [id, 'serving']));
      for (const typing of [one, two]) {
        await typing.say('when-it-is-back');
        expect(await typing.finish()).toBeUndefined();
        expect((await rowOf(typing.id)).status).toBe('connected');
        await expect.poll(() => playedAt(0, typing.id), PATIENT).toContain(typing.typed);
      }
      await expect.poll(async () => (await rowOf(leaving.id)).status, PATIENT).toBe('disconnected');
      await expect.poll(() => playedAt(1, leaving.id), PATIENT).toContain(lastWords);
      const kept = await query(servers.database.url, 'select name from user_group');
      expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(written));
      expect(written.length).toBeGreaterThan(5);
    },
    3 * LONG,
  );

  it(
    'an S3 that is away: recordings stay where they are, are played from there, and are moved afterwards',
    async () => {
      const moved = await typistAt(0);
      await moved.say('was-moved');
      await end(moved);
      await expect.poll(() => existsSync(folderAt(0, moved.id)), PATIENT).toBe(false);

      const [late, goesOn] = [await typistAt(0), await typistAt(0)];
      s3.cut();
      const cutAt = performance.now();
      await late.say('to-be-moved-later');
      await end(late);
      await goesOn.say('while-s3-is-away');
      for (const place of [0, 1, 2]) {
        expect(await playedAt(place, late.id)).toContain('to-be-moved-later');
        const answer = await at(place).call('GET', `/sessions/${moved.id}/recording/segments/1`);
        expect(answer).toMatchObject(said(ERROR_WORDS, 'session.recording_away'));
      }
      // Also through haproxy, which finds none of them ready now.
      expect(await patient('/login', 'POST', { username: 'admin', password: PASSWORD })).toMatchObject({
        code: 1,
      });
      const opened = await typist();
      await opened.say('opened-without-s3');
      await sleep(S3_AWAY_MS - (performance.now() - cutAt));
      expect(existsSync(folderAt(0, late.id))).toBe(true);
      s3.mend();
      // Nothing that ends has it moved: it is tried again after a minute.
      await expect
        .poll(() => existsSync(folderAt(0, late.id)), { ...PATIENT, timeout: 2 * MINUTE_MS })
        .toBe(false);
      for (const place of [0, 1, 2]) {
        expect(await playedAt(place, late.id)).toContain('to-be-moved-later');
      }
    },
    3 * LONG,
  );

  it('a way between servers that is cut: told which one, and the session lives on', async () => {
    const typing = await typistAt(2);
    const ask = (place: number) =>
      at(place).call('POST', `/sessions/${typing.id}/message`, { text: '請存檔' });
    expect(await ask(0)).toMatchObject({ code: 1 });
    ways[2]?.cut();
    for (const place of [0, 1]) {
      expect(await ask(place)).toMatchObject(said(ERROR_WORDS, 'peer.unreachable', nameAt(2)));
    }
    expect(await ask(2)).toMatchObject({ code: 1 });
    // Through haproxy, which asks them in turn: one of them holds it.
    typing.moveTo(bed.url);
    await typing.say('by-whoever-holds-it');
    ways[2]?.mend();
    typing.moveTo(urlAt(0));
    await typing.say('by-the-mended-way');
    expect(await ask(1)).toMatchObject({ code: 1 });
    expect(await typing.finish()).toBeUndefined();
  });

  it(
    'an upgrade under people who type: nobody’s session ends, and every byte is there',
    async () => {
      const old = [0, 1, 2];
      const next = [3, 4, 5];
      const people: Typist[] = [];
      // Somebody at each of the old ones: a server that nobody is left at ends at once, and is never seen to stop.
      for (let n = 0; n < UPGRADED; n += 1) {
        const place = n % old.length;
        const one = await typistAt(place);
        expect(await servers.holderOf(one.id)).toBe(place);
        one.moveTo(bed.url);
        people.push(one);
      }
      const startedAt = performance.now();
      await Promise.all(next.map((place) => servers.add(place)));
      const leaving = old.map((place) => servers.products[place]);
      leaving.forEach((product) => product?.askToStop());
      await expect
        .poll(async () => {
          const rows = (await patient<{ state: string }[]>('/servers')).data;
          return rows.map(({ state }) => state).toSorted();
        }, PATIENT)
        .toEqual(['serving', 'serving', 'serving', 'stopping', 'stopping', 'stopping']);
      // Whoever comes again comes to a new one, and goes on where they were.
      for (const [n, one] of people.entries()) {
        one.terminal.cut();
        await one.say(`through-a-new-one-${n}`);
      }
      const fresh = await typist();
      expect(next).toContain(await servers.holderOf(fresh.id));
      const wrong = await Promise.all(people.map((one) => one.finish(LONG)));
      expect(wrong.filter((one) => one !== undefined)).toEqual([]);
      for (const one of people) {
        expect((await rowOf(one.id)).status).toBe('connected');
        await patient(`/sessions/${one.id}/disconnect`, 'POST');
      }
      await expect
        .poll(() => leaving.filter((product) => product?.isRunning).length, { ...PATIENT, timeout: LONG })
        .toBe(0);
      // What was recorded is played by those that stay.
      for (const one of people) {
        expect(await playedAt(3, one.id)).toContain(one.typed);
      }
      const bytes = people.reduce((sum, { typed }) => sum + typed.length, 0);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stdout.write(
        `${UPGRADED} sessions went through an upgrade in ${seconds} s, ${bytes} bytes typed and shown\n`,
      );
      expect(await fresh.finish()).toBeUndefined();
    },
    5 * LONG,
  );
});
