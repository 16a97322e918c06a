import { setTimeout as delay } from 'node:timers/promises';

import { isJobRunOver, type JobLog } from '@jadegate/contract/operations/job';
import type { JobResult, JobRun } from '@jadegate/contract/operations/job-run';
import type { Page, PagingRequest } from '@jadegate/contract/paging';

import type { Database } from '../../db/database.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { WorkEngine } from '../../work/work-engine.ts';
import { isWholeBackup } from './backup.kind.ts';
import { refuseHeldRuns } from './held-runs.ts';
import type { JobOwners } from './job-owners.ts';
import type { JobRunKind } from './job-run.kind.ts';
import { JobRunRepository, type ResultSummary, type RunRecord } from './job-run.repository.ts';
import type { JobScheduler } from './job-scheduler.ts';
import { JobRepository } from './job.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  users: Pick<UserService, 'get'>;
  owners: JobOwners;
  scheduler: JobScheduler;
  runKind: JobRunKind;
  work: WorkEngine;
  clock: Clock;
}

const LOOK_EVERY_MS = SECOND_MS / 2;

/** Runs as people see them: started by hand, followed, stopped, and read about afterwards. */
export class JobRunService {
  readonly #deps: Dependencies;
  readonly #jobs: JobRepository;
  readonly #runs: JobRunRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#jobs = new JobRepository(dependencies.database);
    this.#runs = new JobRunRepository(dependencies.database);
  }

  /** As its owner, whoever asks. */
  async start(actor: Actor, jobId: string): Promise<{ runId: string }> {
    const { database, audit, users, owners, scheduler, clock, work } = this.#deps;
    const { nickname } = await users.get(actor.userId);
    const runId = await database.transact(async (tx) => {
      const job = await this.#jobs.lock(jobId, tx);
      if (!job) {
        throw new AppError('job.not_found');
      }
      if (!(await owners.find(job.owner_id))) {
        throw new AppError('job.owner_gone');
      }
      // Each run of it puts an older one out.
      if (isWholeBackup(job)) {
        await owners.refuseUnlessFull(actor);
      }
      const about = { cause: 'manual', by_name: nickname, planned_at: clock.now() } as const;
      const run = await scheduler.order(job, about, tx);
      if (!run) {
        throw new AppError('job.already_running');
      }
      const object = { type: 'job', id: job.id, name: job.name };
      await audit.write(actor, { action: 'job.started', object, detail: { owner: job.owner_id } }, tx);
      return run.id;
    });
    await work.claimDue();
    return { runId };
  }

  /** The same, and resolves when it is over. */
  async execute(actor: Actor, jobId: string): Promise<void> {
    const { work, runKind } = this.#deps;
    const { runId } = await this.start(actor, jobId);
    for (;;) {
      await work.settledAbout(runKind, runId);
      const run = await this.#runs.find(runId);
      if (!run || isJobRunOver(run.state)) {
        return;
      }
      // Another process has it, or it waits.
      await delay(LOOK_EVERY_MS);
    }
  }

  async stop(actor: Actor, jobId: string, runId: string): Promise<void> {
    const { database, audit, clock, work, runKind } = this.#deps;
    await database.transact(async (tx) => {
      const job = await this.#jobs.lock(jobId, tx);
      const run = await this.#runs.find(runId, tx);
      if (!job || run?.job_id !== jobId) {
        throw new AppError('job.run_not_found');
      }
      if (isJobRunOver(run.state)) {
        throw new AppError('job.not_running');
      }
      if (run.state === 'queued') {
        await this.#runs.end(runId, { state: 'stopped', message: '' }, clock.now(), tx);
        await work.withdraw(runKind, runId, tx);
      } else {
        await this.#runs.askToStop(runId, tx);
      }
      const object = { type: 'job', id: jobId, name: job.name };
      await audit.write(actor, { action: 'job.stopped', object }, tx);
    });
    await work.cancel(runKind, runId);
  }

  async list(jobId: string, query: PagingRequest<'planned'>): Promise<Page<JobRun>> {
    const { total, items } = await this.#runs.page(jobId, query, false);
    return { total, items: items.map((run) => this.#present(run)) };
  }

  async get(jobId: string, runId: string): Promise<JobRun & { results: JobResult[] }> {
    const run = await this.#find(jobId, runId);
    const results = await this.#runs.listResults(runId);
    return { ...this.#present(run), results: results.map((result) => this.#presentResult(result)) };
  }

  async output(
    jobId: string,
    runId: string,
    resultId: string,
    from: number,
  ): Promise<{ text: string; next: number }> {
    await this.#find(jobId, runId);
    const output = await this.#runs.findOutput(runId, resultId);
    if (output === undefined) {
      throw new AppError('job.run_not_found');
    }
    return { text: output.slice(from), next: Math.max(from, output.length) };
  }

  async logs(jobId: string, query: PagingRequest<string>): Promise<Page<JobLog>> {
    const { pageIndex, pageSize } = query;
    const { total, items } = await this.#runs.page(jobId, { pageIndex, pageSize }, true);
    return {
      total,
      items: items.map(({ id, ended_at, job_id, message }) => ({
        id,
        timestamp: familyTime(ended_at),
        jobId: job_id,
        message,
      })),
    };
  }

  async clear(actor: Actor, jobId: string): Promise<void> {
    const { database, audit } = this.#deps;
    await database.transact(async (tx) => {
      const job = await this.#jobs.find(jobId, tx);
      if (!job) {
        throw new AppError('job.not_found');
      }
      await refuseHeldRuns(this.#runs, [jobId], tx);
      await this.#runs.removeOver(jobId, tx);
      const object = { type: 'job', id: jobId, name: job.name };
      await audit.write(actor, { action: 'job.log-cleared', object }, tx);
    });
  }

  async #find(jobId: string, runId: string): Promise<RunRecord> {
    const run = await this.#runs.find(runId);
    if (run?.job_id !== jobId) {
      throw new AppError('job.run_not_found');
    }
    return run;
  }

  #present(run: RunRecord): JobRun {
    return {
      id: run.id,
      jobId: run.job_id,
      state: run.state,
      cause: run.cause,
      byName: run.by_name,
      planned: familyTime(run.planned_at),
      started: familyTime(run.started_at),
      ended: familyTime(run.ended_at),
      duration: this.#duration(run),
      attempt: run.attempt,
      total: run.total,
      succeeded: run.succeeded,
      failed: run.failed,
      message: run.message,
    };
  }

  #presentResult(result: ResultSummary): JobResult {
    return {
      id: result.id,
      assetId: result.asset_id,
      assetName: result.asset_name,
      state: result.state,
      exitCode: result.exit_code,
      duration: this.#duration(result),
      reason: result.reason,
      outputLength: result.output_length,
      isCut: result.is_cut === 1,
      sessionId: result.session_id,
    };
  }

  #duration({ started_at, ended_at }: Pick<RunRecord, 'started_at' | 'ended_at'>): number | null {
    return started_at === null ? null : Math.max(0, (ended_at ?? this.#deps.clock.now()) - started_at);
  }
}
