import { ClockCircleOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { JOB_FUNCS, JobQuery, type JobRow } from '@jadegate/contract/operations/job';
import { App } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { RowActions } from '../../../components/RowActions.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useOverlays, type RowActionsProps } from '../../../hooks/useOverlays.ts';
import { jobColumns } from './job.columns.tsx';
import { jobsQuery, useStartJob } from './job.queries.ts';
import type { JobTargets } from './JobOverlays.tsx';

/** In the address: a run of commands that is to become a job. */
const FROM_RUN = 'fromRun';

const JobOverlays = lazyOverlays(async () => (await import('./JobOverlays.tsx')).JobOverlays);

/** What runs at its time. */
export function JobListPage() {
  const { t } = useTranslation('job');
  const can = useCan();
  const overlays = useOverlays<JobTargets>();
  const { open } = overlays;
  const [search, setSearch] = useSearchParams();
  const fromRun = search.get(FROM_RUN);
  useEffect(() => {
    if (fromRun !== null && can('job-add')) {
      open('form', { fromRun });
      // Once: whoever closes it and reloads the page does not want it again.
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete(FROM_RUN);
          return next;
        },
        { replace: true },
      );
    }
  }, [fromRun, can, open, setSearch]);
  const columns = jobColumns(t, (row) => <JobRowActions row={row} open={open} />);
  const filters = useMemo(
    () => [
      {
        name: 'func' as const,
        label: t('field.func'),
        options: JOB_FUNCS.map((value) => ({ value, label: t(`func.${value}`) })),
      },
      {
        name: 'status' as const,
        label: t('field.status'),
        options: (['running', 'not-running'] as const).map((value) => ({
          value,
          label: t(`status.${value}`),
        })),
      },
    ],
    [t],
  );
  return (
    <RecordListPage
      words="job"
      menu="job"
      manual="jobs"
      schema={JobQuery}
      read={jobsQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      filters={filters}
      action={<CreateButton access="job-add" label={t('action.create')} onClick={() => open('form', {})} />}
      tickAccess={['job-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<ClockCircleOutlined aria-hidden />}
      renderOverlays={(onDone) => <JobOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}

function JobRowActions({ row, open }: RowActionsProps<JobRow, JobTargets>) {
  const { t } = useTranslation('job');
  const { message } = App.useApp();
  const can = useCan();
  const start = useStartJob();
  const run = () =>
    start.mutate(row.id, {
      onSuccess: ({ runId }) => {
        message.success(t('message.started', { name: row.name }));
        if (can('job-log')) {
          open('runs', { job: row, runId });
        }
      },
    });
  return (
    <RowActions
      name={row.name}
      inline={2}
      actions={[
        { key: 'run', label: t('action.run'), access: ['job-run'], onClick: run },
        {
          key: 'log',
          label: t('action.log'),
          access: ['job-log'],
          onClick: () => open('runs', { job: row, runId: undefined }),
        },
        {
          key: 'edit',
          label: t('action.edit'),
          icon: <EditOutlined aria-hidden />,
          access: ['job-edit'],
          onClick: () => open('form', { id: row.id }),
        },
        {
          key: 'delete',
          label: t('action.delete'),
          icon: <DeleteOutlined aria-hidden />,
          danger: true,
          access: ['job-del'],
          onClick: () => open('removal', [row]),
        },
      ]}
    />
  );
}
