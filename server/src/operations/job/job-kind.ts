import type { Actor } from '../../kernel/actor.ts';
import type { JobRecord } from './job.repository.ts';
import type { RunReport } from './run-report.ts';

/** One try of a run. */
export interface JobTry {
  job: JobRecord;
  /** The owner, as whom everything is done. */
  owner: Actor;
  report: RunReport;
  /** Aborted when the time is over, somebody stops the run, or the server stops. */
  signal: AbortSignal;
}

/** What jobs of one kind do. */
export interface JobKind {
  /** Answers whether it went well. A failure with a reason is thrown as an `AppError`. */
  run(attempt: JobTry): Promise<boolean>;
}
