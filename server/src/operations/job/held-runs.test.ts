// On both engines: what is held is left out by a condition of the statements that delete.
import type { JobRow } from '@jadegate/contract/operations/job';
import type { Page } from '@jadegate/contract/paging';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { JobRunRepository } from './job-run.repository.ts';

const server = useTestServer();
let token = '';
let jobId = '';
let owner = '';

const SHELL = { func: 'shell-job', cron: '@daily', mode: 'all', metadata: '{"shell":"id"}', shell: 'id' };
const call = <Data>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  server.current.call<Data>(method, path, { token, ...(body && { body }) });
const runs = async () =>
  (await server.current.db.selectFrom('job_run').select('id').orderBy('id').execute()).map(({ id }) => id);

/** Two runs of the job, long over, each on a machine of its own. */
async function seedRuns(): Promise<void> {
  const { db } = server.current;
  for (const id of ['gone', 'kept']) {
    const times = { planned_at: 1, started_at: 1, ended_at: 2 };
    const counts = { attempt: 1, total: 1, succeeded: 1, failed: 0, stop_asked: 0 } as const;
    const about = { cause: 'schedule', by_name: '', process_id: null, message: '' } as const;
    await db
      .insertInto('job_run')
      .values({ id, job_id: jobId, state: 'succeeded', ...about, ...times, ...counts })
      .execute();
    const said = { exit_code: 0, reason: '', output: 'uid=0', is_cut: 0, state: 'succeeded' } as const;
    const where = { place: 0, asset_id: `asset-${id}`, asset_name: 'a', session_id: `session-${id}` };
    await db
      .insertInto('job_result')
      .values({ id: `result-${id}`, run_id: id, ...where, ...said, started_at: 1, ended_at: 2 })
      .execute();
  }
}

async function hold(kind: 'user' | 'asset' | 'session', subject_id: string): Promise<string> {
  const set = { set_by: 'a', set_by_name: 'a', set_at: 1, subject_name: 'x', reason: 'r' };
  const lifted = { lifted_by_name: '', lifted_at: null, lift_reason: '' };
  const id = newId();
  await server.current.db
    .insertInto('legal_hold')
    .values({ id, kind, subject_id, ...set, ...lifted })
    .execute();
  return id;
}

beforeAll(async () => {
  token = await server.current.login();
});
beforeEach(async () => {
  const { db } = server.current;
  await db.deleteFrom('legal_hold').execute();
  await db.deleteFrom('job').execute();
  await call('POST', '/jobs', { name: 'nightly', ...SHELL });
  const { items } = (await call<Page<JobRow>>('GET', '/jobs/paging')).data;
  jobId = items[0]?.id ?? '';
  owner = (await db.selectFrom('job').select('owner_id').executeTakeFirstOrThrow()).owner_id;
  await seedRuns();
});

describe('what a job did, while it is on legal hold', () => {
  it.each(['asset', 'session'] as const)('on a machine or in a session: %s', async (kind) => {
    const { services } = server.current;
    const { database } = services;
    const id = await hold(kind, `${kind}-kept`);
    const preview = await services.retention.preview({ 'cron-log-saved-limit': 1 });
    expect(preview.find(({ part }) => part === 'jobLogs')).toMatchObject({ count: 1, held: 1 });
    for (const path of [`/jobs/${jobId}/logs`, `/jobs/${jobId}`]) {
      const refused = await call('DELETE', path);
      expect(refused).toMatchObject({ error: 'job.on_hold' });
      expect(refused.message).toContain('nightly');
    }
    expect(await runs()).toEqual(['gone', 'kept']);
    const repository = new JobRunRepository(database);
    await database.transact((tx) => repository.prune(jobId, { runs: 0, detailed: 0 }, tx));
    expect(await runs()).toEqual(['kept']);
    expect(await database.transact((tx) => repository.removeOlder(1000, 10, tx))).toBe(0);
    expect(await repository.findOutput('kept', 'result-kept')).toBe('uid=0');
    await call('POST', `/evidence/holds/${id}/lift`, { reason: '結案' });
    expect((await call('DELETE', `/jobs/${jobId}`)).code).toBe(1);
    expect(await runs()).toEqual([]);
  });

  it('by somebody who owns the job', async () => {
    await hold('user', owner);
    const { database } = server.current.services;
    const repository = new JobRunRepository(database);
    expect(await database.transact((tx) => repository.removeOlder(1000, 10, tx))).toBe(0);
    expect(await repository.countOlder(1000)).toEqual({ count: 0, held: 2 });
    expect(await call('DELETE', `/jobs/${jobId}`)).toMatchObject({ error: 'job.on_hold' });
  });
});
