import { translate, type Language } from '@jadegate/contract/language';
import { readCron } from '@jadegate/contract/operations/cron';
import { nextTime } from '@jadegate/contract/operations/cron-times';
import { JOB_LOG_WORDS } from '@jadegate/contract/words/jobs';

import type { Database, Tx } from '../../db/database.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import { timeZoneInUse } from '../../kernel/time-zone.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import type { JobRunKind } from './job-run.kind.ts';
import type { JobRunRepository, RunRecord } from './job-run.repository.ts';
import type { JobRecord, JobRepository } from './job.repository.ts';

interface Dependencies {
  database: Database;
  jobs: JobRepository;
  runs: JobRunRepository;
  runKind: JobRunKind;
  work: WorkEngine;
  processes: ServerProcessService;
  clock: Clock;
  logger: Logger;
  language: () => Promise<Language>;
  /** What else must be looked after now and then. */
  checks: readonly (() => Promise<void>)[];
}

const ROUND_MS = SECOND_MS;
const CHECK_EVERY_MS = 5 * SECOND_MS;
/** Who comes later than this has missed it: a job of the night does not run in the morning. */
const GRACE_MS = 5 * MINUTE_MS;
/** Of a job whose runs may overlap. */
const MOST_OPEN = 20;

type RunCause = Pick<RunRecord, 'cause' | 'by_name' | 'planned_at'>;

/**
 * Starts what is due. The time is that of the database, and a job is moved on to its next time by one statement which
 * succeeds for one process only: however many servers there are, each time of a job comes up once.
 */
export class JobScheduler {
  readonly #deps: Dependencies;
  readonly #rounds: PeriodicTask;
  #checkedAt = 0;
  #zone = '';

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rounds = new PeriodicTask({
      everyMs: ROUND_MS,
      work: () => this.round(),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'jobs could not be looked after'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#rounds.stop();
    await this.#rounds.settled();
  }

  /** One look at everything. The time may be given for tests. */
  async round(time?: number): Promise<void> {
    const { jobs, processes, clock, checks, work } = this.#deps;
    await processes.register();
    const now = time ?? (await jobs.now());
    if (processes.takesWork) {
      await this.#followZone();
      for (const job of await jobs.listDue(now)) {
        await this.#fire(job, now);
      }
      await work.claimDue();
    }
    if (Math.abs(clock.now() - this.#checkedAt) >= CHECK_EVERY_MS) {
      this.#checkedAt = clock.now();
      for (const check of checks) {
        await check();
      }
    }
  }

  /** Puts a run in line, or answers undefined when the job does not take one now. The caller holds the job. */
  async order(job: JobRecord, about: RunCause, tx: Tx): Promise<RunRecord | undefined> {
    const open = await this.#deps.runs.listOpen(job.id, tx);
    const most = { skip: 1, queue: 2, allow: MOST_OPEN }[job.overlap];
    if (open.length >= most) {
      return undefined;
    }
    const run = this.#row(job.id, about);
    const { runs, work, runKind } = this.#deps;
    await runs.insert(run, tx);
    await work.add(runKind, runKind.order(job, run.id), tx);
    return run;
  }

  async #fire({ id, cron, next_at }: Pick<JobRecord, 'id' | 'cron' | 'next_at'>, now: number): Promise<void> {
    const { database, jobs, runs } = this.#deps;
    const next = nextAfter(cron, next_at, now);
    const language = await this.#deps.language();
    await database.transact(async (tx) => {
      // Before anybody else looks at the job: this update holds it until the end.
      if (!(await jobs.moveOn(id, next_at, next, tx)) || next_at === null) {
        return;
      }
      const job = await jobs.find(id, tx);
      const isMissed = now - next_at > GRACE_MS;
      const about = { cause: 'schedule', by_name: '', planned_at: next_at } as const;
      const isOrdered = job && !isMissed && (await this.order(job, about, tx)) !== undefined;
      if (job && !isOrdered) {
        const message = translate(isMissed ? JOB_LOG_WORDS.missed : JOB_LOG_WORDS.skipped, language);
        const at = this.#deps.clock.now();
        await runs.insert({ ...this.#row(id, about), state: 'skipped', ended_at: at, message }, tx);
      }
    });
  }

  /** What was reckoned in another zone is reckoned anew. */
  async #followZone(): Promise<void> {
    const zone = timeZoneInUse();
    if (this.#zone !== '' && this.#zone !== zone) {
      await this.#deps.jobs.forgetTimes();
    }
    this.#zone = zone;
  }

  #row(jobId: string, about: RunCause): RunRecord {
    return {
      id: newId(this.#deps.clock.now()),
      job_id: jobId,
      state: 'queued',
      ...about,
      process_id: null,
      stop_asked: 0,
      attempt: 1,
      started_at: null,
      ended_at: null,
      total: 0,
      succeeded: 0,
      failed: 0,
      message: '',
    };
  }
}

/** Null for what never comes up again: a text that is no schedule, from a database that somebody else wrote. */
function nextAfter(text: string, planned: number | null, now: number): number | null {
  const { cron } = { cron: undefined, ...readCron(text) };
  if (!cron) {
    return null;
  }
  if (cron.kind === 'interval' && planned !== null) {
    // Steps of the interval, so that a round that comes late does not shift all that follow.
    const missed = Math.max(0, Math.floor((now - planned) / cron.everyMs));
    return planned + (missed + 1) * cron.everyMs;
  }
  return nextTime(cron, Math.max(now, planned ?? 0), timeZoneInUse()) ?? null;
}
