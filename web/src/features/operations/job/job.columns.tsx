import type { JobQuery, JobRow } from '@jadegate/contract/operations/job';
import { Flex, Switch, Tag } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { createdColumn, nameColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useChangeJobStatus } from './job.queries.ts';
import { JobStateTag } from './JobStateTag.tsx';

const ACTIONS_WIDTH = 208;
const CRON_WIDTH = 200;
export function jobColumns(
  t: TFunction<'job'>,
  actions: (row: JobRow) => ReactNode,
): ListColumn<JobRow, JobQuery>[] {
  return [
    nameColumn(t('field.name')),
    { key: 'status', title: t('field.status'), card: 'line', render: (row) => <JobStatusSwitch row={row} /> },
    {
      key: 'func',
      title: t('field.func'),
      card: 'line',
      render: ({ func }) => <Tag>{t(`func.${func}`)}</Tag>,
    },
    {
      key: 'cron',
      title: t('field.cron'),
      render: ({ cron }) => <Mono text={cron} maxWidth={CRON_WIDTH} canCopy={false} />,
    },
    {
      key: 'nextRun',
      title: t('field.nextRun'),
      render: ({ nextRun }) => <TimeText value={nextRun} />,
    },
    {
      key: 'updated',
      title: t('field.updated'),
      sort: 'updated',
      render: ({ updated, lastRun }) => (
        <Flex gap={8} align="center">
          <TimeText value={updated} />
          {lastRun !== null && <JobStateTag state={lastRun.state} />}
        </Flex>
      ),
    },
    {
      key: 'owner',
      title: t('field.owner'),
      render: ({ ownerName, ownerAccount }) => <PersonText name={ownerName} account={ownerAccount} />,
    },
    { ...createdColumn(t('field.created')), offByDefault: true },
    actionsColumn(t('field.actions'), ACTIONS_WIDTH, actions),
  ];
}

function JobStatusSwitch({ row: { id, name, status, isPaused } }: { row: JobRow }) {
  const { t } = useTranslation('job');
  const can = useCan();
  const change = useChangeJobStatus();
  return (
    <Flex gap={8} align="center">
      <Switch
        size="small"
        checked={status === 'running'}
        loading={change.isPending}
        disabled={!can('job-change-status')}
        aria-label={t('action.enable', { name })}
        onChange={(isOn) => change.mutate({ id, isOn })}
      />
      {isPaused && <StatusTag tone="warning">{t('status.paused')}</StatusTag>}
    </Flex>
  );
}
