import { setTimeout as delay } from 'node:timers/promises';

import type { JobFunc, JobRunState } from '@jadegate/contract/job';
import { say, type Language } from '@jadegate/contract/language';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { JOB_LOG_WORDS } from '@jadegate/contract/words/jobs';

import type { Database } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { JobKind } from './job-kind.ts';
import { composeMessage } from './job-message.ts';
import type { JobOwners } from './job-owners.ts';
import type { JobRunRepository, RunEnd, RunRecord } from './job-run.repository.ts';
import type { JobRecord, JobRepository } from './job.repository.ts';
import { RunReport } from './run-report.ts';

/** Why a run is made to end before it is done. */
export type StopReason = 'timed-out' | 'stopped' | 'interrupted';

interface Dependencies {
  database: Database;
  jobs: JobRepository;
  runs: JobRunRepository;
  owners: JobOwners;
  kinds: Readonly<Record<JobFunc, JobKind>>;
  clock: Clock;
  logger: Logger;
  language: () => Promise<Language>;
  /** Nobody answers for the job any more. */
  onOwnerGone: (job: JobRecord) => Promise<void>;
  /** After the end of a run is stored. */
  onEnd: (job: JobRecord, run: RunRecord, end: RunEnd, report: RunReport) => Promise<void>;
  /** For tests. */
  retryAfterMs?: number | undefined;
}

interface Held {
  control: AbortController;
  done: Promise<void>;
}

const RETRY_AFTER_MS = 10 * SECOND_MS;
/** Runs of one job that are kept, and those of which each asset is. */
const KEPT = { runs: 1000, detailed: 50 };

const STOP_WORDS = {
  'timed-out': JOB_LOG_WORDS.timedOut,
  stopped: JOB_LOG_WORDS.stopped,
  interrupted: JOB_LOG_WORDS.serverStopping,
} as const;

/** Carries out runs that this process has taken, each to an end that is written down. */
export class JobRunner {
  readonly #on: Dependencies;
  readonly #held = new Map<string, Held>();
  /** Ends that the database did not take; tried again with every round of the scheduler. */
  readonly #owed = new Map<string, () => Promise<void>>();

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  get count(): number {
    return this.#held.size;
  }

  get ids(): string[] {
    return [...this.#held.keys()];
  }

  /** Returns at once. */
  begin(job: JobRecord, run: RunRecord): void {
    const control = new AbortController();
    const done = this.#carryOut(job, run, control)
      .catch((error: unknown) => this.#on.logger.error({ err: error, runId: run.id }, 'a run was lost'))
      .finally(() => this.#held.delete(run.id));
    this.#held.set(run.id, { control, done });
  }

  stop(runId: string, reason: StopReason): void {
    this.#held.get(runId)?.control.abort(reason);
  }

  /** Resolves when this process is done with the run; at once when it does not hold it. */
  async settled(runId: string): Promise<void> {
    await this.#held.get(runId)?.done;
  }

  async payOwed(): Promise<void> {
    for (const [id, pay] of this.#owed) {
      await pay();
      this.#owed.delete(id);
    }
  }

  async close(): Promise<void> {
    for (const { control } of this.#held.values()) {
      control.abort('interrupted' satisfies StopReason);
    }
    await Promise.all([...this.#held.values()].map(({ done }) => done));
  }

  async #carryOut(job: JobRecord, run: RunRecord, control: AbortController): Promise<void> {
    const { database, runs, clock, logger } = this.#on;
    const onFailure = (error: unknown) =>
      logger.warn({ err: error, runId: run.id }, 'the state of a run could not be written down');
    const report = new RunReport(run.id, { database, runs, clock, onFailure });
    const limit = setTimeout(
      () => control.abort('timed-out' satisfies StopReason),
      job.timeout_seconds * SECOND_MS,
    );
    let state: JobRunState;
    try {
      state = (await this.#try(job, run, report, control.signal)) ? 'succeeded' : 'failed';
    } catch (error) {
      state = 'failed';
      if (!control.signal.aborted) {
        report.note(
          say(JOB_LOG_WORDS.failed, await this.#on.language(), { reason: await this.#reasonOf(error, job) }),
        );
      }
    } finally {
      clearTimeout(limit);
    }
    const reason =
      control.signal.aborted && state !== 'succeeded' ? (control.signal.reason as StopReason) : undefined;
    await this.#end(job, run, report, reason ?? state, reason);
  }

  /** Also tries again what failed, as often as the job says. */
  async #try(job: JobRecord, run: RunRecord, report: RunReport, signal: AbortSignal): Promise<boolean> {
    const { kinds, owners, runs, retryAfterMs = RETRY_AFTER_MS } = this.#on;
    for (let attempt = 1; ; attempt++) {
      // Asked for each try: the rights of the moment count.
      const owner = await owners.find(job.owner_id);
      if (!owner) {
        await this.#on.onOwnerGone(job);
        throw new AppError('job.owner_gone');
      }
      const isLast = attempt > job.retries;
      try {
        const isDone = await kinds[job.func].run({ job, owner, report, signal });
        if (isDone || isLast || signal.aborted) {
          return isDone;
        }
      } catch (error) {
        if (isLast || signal.aborted) {
          throw error;
        }
        this.#on.logger.info({ err: error, runId: run.id, attempt }, 'a run will be tried again');
      }
      await delay(retryAfterMs, undefined, { signal });
      await runs.countRetry(run.id, attempt + 1);
    }
  }

  async #end(
    job: JobRecord,
    run: RunRecord,
    report: RunReport,
    state: JobRunState,
    reason: StopReason | undefined,
  ): Promise<void> {
    const { database, jobs, runs, clock, logger } = this.#on;
    const language = await this.#on.language();
    if (reason) {
      report.note(say(STOP_WORDS[reason], language, { seconds: job.timeout_seconds }));
    }
    const now = clock.now();
    const write = async () => {
      await report.close();
      const unfinished = reason ?? 'interrupted';
      const results = report.results.map((row) =>
        row.ended_at === null ? { ...row, state: unfinished, ended_at: now } : row,
      );
      const end = { state, message: composeMessage(report.notes, results, language) };
      const hasEnded = await database.transact(async (tx) => {
        await runs.endResults(run.id, unfinished, now, tx);
        await jobs.update(job.id, { last_run_at: now }, tx);
        await runs.prune(job.id, KEPT, tx);
        return runs.end(run.id, end, now, tx);
      });
      if (hasEnded) {
        await this.#on.onEnd(job, run, end, report);
      }
    };
    try {
      await write();
    } catch (error) {
      logger.warn({ err: error, runId: run.id }, 'the end of a run could not be written down yet');
      this.#owed.set(run.id, write);
    }
  }

  async #reasonOf(error: unknown, job: JobRecord): Promise<string> {
    const language = await this.#on.language();
    if (error instanceof AppError && error.code !== 'internal') {
      return say(ERROR_WORDS[error.code], language, error.params);
    }
    this.#on.logger.error({ err: error, jobId: job.id }, 'a job failed');
    return say(ERROR_WORDS.internal, language, { requestId: '-' });
  }
}
