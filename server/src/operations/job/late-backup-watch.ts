import { readCron } from '@jadegate/contract/operations/cron';
import { nextTime } from '@jadegate/contract/operations/cron-times';
import { BackupMetadata } from '@jadegate/contract/operations/job';

import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { timeZoneInUse } from '../../kernel/time-zone.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';
import type { FullBackupService } from '../full-backup/full-backup.service.ts';
import type { BackupJob, JobRepository } from './job.repository.ts';

/** Beside the time that the job may take: a server that restarts, a run that waits for its turn. */
const TOLERANCE_MS = HOUR_MS;

interface Dependencies {
  jobs: Pick<JobRepository, 'listBackups'>;
  fullBackups: Pick<FullBackupService, 'lastMadeAt'>;
  clock: Clock;
}

/** Which backups there are and which should be there: for those who watch the installation. */
export class BackupWatch {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Backup jobs on the schedule, whole ones too, that should have made a backup by now. */
  get watch(): AlertWatch {
    const look = () => this.#listLate();
    return {
      kind: 'backup-late',
      seenBy: 'all',
      everyMs: MINUTE_MS,
      holdMs: { raise: 0, clear: 0 },
      check: look,
    };
  }

  async countLate(): Promise<number> {
    return (await this.#listLate()).length;
  }

  /** When the last good one was made: of the configuration by a job, a whole one by a job or a command. */
  async lastGood(): Promise<Map<'configuration' | 'whole', number>> {
    const { jobs, fullBackups } = this.#deps;
    const last = new Map<'configuration' | 'whole', number>();
    for (const job of await jobs.listBackups()) {
      if (job.last_done_at !== null && !isWhole(job)) {
        last.set('configuration', Math.max(job.last_done_at, last.get('configuration') ?? 0));
      }
    }
    const whole = await fullBackups.lastMadeAt();
    return whole === undefined ? last : last.set('whole', whole);
  }

  async #listLate(): Promise<Condition[]> {
    const { jobs, clock } = this.#deps;
    return (await jobs.listBackups()).flatMap((job) => lateness(job, clock.now(), timeZoneInUse()));
  }
}

const isWhole = ({ metadata }: BackupJob) =>
  BackupMetadata.parse(JSON.parse(metadata || '{}')).place === 'whole';

export function lateness(
  job: Omit<BackupJob, 'metadata' | 'last_done_at'>,
  now: number,
  zone: string,
): Condition[] {
  const { cron } = { cron: undefined, ...readCron(job.cron) };
  // The planned time rather than that of the end: what came late must not push the next one on.
  const due = cron && nextTime(cron, job.last_good_at ?? job.created_at, zone);
  const isOn = job.status === 'running';
  if (!isOn || due === undefined || now <= due + job.timeout_seconds * SECOND_MS + TOLERANCE_MS) {
    return [];
  }
  const params = { name: job.name, due: familyTime(due) };
  const common = { subject: job.id, level: 'warning' } as const;
  return job.last_good_at === null
    ? [{ ...common, wording: 'backup-never', params }]
    : [{ ...common, wording: 'backup-late', params: { ...params, last: familyTime(job.last_good_at) } }];
}
