import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { Job, JobRow } from '@jadegate/contract/operations/job';
import type { Page } from '@jadegate/contract/paging';
import { NEVER } from '@jadegate/contract/scalars';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { ensureDefaultJobs } from './default-jobs.ts';

const server = useTestServer();
let token = '';
beforeAll(async () => {
  token = await server.current.login();
});
beforeEach(() => server.current.db.deleteFrom('job').execute());

const CHECK = { func: 'check-asset-status-job', cron: '0 0 3 * * ?', mode: 'all' };
const SHELL = { func: 'shell-job', cron: '@daily', mode: 'all', metadata: '{"shell":"uptime"}' };

const create = (body: object, by = token) =>
  server.current.call('POST', '/jobs', { token: by, body: { name: `job ${newId()}`, ...body } });
const list = async (query: Record<string, string> = {}) =>
  (await server.current.call<Page<JobRow>>('GET', '/jobs/paging', { token, query })).data;
const status = (id: string, value: string, by = token) =>
  server.current.call('POST', `/jobs/${id}/change-status`, { token: by, query: { status: value } });

async function created(body: object, by = token): Promise<JobRow> {
  const name = `job ${newId()}`;
  expect(await create({ name, ...body }, by)).toMatchObject({ code: 1, data: '' });
  const [job] = (await list({ name })).items;
  if (!job) {
    throw new Error('the job is not listed');
  }
  return job;
}

async function asset(): Promise<string> {
  const body = { name: newId(), protocol: 'ssh', ip: '127.0.0.1', port: 1, username: 'root', password: 'x' };
  return (await server.current.call<{ id: string }>('POST', '/assets', { token, body })).data.id;
}

describe('the wire of the family', () => {
  it('answers a job field by field', async () => {
    const id = await asset();
    const job = await created({ ...SHELL, mode: 'custom', resourceIds: id, shell: 'uptime' });
    const family = {
      id: job.id,
      name: job.name,
      func: 'shell-job',
      cron: '@daily',
      mode: 'custom',
      resourceIds: id,
      status: '',
      metadata: '{"shell":"uptime"}',
      cronJobId: 0,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      updated: NEVER,
    };
    expect(job).toMatchObject(family);
    const one = await server.current.call<Job>('GET', `/jobs/${job.id}`, { token });
    // Its form joins what it reads here, and sends the text back with everything else it read.
    expect(one).toMatchObject({ code: 1, data: { ...family, resourceIds: [id] } });
    const put = { ...one.data, resourceIds: one.data.resourceIds.join(','), shell: 'uptime' };
    expect(await server.current.call('PUT', `/jobs/${job.id}`, { token, body: put })).toMatchObject({
      code: 1,
      data: null,
    });
    expect(await status(job.id, 'running')).toMatchObject({ code: 1, data: '' });
    expect(await status(job.id, 'whatever')).toMatchObject({ code: 1, data: '' });
    expect((await list({ status: 'not-running' })).items).toMatchObject([{ status: 'not-running' }]);
    expect(await server.current.call('DELETE', `/jobs/${job.id}/logs`, { token })).toMatchObject({
      data: '',
    });
    expect(await server.current.call('DELETE', `/jobs/${job.id}`, { token })).toMatchObject({
      code: 1,
      data: null,
    });
    expect(await server.current.call('DELETE', `/jobs/${job.id}`, { token })).toMatchObject({
      error: 'job.not_found',
    });
  });

  it('runs a job when asked and answers when it is done, with a log that says what happened', async () => {
    const id = await asset();
    const job = await created({ ...CHECK, mode: 'custom', resourceIds: [id] });
    expect(await server.current.call('POST', `/jobs/${job.id}/exec`, { token })).toMatchObject({
      code: 1,
      data: '',
    });
    const logs = await server.current.call<Page<object>>('GET', `/jobs/${job.id}/logs/paging`, {
      token,
      query: { pageIndex: '1', pageSize: '5', field: '', order: '', name: '' },
    });
    expect(logs.data).toEqual({
      total: 1,
      items: [
        {
          id: expect.any(String) as string,
          timestamp: expect.stringMatching(/^\d{4}-/) as string,
          jobId: job.id,
          message: expect.stringContaining('檢查 1 個資產：0 個可連線，1 個無法連線') as string,
        },
      ],
    });
    expect((await list({ name: job.name })).items[0]?.updated).not.toBe(NEVER);
    await server.current.call('DELETE', `/jobs/${job.id}/logs`, { token });
    const after = await server.current.call<Page<object>>('GET', `/jobs/${job.id}/logs/paging`, { token });
    expect(after.data.total).toBe(0);
  });
});

describe('a new job', () => {
  it('is off unless it is asked to be on, and editing changes nothing about that', async () => {
    const off = await created(CHECK);
    expect(off).toMatchObject({ status: '', nextRun: NEVER, owner: SUPER_ADMIN_ID });
    const on = await created({ ...CHECK, status: 'running' });
    for (const [job, expected] of [
      [off, ''],
      [on, 'running'],
    ] as const) {
      const body = { name: job.name, ...CHECK, status: job === off ? 'running' : '' };
      await server.current.call('PUT', `/jobs/${job.id}`, { token, body });
      expect((await list({ name: job.name })).items[0]?.status).toBe(expected);
    }
  });

  it.each([
    [{ ...SHELL, mode: 'self' }, 'job.self_refused', 'mode'],
    [{ ...SHELL, mode: 'custom' }, 'job.assets_missing', 'resourceIds'],
    [{ ...SHELL, mode: 'custom', resourceIds: 'nothing' }, 'asset.not_found', 'resourceIds'],
    [{ ...SHELL, mode: 'tag' }, 'job.tags_missing', 'tags'],
    [{ ...SHELL, metadata: '{}' }, 'job.metadata_invalid', 'metadata'],
    [{ ...SHELL, metadata: '{"shell":' }, 'job.metadata_invalid', 'metadata'],
    [{ ...CHECK, cron: '*/5 * * * *' }, 'validation', 'cron'],
    [{ ...CHECK, cron: '0 0 0 31 2 ?' }, 'validation', 'cron'],
    [{ ...CHECK, func: 'unknown-job' }, 'validation', 'func'],
  ])('%j is refused: %s', async (body, error, field) => {
    expect(await create(body)).toMatchObject({ error, fields: [{ path: field }] });
    expect((await list()).total).toBe(0);
  });

  it('is told which field its schedule lacks', async () => {
    const { fields } = await create({ ...CHECK, cron: '*/5 * * * *' });
    expect(fields?.[0]?.message).toBe('需要六個欄位，最前面還少了「秒」，例如 0 */5 * * * *');
  });

  it('shows the next five times of its schedule, in the zone they are meant in', async () => {
    const { data } = await server.current.call<{ zone: string; times: string[] }>('GET', '/jobs/next-runs', {
      token,
      query: { cron: 'TZ=Asia/Tokyo 0 0 9 * * *' },
    });
    expect(data.zone).toBe('Asia/Tokyo');
    expect(data.times).toHaveLength(5);
    expect(data.times.every((time) => time.endsWith('T00:00:00.000Z'))).toBe(true);
  });
});

describe('the owner of a job', () => {
  const MENUS = ['job', 'job-add', 'job-edit', 'job-run', 'job-change-status', 'job-log'] as const;

  it('is whoever wrote it last', async () => {
    const other = await server.current.loginAs({ type: 'admin', menus: MENUS });
    const job = await created(CHECK);
    const body = { name: job.name, ...CHECK };
    await server.current.call('PUT', `/jobs/${job.id}`, { token: other.token, body });
    expect((await list({ name: job.name })).items[0]).toMatchObject({ owner: other.id });
  });

  it.each(['disabled', 'deleted', 'demoted'] as const)(
    'who is %s pauses it, and administrators are told',
    async (how) => {
      const person = await server.current.loginAs({ type: 'admin', menus: MENUS });
      const job = await created({ ...CHECK, status: 'running' }, person.token);
      const { db, services } = server.current;
      if (how === 'deleted') {
        await server.current.call('DELETE', `/users/${person.id}`, { token });
      } else {
        const change = how === 'disabled' ? { status: 'disabled' as const } : { type: 'user' as const };
        await db.updateTable('user').set(change).where('id', '=', person.id).execute();
      }
      server.current.passTime(60_000);
      await services.jobScheduler.round();
      expect((await list({ name: job.name })).items[0]).toMatchObject({
        status: 'not-running',
        isPaused: true,
      });
      const notices = await server.current.call<{ text: string }[]>('GET', '/notices', { token });
      expect(notices.data.map(({ text }) => text).join()).toContain(job.name);
      expect(await status(job.id, 'running')).toMatchObject({ error: 'job.owner_gone' });
      expect(await server.current.call('POST', `/jobs/${job.id}/runs`, { token })).toMatchObject({
        error: 'job.owner_gone',
      });
      // Who takes it over may start it again.
      await server.current.call('PUT', `/jobs/${job.id}`, { token, body: { name: job.name, ...CHECK } });
      expect(await status(job.id, 'running')).toMatchObject({ code: 1 });
    },
  );

  it('must hold every right for a backup, and prove who they are', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: MENUS });
    const backup = {
      func: 'backup-job',
      cron: '@daily',
      metadata: '{"keep":2}',
      passphrase: 'a long passphrase',
    };
    expect(await create(backup, person.token)).toMatchObject({ error: 'backup.needs_every_right' });
    expect(await create(backup)).toMatchObject({ error: 'auth.reauthentication_required' });
    const whole = { ...backup, metadata: '{"place":"whole"}', passphrase: '', password: ADMIN_PASSWORD };
    expect(await create(whole)).toMatchObject({ code: 1 });
    expect(await create({ ...backup, passphrase: '', password: ADMIN_PASSWORD })).toMatchObject({
      error: 'job.passphrase_missing',
    });
    const job = await created({ ...backup, password: ADMIN_PASSWORD });
    expect(job).toMatchObject({ hasPassphrase: true });
    expect(JSON.stringify(job)).not.toContain(backup.passphrase);
  });
});

it('an installation without jobs gets those it needs, on the schedule, once', async () => {
  const { services } = server.current;
  const parts = { database: services.database, clock: { now: () => server.current.now() } };
  await Promise.all([ensureDefaultJobs(parts), ensureDefaultJobs(parts)]);
  const { items } = await list({ field: 'name', order: 'ascend' });
  expect(items).toMatchObject([
    {
      name: '檢查資產狀態',
      func: 'check-asset-status-job',
      cron: '0 0/10 * * * ?',
      mode: 'all',
      status: 'running',
    },
    { name: '清除逾期紀錄', func: 'retention-job', status: 'running' },
  ]);
  await services.jobScheduler.round();
  expect((await list()).items.every(({ nextRun }) => nextRun !== NEVER)).toBe(true);
});
