import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { translate } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import { DEFAULT_JOB_NAMES } from '@jadegate/contract/words/jobs';

import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { JobRepository } from './job.repository.ts';

const DEFAULTS = [
  { words: DEFAULT_JOB_NAMES.check, func: 'check-asset-status-job', cron: '0 0/10 * * * ?' },
  { words: DEFAULT_JOB_NAMES.retention, func: 'retention-job', cron: '0 30 0/6 * * ?' },
] as const;

/** Where there are no jobs at all, the ones that every installation needs are made: visible, and on the schedule. */
export async function ensureDefaultJobs({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  const jobs = new JobRepository(database);
  await database.transact(async (tx) => {
    // Of processes that start at once, one makes them.
    await database.engine.takeTurn(tx);
    if (!(await jobs.isEmpty(tx))) {
      return;
    }
    for (const { words, func, cron } of DEFAULTS) {
      const now = clock.now();
      await jobs.insert(
        {
          id: newId(now),
          name: translate(words, 'zh-TW'),
          func,
          cron,
          mode: 'all',
          tags: '',
          metadata: '{}',
          status: 'running',
          owner_id: SUPER_ADMIN_ID,
          overlap: 'skip',
          timeout_seconds: LIMITS.jobSeconds.default,
          retries: 0,
          failure_mail: 'administrators',
          is_paused: 0,
          created_at: now,
          last_run_at: null,
          next_at: null,
        },
        tx,
      );
    }
  });
}
