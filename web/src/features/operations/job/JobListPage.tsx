import { ClockCircleOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { JOB_FUNCS, JobQuery, type JobRow } from '@jadegate/contract/operations/job';
import { App } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { RowActions } from '../../../components/RowActions.tsx';
import { useCan } from '../../../hooks/account.ts';
import { jobColumns } from './job.columns.tsx';
import { jobsQuery, useStartJob } from './job.queries.ts';
import { useJobOverlays, type JobOverlays as Overlays } from './useJobOverlays.ts';

/** In the address: a run of commands that is to become a job. */
const FROM_RUN = 'fromRun';

const JobOverlays = lazyOverlays(async () => (await import('./JobOverlays.tsx')).JobOverlays);

/** What runs at its time. */
export function JobListPage() {
  const { t } = useTranslation('job');
  const can = useCan();
  const selection = useSelection<JobRow>();
  const overlays = useJobOverlays();
  const { form, removal } = overlays;
  const [search, setSearch] = useSearchParams();
  const fromRun = search.get(FROM_RUN);
  const openForm = form.open;
  useEffect(() => {
    if (fromRun !== null && can('job-add')) {
      openForm({ fromRun });
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
  }, [fromRun, can, openForm, setSearch]);
  const columns = jobColumns(t, (row) => <JobRowActions row={row} overlays={overlays} />);
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
    <>
      <ListPage
        name="job"
        title={t('title.list')}
        description={t('title.description')}
        access={['job']}
        schema={JobQuery}
        read={jobsQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        filters={filters}
        action={
          <CreateButton access="job-add" onClick={() => form.open({})}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('job-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{
          icon: <ClockCircleOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <JobOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}

function JobRowActions({ row, overlays: { form, removal, runs } }: { row: JobRow; overlays: Overlays }) {
  const { t } = useTranslation('job');
  const { message } = App.useApp();
  const can = useCan();
  const start = useStartJob();
  const run = () =>
    start.mutate(row.id, {
      onSuccess: ({ runId }) => {
        message.success(t('message.started', { name: row.name }));
        if (can('job-log')) {
          runs.open({ job: row, runId });
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
          onClick: () => runs.open({ job: row, runId: undefined }),
        },
        {
          key: 'edit',
          label: t('action.edit'),
          icon: <EditOutlined aria-hidden />,
          access: ['job-edit'],
          onClick: () => form.open({ id: row.id }),
        },
        {
          key: 'delete',
          label: t('action.delete'),
          icon: <DeleteOutlined aria-hidden />,
          danger: true,
          access: ['job-del'],
          onClick: () => removal.open([row]),
        },
      ]}
    />
  );
}
