import { setTimeout as delay } from 'node:timers/promises';

import { translate, type Language } from '@jadegate/contract/language';
import type { JobFunc, JobRunState } from '@jadegate/contract/operations/job';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { JOB_LOG_WORDS } from '@jadegate/contract/words/jobs';
import * as z from 'zod';

import type { Database, Tx } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import { Postponed, type Piece, type PieceEnd, type Stray, type WorkKind } from '../../work/work-kind.ts';
import type { JobKind } from './job-kind.ts';
import { composeMessage } from './job-message.ts';
import type { JobOwners } from './job-owners.ts';
import type { JobRunRepository, RunRecord } from './job-run.repository.ts';
import type { JobRecord, JobRepository } from './job.repository.ts';
import { RunReport } from './run-report.ts';

interface Dependencies {
  database: Database;
  jobs: JobRepository;
  runs: JobRunRepository;
  processes: Pick<ServerProcessService, 'id'>;
  owners: JobOwners;
  kinds: Readonly<Record<JobFunc, JobKind>>;
  clock: Clock;
  logger: Logger;
  language: () => Promise<Language>;
  /** Nobody answers for the job any more. */
  onOwnerGone: (job: JobRecord) => Promise<void>;
  /** After the end of a run is stored. How long it took is known where it ran here. */
  onEnd: (func: JobFunc, state: JobRunState, seconds: number) => Promise<void>;
  /** For tests. */
  retryAfterMs?: number | undefined;
}

const Input = z.object({ func: z.string(), timeoutSeconds: z.number() });
type Input = z.infer<typeof Input>;

/** A run that this process carries out. */
interface Carried {
  job: JobRecord;
  run: RunRecord;
  report: RunReport;
}

/** What makes a run end before it is done, and what the log says of it. */
const STOPPED = {
  'timed-out': { state: 'timed-out', words: JOB_LOG_WORDS.timedOut },
  cancelled: { state: 'stopped', words: JOB_LOG_WORDS.stopped },
  interrupted: { state: 'interrupted', words: JOB_LOG_WORDS.serverStopping },
} as const;

/** Runs in one process at a time; others wait. */
const MOST_RUNS = 20;
/** When another run of the same job is over, nobody tells. */
const LOOK_AGAIN_MS = SECOND_MS;
const RETRY_AFTER_MS = 10 * SECOND_MS;
/** Runs of one job that are kept, and those of which each asset is. */
const KEPT = { runs: 1000, detailed: 50 };

/** Carries out a run of a job. One that a dead server had begun is interrupted: nobody knows how far it came. */
export class JobRunKind implements WorkKind<Input, JobRunState> {
  readonly name = 'job-run';
  readonly input = Input;
  /** The key is the job, where its runs may not overlap. */
  readonly limits = { perProcess: MOST_RUNS, perKey: 1 };
  /** How often a job is tried again is its own affair: what was done on some hosts stays done. */
  readonly tries = { most: 1, backOffMs: () => 0 };
  readonly canCancel = true;
  readonly afterDeath = 'end';
  readonly #deps: Dependencies;
  readonly #carried = new Map<string, Carried>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Runs have a history of their own. */
  keptMs(): number {
    return 0;
  }

  deadlineMs({ timeoutSeconds }: Input): number {
    return timeoutSeconds * SECOND_MS;
  }

  /** What a run of this job is as a piece of work. */
  order({ id, name, func, overlap, timeout_seconds: timeoutSeconds }: JobRecord, runId: string) {
    const fairKey = overlap === 'allow' ? runId : id;
    return { subject: runId, subjectName: name, fairKey, input: { func, timeoutSeconds } };
  }

  async run({ subject, signal }: Piece<Input>): Promise<JobRunState> {
    const taken = await this.#take(subject);
    if (!taken) {
      return 'interrupted'; // The job is gone, or a server of the version before has it.
    }
    const { job, run } = taken;
    const { database, runs, clock, logger } = this.#deps;
    const onFailure = (error: unknown) =>
      logger.warn({ err: error, runId: run.id }, 'the state of a run could not be written down');
    const report = new RunReport(run.id, { database, runs, clock, onFailure });
    this.#carried.set(subject, { job, run, report });
    try {
      return (await this.#try(job, run, report, signal)) ? 'succeeded' : this.#unless(signal, 'failed');
    } finally {
      await report.stop();
    }
  }

  /** With everything that it had to tell. */
  async end({ subject }: Piece<Input>, end: PieceEnd<JobRunState>, tx: Tx): Promise<void> {
    const { jobs, runs, clock } = this.#deps;
    const run = await runs.find(subject, tx);
    const language = await this.#deps.language();
    const carried = this.#carried.get(subject);
    if (!run || (!carried && end.outcome === 'succeeded')) {
      return;
    }
    if (!carried) {
      // Nobody saw its end.
      const message = translate(JOB_LOG_WORDS.interrupted, language);
      await runs.endResults(subject, 'interrupted', end.at, tx);
      await runs.end(subject, { state: 'interrupted', message }, end.at, tx);
      return;
    }
    const { job, report } = carried;
    const now = clock.now();
    const stopped = end.outcome in STOPPED ? STOPPED[end.outcome as keyof typeof STOPPED] : undefined;
    const notes = [
      ...report.notes,
      ...(end.outcome === 'failed'
        ? [translate(JOB_LOG_WORDS.failed, language, { reason: this.#reasonOf(end.error, job, language) })]
        : []),
      ...(stopped ? [translate(stopped.words, language, { seconds: job.timeout_seconds })] : []),
    ];
    const state = stopped?.state ?? end.result ?? 'failed';
    const unfinished = stopped?.state ?? 'interrupted';
    const results = report.results.map((row) =>
      row.ended_at === null ? { ...row, state: unfinished, ended_at: now } : row,
    );
    await report.write(tx);
    await runs.endResults(subject, unfinished, now, tx);
    await jobs.update(job.id, { last_run_at: now }, tx);
    await runs.prune(job.id, KEPT, tx);
    await runs.end(subject, { state, message: composeMessage(notes, results, language) }, now, tx);
  }

  async afterEnd({ subject, input }: Piece<Input>): Promise<void> {
    const { clock, onEnd, runs } = this.#deps;
    const carried = this.#carried.get(subject);
    const ended = await runs.find(subject);
    if (ended) {
      const seconds = carried ? (clock.now() - (carried.run.started_at ?? clock.now())) / SECOND_MS : 0;
      await onEnd((carried?.job.func ?? input.func) as JobFunc, ended.state, seconds);
    }
  }

  forget(subject: string): void {
    this.#carried.delete(subject);
  }

  async listStrays(): Promise<Stray<Input>[]> {
    const { jobs, runs } = this.#deps;
    const strays: Stray<Input>[] = [];
    for (const { id, job_id, process_id, planned_at } of await runs.listStrays(this.name)) {
      const job = await jobs.find(job_id);
      if (job) {
        strays.push({ ...this.order(job, id), processId: process_id, startedAt: planned_at });
      }
    }
    return strays;
  }

  /** The row says so too, for servers of the version before, which take runs by it. */
  async #take(runId: string): Promise<{ job: JobRecord; run: RunRecord } | undefined> {
    const { database, jobs, runs, processes, clock } = this.#deps;
    const planned = await runs.find(runId);
    return database.transact(async (tx) => {
      const job = planned && (await jobs.lock(planned.job_id, tx));
      if (!job) {
        return undefined;
      }
      if (job.overlap !== 'allow' && (await runs.isRunning(job.id, tx))) {
        throw new Postponed(LOOK_AGAIN_MS);
      }
      const isTaken = await runs.take(runId, processes.id, clock.now(), tx);
      const run = isTaken ? await runs.find(runId, tx) : undefined;
      return run && { job, run };
    });
  }

  /** What a run that was told to stop makes of it, is not its own end. */
  #unless(signal: AbortSignal, state: JobRunState): JobRunState {
    signal.throwIfAborted();
    return state;
  }

  /** Also tries again what failed, as often as the job says. */
  async #try(job: JobRecord, run: RunRecord, report: RunReport, signal: AbortSignal): Promise<boolean> {
    const { kinds, owners, runs, retryAfterMs = RETRY_AFTER_MS } = this.#deps;
    for (let attempt = 1; ; attempt++) {
      // Asked for each try: the rights of the moment count.
      const owner = await owners.find(job.owner_id);
      if (!owner) {
        await this.#deps.onOwnerGone(job);
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
        this.#deps.logger.info({ err: error, runId: run.id, attempt }, 'a run will be tried again');
      }
      await delay(retryAfterMs, undefined, { signal });
      await runs.countRetry(run.id, attempt + 1);
    }
  }

  #reasonOf(error: unknown, job: JobRecord, language: Language): string {
    if (error instanceof AppError && error.code !== 'internal') {
      return translate(ERROR_WORDS[error.code], language, error.params);
    }
    this.#deps.logger.error({ err: error, jobId: job.id }, 'a job failed');
    return translate(ERROR_WORDS.internal, language, { requestId: '-' });
  }
}
