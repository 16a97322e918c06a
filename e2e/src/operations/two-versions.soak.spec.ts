// The version before this one, at work on a database that a newer one has taken over beside it: an upgrade in the middle.
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SessionRow } from '@jadegate/contract/session/session';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import * as hosts from '../hosts.ts';
import { Client } from '../support/client.ts';
import { FormerVersion } from '../support/former-version.ts';
import { createDatabase, query, type Database } from '../support/postgres.ts';
import { Product } from '../support/product.ts';
import { PASSWORD, PATIENT, SessionBed } from '../support/session-bed.ts';
import { Typist } from '../support/typist.ts';

/** The last version that carried out work without the engine has not got this. */
const ENGINE_CAME_WITH = 'server/src/db/migrations/0063_work.ts';
const LEASE_MS = 15_000;

let former: FormerVersion;
let database: Database;
let old: Product;
let oldBed: SessionBed;
let assetId: string;
let env: Record<string, string>;
/** Also of a test that fails: the last made goes first. */
const cleanUps: (() => Promise<unknown>)[] = [];

// An older version is built for it, which takes a minute.
describe('two versions on one database', () => {
  beforeAll(async () => {
    former = await FormerVersion.before(ENGINE_CAME_WITH);
    database = await createDatabase();
    env = {
      JADEGATE_MASTER_KEY: randomBytes(32).toString('base64'),
      JADEGATE_ADMIN_PASSWORD: PASSWORD,
    };
    old = await Product.startAlone({ databaseUrl: database.url, env, main: former.main, apart: true });
    oldBed = await SessionBed.at(old, old.url);
    assetId = await oldBed.asset('web-01', { port: hosts.ssh.port });
  }, 600_000);

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) {
      await cleanUp();
    }
  });
  afterAll(async () => {
    await old?.dispose();
    await database?.drop();
    await former?.remove();
  });

  it('the older goes on with its sessions and takes new ones while the newer works', async () => {
    const before = await Typist.begin(oldBed, assetId);
    await before.say('before-the-newer-came');
    const newer = await Product.startAlone({ databaseUrl: database.url, env, apart: true });
    cleanUps.push(() => newer.dispose());
    const newBed = await SessionBed.at(newer, newer.url);
    const steps = await query(database.url, 'select name from kysely_migration');
    expect(steps.length).toBeGreaterThan(40);

    // Both write what the other reads.
    const atOld = new Client(old.url);
    await atOld.login('admin', PASSWORD);
    const atNew = newBed.admin;
    for (const [one, other] of [
      [atOld, atNew],
      [atNew, atOld],
    ] as const) {
      const name = `of-${one === atOld ? 'the-older' : 'the-newer'}`;
      expect(await one.call('POST', '/user-groups', { name })).toMatchObject({ code: 1 });
      const { data } = await other.call<{ items: { name: string }[] }>('GET', '/user-groups/paging');
      expect(data.items.map((group) => group.name)).toContain(name);
      const asset = { name, protocol: 'ssh', ip: hosts.LOOPBACK, port: 1, accountType: 'custom' };
      expect(await one.call('POST', '/assets', asset)).toMatchObject({ code: 1 });
      const { data: assets } = await other.call<{ total: number }>('GET', `/assets/paging?name=${name}`);
      expect(assets.total).toBe(1);
    }

    const [afterwards, atTheNewer] = [
      await Typist.begin(oldBed, assetId),
      await Typist.begin(newBed, assetId),
    ];
    const sessions = [before, afterwards, atTheNewer];
    for (const one of sessions) {
      await one.say('side-by-side');
    }
    // Longer than a lease: whoever took the other for dead would have ended its sessions by now.
    const until = Date.now() + 2 * LEASE_MS;
    for (let turn = 0; Date.now() < until; turn += 1) {
      for (const one of sessions) {
        await one.say(`turn-${turn}`);
      }
    }
    for (const one of sessions) {
      for (const client of [atOld, atNew]) {
        expect((await client.call<SessionRow>('GET', `/sessions/${one.id}`)).data.status).toBe('connected');
      }
    }

    for (const one of [before, afterwards]) {
      expect(await one.finish()).toBeUndefined();
    }

    // The newer has a session of the older ended, and the older leaves in peace.
    expect(await atNew.call('POST', `/sessions/${afterwards.id}/disconnect`)).toMatchObject({ code: 1 });
    await expect
      .poll(
        async () => (await atNew.call<SessionRow>('GET', `/sessions/${afterwards.id}`)).data.status,
        PATIENT,
      )
      .toBe('disconnected');
    await expect.poll(() => afterwards.terminal.reason, PATIENT).toBeDefined();
    expect(await old.stop()).toBe(0);
    await expect
      .poll(async () => (await atNew.call<SessionRow>('GET', `/sessions/${before.id}`)).data.status, PATIENT)
      .toBe('disconnected');
    await atTheNewer.say('the-newer-alone');
    expect(await atTheNewer.finish()).toBeUndefined();
  }, 300_000);

  it('no work is done twice and none never, also when the older dies in the middle of it', async () => {
    const shared = await createDatabase();
    cleanUps.push(() => shared.drop());
    const folder = await mkdtemp(join(tmpdir(), 'jadegate-versions-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o777);
    const older = await Product.startAlone({
      databaseUrl: shared.url,
      env,
      main: former.main,
      apart: true,
    });
    cleanUps.push(() => older.dispose());
    const atOlder = await SessionBed.at(older, older.url);
    const host = await atOlder.asset('web-01', { port: hosts.ssh.port });
    const run = async (bed: SessionBed, name: string, seconds: number) => {
      const script = `echo begun >> ${folder}/${name}; sleep ${seconds}; echo done >> ${folder}/${name}`;
      const body = { assetIds: [host], script, timeoutSeconds: 300 };
      return (await bed.make<{ id: string }>('/command-runs', body)).id;
    };
    const lines = async (name: string) =>
      (await readFile(join(folder, name), 'utf8').catch(() => '')).split('\n').filter(Boolean);
    const stateOf = async (id: string) =>
      (await query(shared.url, `select state from command_run_host where run_id = '${id}'`))[0]?.['state'];

    const across = await run(atOlder, 'across', 40);
    const newer = await Product.startAlone({ databaseUrl: shared.url, env, apart: true });
    cleanUps.push(() => newer.dispose());
    const atNewer = await SessionBed.at(newer, newer.url);
    // Both look every second whether a job is due.
    const job = {
      name: 'each minute',
      func: 'shell-job',
      cron: '0 * * * * *',
      mode: 'custom',
      resourceIds: host,
    };
    const metadata = JSON.stringify({ shell: `echo run >> ${folder}/job` });
    await atOlder.make('/jobs', { ...job, metadata, status: 'running' });
    const atEach = [await run(atOlder, 'older', 2), await run(atNewer, 'newer', 2)];
    await expect.poll(() => lines('job'), { timeout: 200_000 }).toHaveLength(3);
    for (const id of [across, ...atEach]) {
      await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe('succeeded');
    }
    for (const name of ['across', 'older', 'newer']) {
      expect(await lines(name)).toEqual(['begun', 'done']);
    }

    const orphan = await run(atOlder, 'orphan', 300);
    await expect.poll(() => lines('orphan'), PATIENT).toEqual(['begun']);
    await older.kill9();
    await expect.poll(() => stateOf(orphan), { timeout: 4 * LEASE_MS }).not.toBe('running');
    const before = (await lines('job')).length;
    await expect.poll(async () => (await lines('job')).length, { timeout: 150_000 }).toBeGreaterThan(before);
    expect(await lines('orphan')).toEqual(['begun']);
    const minutes = await query(
      shared.url,
      `select started_at / 60000 as minute, count(*) from job_run r join job j on j.id = r.job_id
         where j.name = 'each minute' group by 1 having count(*) > 1`,
    );
    expect(minutes).toEqual([]);
  }, 900_000);
});
