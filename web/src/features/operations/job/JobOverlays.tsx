import type { JobRow } from '@jadegate/contract/operations/job';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteJobs } from './job.queries.ts';
import { JobFormDrawer } from './JobFormDrawer.tsx';
import { JobRunsDrawer } from './JobRunsDrawer.tsx';
import type { JobOverlays as Overlays } from './useJobOverlays.ts';

interface JobOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawers and the dialog of the list of jobs. Apart from it, so that the list does not wait for their code. */
export function JobOverlays({ overlays: { form, removal, runs }, onDeleted }: JobOverlaysProps) {
  return (
    <>
      <JobFormDrawer
        open={form.isOpen}
        id={form.target?.id}
        fromRun={form.target?.fromRun}
        onClose={form.close}
      />
      <JobRunsDrawer open={runs.isOpen} target={runs.target} onClose={runs.close} />
      <JobDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}

function JobDeleteModal(props: Deletion<JobRow>) {
  const remove = useDeleteJobs();
  return <DeleteDialog {...props} words="job" nameOf={({ name }) => name} remove={remove.mutateAsync} />;
}
