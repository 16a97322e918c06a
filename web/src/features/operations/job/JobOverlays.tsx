import type { JobRow } from '@jadegate/contract/operations/job';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteJobs } from './job.queries.ts';
import { JobFormDrawer, type EditedJob } from './JobFormDrawer.tsx';
import { JobRunsDrawer, type ShownRuns } from './JobRunsDrawer.tsx';

export interface JobTargets {
  form: EditedJob;
  removal: JobRow[];
  runs: ShownRuns;
}

/** What can lie over the list of jobs. */
export function JobOverlays({ overlays: { of }, onDone }: OverlaysProps<JobTargets>) {
  const remove = useDeleteJobs();
  return (
    <>
      <JobFormDrawer {...of('form')} />
      <JobRunsDrawer {...of('runs')} />
      <DeleteDialog
        {...of('removal')}
        words="job"
        nameOf={({ name }) => name}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
