import type { JobRow } from '@jadegate/contract/operations/job';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

interface JobToEdit {
  /** Without it a new one is made. */
  id?: string;
  /** From the run of that id. */
  fromRun?: string;
}

export interface JobOverlays {
  form: Overlay<JobToEdit>;
  removal: Overlay<JobRow[]>;
  /** The runs of a job, with one of them opened. */
  runs: Overlay<{ job: JobRow; runId: string | undefined }>;
}

/** What can lie over the list of jobs. */
export function useJobOverlays(): JobOverlays {
  return {
    form: useOverlay<JobToEdit>(),
    removal: useOverlay<JobRow[]>(),
    runs: useOverlay<{ job: JobRow; runId: string | undefined }>(),
  };
}
