import { ClearOutlined, HistoryOutlined } from '@ant-design/icons';
import type { JobRow } from '@jadegate/contract/operations/job';
import type { JobRun } from '@jadegate/contract/operations/job-run';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Drawer, Flex, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { ConfirmButton } from '../../../components/ConfirmButton.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { durationText } from './duration-text.ts';
import { runsQuery, useClearJobLogs } from './job.queries.ts';
import { JobRunView } from './JobRunView.tsx';
import { JobStateTag } from './JobStateTag.tsx';

const WIDTH = 1100;
const PAGE = 10;

export interface ShownRuns {
  job: JobRow;
  /** The one that is opened. */
  runId: string | undefined;
}

/** What a job did: its runs, and one of them as it goes on or went. */
export function JobRunsDrawer({ open, target, onClose }: OverlayProps<ShownRuns>) {
  const { t } = useTranslation('job');
  const { message } = App.useApp();
  const clear = useClearJobLogs();
  const job = target?.job;
  const handleClear = async () => {
    if (job) {
      await clear.mutateAsync(job.id);
      message.success(t('message.cleared'));
    }
  };
  return (
    <Drawer
      open={open}
      size={WIDTH}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      title={t('title.runs', { name: job?.name ?? '' })}
      extra={
        <Can any={['job-log-clear']}>
          <ConfirmButton
            icon={<ClearOutlined aria-hidden />}
            title={t('confirm.clear.title')}
            consequence={t('confirm.clear.help')}
            confirmLabel={t('action.clear')}
            onConfirm={handleClear}
          >
            {t('action.clear')}
          </ConfirmButton>
        </Can>
      }
      onClose={onClose}
      destroyOnHidden
    >
      {job && <Runs key={target?.runId ?? job.id} job={job} first={target?.runId} />}
    </Drawer>
  );
}

function Runs({ job, first }: { job: JobRow; first: string | undefined }) {
  const [opened, setOpened] = useState(first);
  return opened === undefined ? (
    <RunList job={job} onOpen={setOpened} />
  ) : (
    <JobRunView jobId={job.id} runId={opened} onBack={() => setOpened(undefined)} />
  );
}

function RunList({ job, onOpen }: { job: JobRow; onOpen: (runId: string) => void }) {
  const { t } = useTranslation('job');
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(runsQuery(job.id, page, PAGE));
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (data.total === 0) {
    return (
      <EmptyState
        icon={<HistoryOutlined aria-hidden />}
        title={t('empty.runsTitle')}
        description={t('empty.runsHelp')}
      />
    );
  }
  const columns = [
    {
      key: 'planned',
      title: t('field.planned'),
      render: (_value: unknown, { planned }: JobRun) => <TimeText value={planned} variant="exact" />,
    },
    {
      key: 'state',
      title: t('field.state'),
      render: (_value: unknown, { state }: JobRun) => <JobStateTag state={state} />,
    },
    {
      key: 'cause',
      title: t('field.cause'),
      render: (_value: unknown, { cause, byName }: JobRun) => t(`cause.${cause}`, { name: byName }),
    },
    {
      key: 'duration',
      title: t('field.duration'),
      render: (_value: unknown, { duration }: JobRun) => durationText(duration),
    },
    {
      key: 'summary',
      title: t('field.summary'),
      render: (_value: unknown, { total, succeeded, failed, message }: JobRun) =>
        total === 0 ? message.split('\n')[0] || '—' : t('status.counts', { total, succeeded, failed }),
    },
    {
      key: 'actions',
      title: t('field.actions'),
      render: (_value: unknown, { id }: JobRun) => (
        <Button type="link" size="small" onClick={() => onOpen(id)}>
          {t('action.view')}
        </Button>
      ),
    },
  ];
  return (
    <Flex vertical gap={16}>
      <SmallTable columns={columns} dataSource={data.items} />
      <Pagination
        current={page}
        pageSize={PAGE}
        total={data.total}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={setPage}
      />
    </Flex>
  );
}
