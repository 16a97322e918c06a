import { inEachLanguage, translate, type Language } from '@jadegate/contract/language';
import { jobNameIn, JOB_RUN_WORDS } from '@jadegate/contract/words/jobs';

import type { Database } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';
import { assetLine } from './job-message.ts';
import type { JobRunRepository } from './job-run.repository.ts';
import type { FailingJob, JobRecord, JobRepository } from './job.repository.ts';

interface Dependencies {
  database: Database;
  jobs: JobRepository;
  runs: JobRunRepository;
  audit: AuditService;
  language: () => Promise<Language>;
  /** Whether a job is in trouble may have changed. */
  onChange: () => Promise<void>;
}

const EVERY_MS = 5 * SECOND_MS;
/** A run that failed has failed, and one that succeeded is its end. */
const HOLD_MS = { raise: 0, clear: 0 };
/** Assets that a letter names. */
const NAMED_ASSETS = 20;

/** Looks after jobs that nobody answers for, and knows which ones fail. */
export class JobWatch {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** For those who tell administrators. */
  get watches(): AlertWatch[] {
    const common = { seenBy: 'all', everyMs: EVERY_MS, holdMs: HOLD_MS } as const;
    return [
      { kind: 'job-paused', ...common, check: () => this.#listPaused() },
      { kind: 'job-failed', ...common, check: () => this.#listFailing() },
    ];
  }

  /** To be called every few seconds. */
  async check(): Promise<void> {
    for (const job of await this.#deps.jobs.listOwnerless()) {
      await this.pause(job);
    }
  }

  /** Nobody answers for the job: it is taken off the schedule, and those in charge of jobs hear of it. */
  async pause({ id, name }: Pick<JobRecord, 'id' | 'name'>): Promise<void> {
    const { database, jobs, audit } = this.#deps;
    const isPaused = await database.transact(async (tx) => {
      const hasChanged = await jobs.pause(id, tx);
      if (hasChanged) {
        await audit.write(SYSTEM_CALLER, { action: 'job.paused', object: { type: 'job', id, name } }, tx);
      }
      return hasChanged;
    });
    if (isPaused) {
      await this.#deps.onChange();
    }
  }

  /** To be called with every run that came to an end. */
  async ended(): Promise<void> {
    await this.#deps.onChange();
  }

  async #listPaused(): Promise<Condition[]> {
    return (await this.#deps.jobs.listPaused()).map(({ id, name }) => ({
      subject: id,
      wording: 'job-paused',
      level: 'warning',
      params: inEachLanguage('name', (spoken) => jobNameIn(name, spoken)),
    }));
  }

  async #listFailing(): Promise<Condition[]> {
    const language = await this.#deps.language();
    return (await this.#deps.jobs.listFailing()).map((job) => ({
      subject: job.id,
      wording: 'job-failed',
      level: 'warning',
      params: {
        ...inEachLanguage('name', (spoken) => jobNameIn(job.name, spoken)),
        ...inEachLanguage('state', (spoken) => translate(JOB_RUN_WORDS[job.state], spoken)),
      },
      readers: { owner: job.owner_id, administrators: '', nobody: 'nobody' }[job.failure_mail],
      occasion: job.run_id,
      detail: () => this.#describe(job, language),
    }));
  }

  /** The assets where it went wrong, or what the run says of itself. */
  async #describe({ run_id, message }: FailingJob, language: Language): Promise<string[]> {
    const results = await this.#deps.runs.listResults(run_id);
    const failed = results.filter(({ state }) => state !== 'succeeded').slice(0, NAMED_ASSETS);
    return failed.length > 0
      ? failed.map((result) => assetLine(result, language))
      : [message.split('\n')[0] ?? ''];
  }
}
