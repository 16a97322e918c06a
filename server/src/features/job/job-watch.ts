import type { Language } from '@jadegate/contract/language';
import { say } from '@jadegate/contract/language';
import { JOB_RUN_WORDS } from '@jadegate/contract/words/jobs';
import { NOTICE_WORDS } from '@jadegate/contract/words/notices';

import type { Database } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { HOUR_MS, type Clock } from '../../kernel/clock.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { OfferedNotice } from '../notice/notice.service.ts';
import type { NotificationService } from '../notification/notification.service.ts';
import type { RoleService } from '../role/role.service.ts';
import { assetLine } from './job-message.ts';
import type { JobRunRepository, ResultRecord, RunEnd } from './job-run.repository.ts';
import type { FailedJob, JobRecord, JobRepository } from './job.repository.ts';

interface Dependencies {
  database: Database;
  jobs: JobRepository;
  runs: JobRunRepository;
  audit: AuditService;
  roles: Pick<RoleService, 'listHolders'>;
  notifications: Pick<NotificationService, 'tell'>;
  clock: Clock;
  language: () => Promise<Language>;
}

/** A job that goes on failing is told of again after this. */
const TOLD_AGAIN_MS = 12 * HOUR_MS;
/** Assets that a letter names. */
const NAMED_ASSETS = 20;
/** More notices than this would hide the page below them. */
const MOST_NOTICES = 3;

const FAILURES: readonly RunEnd['state'][] = ['failed', 'timed-out', 'interrupted'];

/** Tells people of jobs that failed and of jobs that nobody answers for. */
export class JobWatch {
  readonly #on: Dependencies;
  #paused: readonly { id: string; name: string }[] = [];
  #failed: readonly FailedJob[] = [];

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  /** To be called every few seconds. */
  async check(): Promise<void> {
    for (const job of await this.#on.jobs.listOwnerless()) {
      await this.pause(job);
    }
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const { paused, failed } = await this.#on.jobs.listTroubled();
    this.#paused = paused;
    this.#failed = failed;
  }

  /** Nobody answers for the job: it is taken off the schedule, and those in charge of jobs hear of it. */
  async pause({ id, name }: Pick<JobRecord, 'id' | 'name'>): Promise<void> {
    const { database, jobs, audit, roles, notifications } = this.#on;
    const isPaused = await database.transact(async (tx) => {
      const hasChanged = await jobs.pause(id, tx);
      if (hasChanged) {
        await audit.write(SYSTEM_CALLER, { action: 'job.paused', object: { type: 'job', id, name } }, tx);
      }
      return hasChanged;
    });
    if (isPaused) {
      for (const userId of await roles.listHolders('job')) {
        notifications.tell(userId, 'job-paused', { params: { name }, lines: [] });
      }
      await this.refresh();
    }
  }

  /** To be called with every run that came to an end. */
  async ended(job: JobRecord, runId: string, end: RunEnd, results: readonly ResultRecord[]): Promise<void> {
    await this.refresh();
    if (!FAILURES.includes(end.state) || job.failure_mail === 'nobody') {
      return;
    }
    const { database, jobs, roles, notifications, clock } = this.#on;
    const now = clock.now();
    const [, before] = await this.#on.runs.listLatestOver(job.id, 2);
    const isNews = !before || before.id === runId || !FAILURES.includes(before.state);
    const told = (await jobs.find(job.id))?.told_at ?? 0;
    if (!isNews && now - told < TOLD_AGAIN_MS) {
      return;
    }
    await database.transact((tx) => jobs.update(job.id, { told_at: now }, tx));
    const language = await this.#on.language();
    const params = { name: job.name, state: say(JOB_RUN_WORDS[end.state], language) };
    const failed = results.filter(({ state }) => state !== 'succeeded').slice(0, NAMED_ASSETS);
    const first = end.message.split('\n')[0] ?? '';
    const lines = failed.length > 0 ? failed.map((result) => assetLine(result, language)) : [first];
    const readers = job.failure_mail === 'owner' ? [job.owner_id] : await roles.listHolders('job');
    for (const userId of readers) {
      notifications.tell(userId, 'job-failed', { params, lines });
    }
  }

  notices(): OfferedNotice[] {
    const paused = this.#paused.map(({ id, name }) => ({
      id: `job-paused-${id}`,
      level: 'warning' as const,
      menus: ['job'] as const,
      text: (language: Language) => say(NOTICE_WORDS.job_paused, language, { name }),
    }));
    const failed = this.#failed.map(({ runId, name }) => ({
      id: `job-failed-${runId}`,
      level: 'warning' as const,
      menus: ['job'] as const,
      canPutAway: true,
      text: (language: Language) => say(NOTICE_WORDS.job_failed, language, { name }),
    }));
    return [...paused.slice(0, MOST_NOTICES), ...failed.slice(0, MOST_NOTICES)];
  }
}
