// On both engines: of several servers, one takes a run.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

// When jobs run and what becomes of their runs: once per time, whatever number of servers there is.
import type { JobRow } from '@jadegate/contract/operations/job';
import type { JobResult, JobRun } from '@jadegate/contract/operations/job-run';
import type { Page } from '@jadegate/contract/paging';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Actor } from '../../kernel/actor.ts';
import { newId } from '../../kernel/id.ts';
import { Secret } from '../../kernel/secret.ts';
import { shortOrSoak } from '../../testing/soak.ts';
import { startTcpHost } from '../../testing/tcp-host.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';
import type { FullBackupService } from '../full-backup/full-backup.service.ts';
import { WholeBackups } from './whole-backups.ts';

const server = useTestServer();
let token = '';
beforeAll(async () => {
  token = await server.current.login();
});
beforeEach(() => server.current.db.deleteFrom('job').execute());

const RETENTION = { func: 'retention-job', cron: '0 0 3 * * ?', status: 'running' };

async function job(body: object = {}): Promise<JobRow> {
  const name = `job ${newId()}`;
  const answer = await server.current.call('POST', '/jobs', { token, body: { name, ...RETENTION, ...body } });
  expect(answer).toMatchObject({ code: 1 });
  return get(name);
}
async function get(name: string): Promise<JobRow> {
  const { data } = await server.current.call<Page<JobRow>>('GET', '/jobs/paging', { token, query: { name } });
  const [found] = data.items;
  if (!found) {
    throw new Error('there is no such job');
  }
  return found;
}
const runsOf = async ({ id }: { id: string }) =>
  (await server.current.call<Page<JobRun>>('GET', `/jobs/${id}/runs/paging`, { token })).data.items;
const runOf = async ({ id }: { id: string }, runId: string) =>
  (
    await server.current.call<JobRun & { results: JobResult[] }>('GET', `/jobs/${id}/runs/${runId}`, {
      token,
    })
  ).data;
/** Of the jobs, and of the work that comes of them. */
async function round(time?: number): Promise<void> {
  await server.current.services.jobScheduler.round(time);
  await server.current.services.work.round();
}
const start = ({ id }: { id: string }) =>
  server.current.call<{ runId: string }>('POST', `/jobs/${id}/runs`, { token });
const setDue = (id: string, at = Date.now() - 1000) =>
  server.current.db.updateTable('job').set({ next_at: at }).where('id', '=', id).execute();
const states = async (one: { id: string }) => (await runsOf(one)).map(({ state }) => state);

/** Hosts that take a connection and say nothing: a check of them goes on until it is stopped. */
async function silentJob(body: object = {}) {
  const host = await startTcpHost(undefined, { isSilent: true });
  const asset = {
    name: newId(),
    protocol: 'ssh',
    ip: '127.0.0.1',
    port: host.port,
    username: 'r',
    password: 'x',
  };
  const { data } = await server.current.call<{ id: string }>('POST', '/assets', { token, body: asset });
  const check = { func: 'check-asset-status-job', mode: 'custom', resourceIds: data.id };
  return { host, one: await job({ ...check, ...body }) };
}

describe('a time of a job', () => {
  it('comes up once, however many servers look, come and go', async () => {
    const times = shortOrSoak(6, 100);
    let beside = await server.current.startBeside();
    try {
      const one = await job();
      await round();
      const states = async () =>
        (
          await server.current.db.selectFrom('job_run').select('state').where('job_id', '=', one.id).execute()
        ).map(({ state }) => state);
      for (let time = 1; time <= times; time++) {
        await setDue(one.id);
        const rounds = Promise.allSettled([round(), beside.services.jobScheduler.round(), round()]);
        if (time % 5 === 0) {
          // In the middle of its round; what it had begun is its one run all the same.
          await beside.stop();
          beside = await server.current.startBeside();
        }
        await rounds;
        const isOpen = (state: string) => state === 'running' || state === 'queued';
        const look = async () => {
          await round();
          return (await states()).filter((state) => !isOpen(state)).length;
        };
        // A run of a server that is gone is found within seconds.
        await expect.poll(look, { timeout: 20_000, interval: 100 }).toBe(time);
        expect(await states()).toHaveLength(time);
      }
      const others = (await states()).filter((state) => state !== 'succeeded' && state !== 'interrupted');
      expect(others).toEqual([]);
    } finally {
      await beside.stop();
    }
  }, 600_000);

  it('waits for another server where this one is to stop', async () => {
    const stopping = await server.current.startBeside();
    try {
      const one = await job();
      await stopping.services.processes.beginStopping();
      await setDue(one.id);
      await stopping.services.jobScheduler.round();
      expect(await states(one)).toEqual([]);
      await round();
      await expect.poll(() => states(one)).toEqual(['succeeded']);
    } finally {
      await stopping.stop();
    }
  });

  it('that a clock skips or shows twice comes up once', async () => {
    for (const [from, until] of [
      ['2027-03-27T12:00:00Z', '2027-03-28T12:00:00Z'],
      ['2027-10-30T12:00:00Z', '2027-10-31T12:00:00Z'],
    ] as const) {
      const one = await job({ cron: 'TZ=Europe/Berlin 0 30 2 * * *', overlap: 'allow' });
      for (let time = Date.parse(from); time < Date.parse(until); time += 10 * 60_000) {
        await round(time);
        await round(time + 1000);
      }
      await expect.poll(() => states(one)).toEqual(['succeeded']);
      await server.current.call('DELETE', `/jobs/${one.id}`, { token });
    }
  });

  it('that was missed by long does not come up later, and says so', async () => {
    const one = await job();
    await setDue(one.id, Date.now() - 3_600_000);
    await round();
    expect(await runsOf(one)).toMatchObject([
      { state: 'skipped', message: '預定時間沒有伺服器在執行，這次略過' },
    ]);
    expect((await get(one.name)).status).toBe('running');
  });

  it('does not come up for a job that is off', async () => {
    const one = await job({ status: '' });
    await setDue(one.id);
    await round();
    expect(await runsOf(one)).toEqual([]);
  });
});

describe('a run', () => {
  it('that is still going on makes the next one be skipped, wait, or run beside it', async () => {
    for (const [overlap, open] of [
      ['skip', ['skipped', 'running']],
      ['queue', ['skipped', 'queued', 'running']],
      ['allow', ['running', 'running', 'running']],
    ] as const) {
      const { host, one } = await silentJob({ overlap });
      for (let time = 0; time < open.length; time++) {
        await setDue(one.id, Date.now() - 1000 + time);
        await round();
      }
      await expect.poll(() => states(one)).toEqual(open);
      const byHand = await start(one);
      expect(byHand.error).toBe(overlap === 'allow' ? undefined : 'job.already_running');
      await server.current.call('DELETE', `/jobs/${one.id}`, { token });
      await round();
      await host.close();
    }
  });

  it('is stopped by hand, also by another server, and what waited goes on', async () => {
    const { host, one } = await silentJob({ overlap: 'queue' });
    const beside = await server.current.startBeside();
    try {
      const { runId } = (await start(one)).data;
      await start(one);
      const path = `/jobs/${one.id}/runs/${runId}/stop`;
      expect(await beside.call('POST', path, { token })).toMatchObject({ code: 1 });
      await round();
      await expect.poll(async () => (await runOf(one, runId)).state).toBe('stopped');
      expect(await runOf(one, runId)).toMatchObject({
        message: expect.stringContaining('由管理員中止') as string,
        results: [{ state: 'stopped' }],
      });
      expect(await server.current.call('POST', path, { token })).toMatchObject({ error: 'job.not_running' });
      await expect.poll(() => states(one)).toEqual(['running', 'stopped']);
    } finally {
      await server.current.call('DELETE', `/jobs/${one.id}`, { token });
      await round();
      await beside.stop();
      await host.close();
    }
  });

  it('ends when its time is over', async () => {
    const { host, one } = await silentJob({ timeoutSeconds: 1 });
    const { runId } = (await start(one)).data;
    await expect.poll(async () => (await runOf(one, runId)).state, { timeout: 10_000 }).toBe('timed-out');
    expect((await runOf(one, runId)).results).toMatchObject([{ state: 'timed-out' }]);
    await host.close();
  });

  it('whose server stops is interrupted, and what it held is free', async () => {
    const { host, one } = await silentJob();
    const other = await server.current.startBeside();
    const { runId } = (await other.call<{ runId: string }>('POST', `/jobs/${one.id}/runs`, { token })).data;
    await expect.poll(() => states(one)).toEqual(['running']);
    await other.stop();
    expect(await runOf(one, runId)).toMatchObject({
      state: 'interrupted',
      results: [{ state: 'interrupted' }],
    });
    expect(await start(one)).toMatchObject({ code: 1 });
    await server.current.call('DELETE', `/jobs/${one.id}`, { token });
    await round();
    await host.close();
  });

  it('of a dead server ends as interrupted, and its lock is free', async () => {
    const one = await job();
    await server.current.db
      .insertInto('job_run')
      .values({
        id: newId(),
        job_id: one.id,
        state: 'running',
        cause: 'schedule',
        by_name: '',
        process_id: 'a process that nobody knows',
        planned_at: Date.now() - 5000,
        started_at: Date.now() - 5000,
        ended_at: null,
      })
      .execute();
    expect(await start(one)).toMatchObject({ error: 'job.already_running' });
    await server.current.services.work.recoverOrphans();
    await server.current.services.work.settled();
    expect(await states(one)).toEqual(['interrupted']);
    expect(await runsOf(one)).toMatchObject([
      { state: 'interrupted', message: '執行這個工作的伺服器程序已停止，工作沒有完成' },
    ]);
    expect(await start(one)).toMatchObject({ code: 1 });
    await expect.poll(() => states(one)).toEqual(['succeeded', 'interrupted']);
  });
});

it('runs are kept as long as the setting says, and it is told how many went', async () => {
  const [kept, sweeper] = [await job(), await job()];
  const day = 86_400_000;
  const now = server.current.now();
  const run = (age: number) => ({
    id: newId(),
    job_id: kept.id,
    state: 'succeeded' as const,
    cause: 'schedule' as const,
    by_name: '',
    process_id: null,
    planned_at: now - age * day,
    started_at: now - age * day,
    ended_at: now - age * day,
  });
  const ages = [1, 29, 31, 400];
  await server.current.db.insertInto('job_run').values(ages.map(run)).execute();
  const limit = (days: number) =>
    server.current.call('PUT', '/properties', { token, body: { 'cron-log-saved-limit': days } });
  await limit(30);
  const { runId } = (await start(sweeper)).data;
  await expect.poll(async () => (await runOf(sweeper, runId)).state).toBe('succeeded');
  expect(await runsOf(kept)).toHaveLength(2);
  expect((await runOf(sweeper, runId)).message).toContain('排程工作執行紀錄 2 筆');
  await limit(360);
});

describe('a backup', () => {
  const backup = (place: object) =>
    job({
      func: 'backup-job',
      metadata: JSON.stringify({ keep: 2, ...place }),
      passphrase: 'a long passphrase',
      password: ADMIN_PASSWORD,
    });
  const execute = async ({ id }: { id: string }) => {
    server.current.passTime(1000);
    expect(await server.current.call('POST', `/jobs/${id}/exec`, { token })).toMatchObject({ code: 1 });
  };

  it('lies in the folder of the server, private, and as many as are to be kept', async () => {
    const one = await backup({ place: 'folder' });
    const folder = join(server.current.dataDir, 'backups');
    for (let time = 1; time <= 3; time++) {
      await execute(one);
      expect(readdirSync(folder)).toHaveLength(Math.min(time, 2));
    }
    expect([...(await server.current.services.backupFigures.lastGood())]).toEqual([
      ['configuration', expect.any(Number)],
    ]);
    const [file = ''] = readdirSync(folder);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect((await runsOf(one))[0]).toMatchObject({
      state: 'succeeded',
      message: expect.stringContaining('保留 2 份，刪除 1 份舊備份') as string,
    });
  });

  it('of everything lies in a folder for each run, whole, and as many as are to be kept', async () => {
    const one = await backup({ place: 'whole' });
    expect(one.hasPassphrase).toBe(false);
    const folder = join(server.current.dataDir, 'backups', one.id.slice(-8));
    for (let time = 1; time <= 3; time++) {
      await execute(one);
    }
    expect([...(await server.current.services.backupFigures.lastGood())]).toEqual([
      ['whole', expect.any(Number)],
    ]);
    const names = readdirSync(folder);
    expect(names).toHaveLength(2);
    for (const name of names) {
      expect(readdirSync(join(folder, name))).toEqual(
        expect.arrayContaining(['files.jsonl', 'manifest.json']),
      );
    }
    expect((await runsOf(one))[0]).toMatchObject({
      state: 'succeeded',
      message: expect.stringMatching(/整套備份完成：.*刪除 1 份舊備份/) as string,
    });
    // Whoever may only run jobs could put the good ones out, one run after the other.
    const runner = await server.current.loginAs({ type: 'admin', menus: ['job', 'job-run'] });
    expect(await server.current.call('POST', `/jobs/${one.id}/exec`, { token: runner.token })).toMatchObject({
      error: 'backup.needs_every_right',
    });
    expect(readdirSync(folder)).toEqual(names);
    rmSync(folder, { recursive: true });
  });

  it('of everything has the configuration sealed with the passphrase of the operator', async () => {
    const passphrase = new Secret('seven quiet herons');
    const { dataDir } = server.current;
    const createIn = vi.fn<FullBackupService['createIn']>().mockRejectedValue(new Error('enough'));
    const made = new WholeBackups({
      fullBackups: { createIn, isWhole: async () => true },
      dataDir,
      place: 's3://b',
      passphrase,
    });
    const { signal } = new AbortController();
    await expect(made.make('the-job-1', {} as Actor, { keep: 1, signal })).rejects.toThrow('enough');
    expect(createIn).toHaveBeenCalledWith({}, 's3://b/he-job-1', { passphrase, signal });
  });

  it('lies in a storage space of its owner', async () => {
    const { data } = await server.current.call<Page<{ id: string }>>('GET', '/storages/paging', { token });
    const storageId = data.items[0]?.id ?? '';
    const one = await backup({ place: 'storage', storageId });
    for (let time = 1; time <= 3; time++) {
      await execute(one);
    }
    expect((await runsOf(one))[0]).toMatchObject({ state: 'succeeded' });
    const files = await server.current.services.storageFiles.fileNames(
      {
        userId: one.owner,
        username: 'admin',
        loginId: undefined,
        address: '',
        userAgent: '',
        language: 'en',
        requestId: '',
      },
      storageId,
      '/',
    );
    expect(files.filter((name) => name.endsWith('.jgb'))).toHaveLength(2);
  });
});
