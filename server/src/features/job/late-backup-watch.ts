import { readCron } from '@jadegate/contract/cron';
import { nextTime } from '@jadegate/contract/cron-times';

import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { timeZoneInUse } from '../../kernel/time-zone.ts';
import type { AlertWatch, Condition } from '../alert/alert.service.ts';
import type { BackupJob, JobRepository } from './job.repository.ts';

/** Beside the time that the job may take: a server that restarts, a run that waits for its turn. */
const TOLERANCE_MS = HOUR_MS;

/** Backup jobs on the schedule that should have made a backup by now. */
export function watchBackups({ jobs, clock }: { jobs: JobRepository; clock: Clock }): AlertWatch {
  const look = async () =>
    (await jobs.listBackups()).flatMap((job) => lateness(job, clock.now(), timeZoneInUse()));
  return { kind: 'backup-late', seenBy: 'all', everyMs: MINUTE_MS, holdMs: { raise: 0, clear: 0 }, look };
}

export function lateness(job: BackupJob, now: number, zone: string): Condition[] {
  const { cron } = { cron: undefined, ...readCron(job.cron) };
  // The planned time rather than that of the end: what came late must not push the next one on.
  const due = cron && nextTime(cron, job.last_good_at ?? job.created_at, zone);
  if (due === undefined || now <= due + job.timeout_seconds * SECOND_MS + TOLERANCE_MS) {
    return [];
  }
  const params = { name: job.name, due: familyTime(due) };
  const common = { subject: job.id, level: 'warning' } as const;
  return job.last_good_at === null
    ? [{ ...common, wording: 'backup-never', params }]
    : [{ ...common, wording: 'backup-late', params: { ...params, last: familyTime(job.last_good_at) } }];
}
