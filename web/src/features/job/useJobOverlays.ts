import type { JobRow } from '@jadegate/contract/job';

import { useOverlay, type Overlay } from '../../hooks/useOverlay.ts';

export interface JobOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  removal: Overlay<JobRow[]>;
  /** The runs of a job, with one of them opened. */
  runs: Overlay<{ job: JobRow; runId: string | undefined }>;
}

/** What can lie over the list of jobs. */
export function useJobOverlays(): JobOverlays {
  return {
    form: useOverlay<string | undefined>(),
    removal: useOverlay<JobRow[]>(),
    runs: useOverlay<{ job: JobRow; runId: string | undefined }>(),
  };
}
