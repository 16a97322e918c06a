// Jobs that fail, and backups that do not come, are told until they are well again.
import type { Notice } from '@jadegate/contract/platform/notice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import { useTestServer } from '../../testing/test-server.ts';
import type { RunRecord } from './job-run.repository.ts';
import { lateness } from './late-backup-watch.ts';

const server = useTestServer();
let mailbox: Mailbox;
let token: string;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  token = await server.current.login();
  const body = { 'mail-host': '127.0.0.1', 'mail-port': mailbox.port, 'mail-security': 'none' };
  await server.current.call('PUT', '/properties', {
    token,
    body: { ...body, 'mail-from': 'jadegate@example.test' },
  });
  await server.current.db.updateTable('user').set({ mail: 'root@example.test' }).execute();
});
afterAll(() => mailbox.close());

async function aJob(failureMail: 'owner' | 'administrators' | 'nobody', over: object = {}) {
  const name = `job ${newId()}`;
  const body = { name, func: 'check-asset-status-job', cron: '@daily', mode: 'all', failureMail, ...over };
  expect(await server.current.call('POST', '/jobs', { token, body })).toMatchObject({ code: 1 });
  const { id } = await server.current.db
    .selectFrom('job')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return { id, name };
}

/** Longer than a login lasts. */
async function passLong(ms: number): Promise<void> {
  server.current.passTime(ms);
  token = await server.current.login();
}

async function ends(jobId: string, state: RunRecord['state']): Promise<void> {
  const at = server.current.now();
  await server.current.db
    .insertInto('job_run')
    .values({
      id: newId(at),
      job_id: jobId,
      state,
      cause: 'schedule',
      by_name: '',
      process_id: null,
      planned_at: at,
      started_at: at,
      ended_at: at,
      message: 'what it said',
    })
    .execute();
  await server.current.services.alerts.check('job-failed');
  server.current.passTime(MINUTE_MS);
}

/** What was mailed about it since this was last asked. */
async function letters({ name }: { name: string }): Promise<string[]> {
  await server.current.services.notifications.settled();
  const own = mailbox.received.filter(({ subject }) => subject.includes(name));
  mailbox.received.splice(0);
  return own.map(({ subject }) => (subject.includes('已恢復') ? 'over' : 'failed'));
}

async function banner({ name }: { name: string }): Promise<Notice | undefined> {
  const { data } = await server.current.call<Notice[]>('GET', '/notices', { token });
  return data.find(({ text }) => text.includes(name));
}

describe('a job that fails', () => {
  it('is told once, again after half a day, and when it succeeds', async () => {
    const job = await aJob('administrators');
    await ends(job.id, 'failed');
    expect(await letters(job)).toEqual(['failed']);
    const first = await banner(job);
    expect(first).toMatchObject({ level: 'warning', canPutAway: true });
    await ends(job.id, 'interrupted');
    // Whether it would have succeeded nobody knows.
    await ends(job.id, 'stopped');
    await ends(job.id, 'skipped');
    expect(await letters(job)).toEqual([]);
    expect((await banner(job))?.id).not.toBe(first?.id);
    await passLong(12 * HOUR_MS);
    await ends(job.id, 'timed-out');
    expect(await letters(job)).toEqual(['failed']);
    await ends(job.id, 'succeeded');
    expect(await letters(job)).toEqual(['over']);
    expect(await banner(job)).toBeUndefined();
  });

  it('of which nobody wants letters is told above the pages only', async () => {
    const job = await aJob('nobody');
    await ends(job.id, 'failed');
    expect(await banner(job)).toBeDefined();
    await ends(job.id, 'succeeded');
    expect(await letters(job)).toEqual([]);
  });

  it('is told to its owner, whoever else gets alerts', async () => {
    const put = (recipients: string) =>
      server.current.call('PUT', '/properties', { token, body: { 'alert-recipients': recipients } });
    await put('ops@example.test');
    const [owners, theirs] = [await aJob('owner'), await aJob('administrators')];
    await ends(owners.id, 'failed');
    await ends(theirs.id, 'failed');
    await server.current.services.notifications.settled();
    const readers = (job: { name: string }) =>
      mailbox.received.filter(({ subject }) => subject.includes(job.name)).flatMap(({ to }) => to);
    expect([readers(owners), readers(theirs)]).toEqual([['root@example.test'], ['ops@example.test']]);
    await put('');
  });
});

describe('a backup', () => {
  const job = { id: 'j', name: 'night', cron: '0 0 3 * * ?', created_at: 0, timeout_seconds: 3600 };
  const isOn = { status: 'running' } as const;
  const planned = Date.UTC(2026, 2, 1, 3);
  const at = (now: number, last_good_at: number | null = planned) =>
    lateness({ ...job, ...isOn, last_good_at, created_at: planned - HOUR_MS }, now, 'UTC')[0]?.wording;

  it('is late when its time, what it may take and an hour have passed', () => {
    expect(at(planned + DAY_MS + 2 * HOUR_MS)).toBeUndefined();
    expect(at(planned + DAY_MS + 2 * HOUR_MS + 1)).toBe('backup-late');
    expect(at(planned + 2 * HOUR_MS, null)).toBeUndefined();
    expect(at(planned + 2 * HOUR_MS + 1, null)).toBe('backup-never');
  });

  it('that never comes up is never late', () => {
    const never = { ...job, ...isOn, cron: '0 0 3 30 2 ?', last_good_at: null };
    expect(lateness(never, planned, 'UTC')).toEqual([]);
    const off = { ...job, status: 'not-running', last_good_at: null } as const;
    expect(lateness(off, planned, 'UTC')).toEqual([]);
  });

  it.each([
    ['of the configuration', { metadata: '{"keep":2}', passphrase: 'a long passphrase' }],
    ['of everything', { metadata: '{"place":"whole"}' }],
  ])('%s that is late is told until there is one', async (_what, metadata) => {
    const own = await aJob('administrators', {
      func: 'backup-job',
      ...metadata,
      password: 'correct horse battery',
      status: 'running',
    });
    const { alerts } = server.current.services;
    await alerts.check('backup-late');
    expect(await banner(own)).toBeUndefined();
    await passLong(3 * DAY_MS);
    await alerts.check('backup-late');
    expect((await banner(own))?.text).toContain('從未成功');
    expect(await letters(own)).toEqual(['failed']);
    await ends(own.id, 'succeeded');
    await alerts.check('backup-late');
    expect(await banner(own)).toBeUndefined();
    expect(await letters(own)).toEqual(['over']);
  });
});
