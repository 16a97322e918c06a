import type {
  JobFailureMail,
  JobFunc,
  JobOverlap,
  JobRunState,
  JobStatus,
  StoredJobMode,
} from '@jadegate/contract/operations/job';
import type { JobResultState } from '@jadegate/contract/operations/job-run';
import type { Generated } from 'kysely';

import type { Flag } from './flag.ts';

export interface JobTable {
  id: string;
  name: string;
  func: JobFunc;
  cron: string;
  mode: StoredJobMode;
  /** Comma-separated. */
  tags: string;
  /** JSON text, as the contract says for its kind. */
  metadata: string;
  status: JobStatus;
  /** As whom it runs; the person may be gone. */
  owner_id: string;
  overlap: JobOverlap;
  timeout_seconds: number;
  retries: number;
  failure_mail: JobFailureMail;
  /** Taken off the schedule for want of its owner. */
  is_paused: Generated<Flag>;
  created_at: number;
  last_run_at: number | null;
  /** In the time of the database; null until the scheduler has reckoned it. */
  next_at: number | null;
}

export interface JobAssetTable {
  job_id: string;
  asset_id: string;
}

export interface JobRunTable {
  id: string;
  job_id: string;
  state: JobRunState;
  cause: 'schedule' | 'manual';
  /** Who asked for it; empty when the clock did. */
  by_name: string;
  /** The process that runs it; null while it waits. */
  process_id: string | null;
  stop_asked: Generated<Flag>;
  attempt: Generated<number>;
  planned_at: number;
  started_at: number | null;
  ended_at: number | null;
  total: Generated<number>;
  succeeded: Generated<number>;
  failed: Generated<number>;
  message: Generated<string>;
}

export interface JobResultTable {
  id: string;
  run_id: string;
  /** Their order in the list. */
  place: number;
  asset_id: string;
  asset_name: string;
  state: JobResultState;
  exit_code: number | null;
  started_at: number | null;
  ended_at: number | null;
  reason: string;
  output: string;
  is_cut: Flag;
  session_id: string;
}
