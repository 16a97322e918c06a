import type { JobRunState } from '@jadegate/contract/operations/job';
import type { JobResultState } from '@jadegate/contract/operations/job-run';
import { JOB_RESULT_WORDS, JOB_RUN_WORDS } from '@jadegate/contract/words/jobs';

import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';

const TONES: Record<JobRunState | JobResultState, StatusTone> = {
  queued: 'default',
  waiting: 'default',
  running: 'processing',
  succeeded: 'success',
  failed: 'error',
  refused: 'error',
  'timed-out': 'error',
  stopped: 'warning',
  interrupted: 'error',
  skipped: 'default',
};
const WORDS = { ...JOB_RUN_WORDS, ...JOB_RESULT_WORDS };

/** How a run, or an asset in it, went. */
export function JobStateTag({ state }: { state: JobRunState | JobResultState }) {
  const language = useLanguage();
  return <StatusTag tone={TONES[state]}>{WORDS[state][language]}</StatusTag>;
}
