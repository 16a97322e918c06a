import type { RunQuery, RunRow } from '@jadegate/contract/operations/run-history';
import { Tag } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { createdColumn } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';
import { formatDuration } from '../../../format/duration.ts';
import type { HistoryOf } from './command-run.queries.ts';

const ACTIONS_WIDTH = 200;
const SCRIPT_WIDTH = 320;
const TONES: Readonly<Record<RunRow['state'], StatusTone>> = {
  running: 'processing',
  over: 'default',
  interrupted: 'error',
};

export function runColumns(
  t: TFunction<'command-run'>,
  of: HistoryOf,
  actions: (row: RunRow) => ReactNode,
): ListColumn<RunRow, RunQuery>[] {
  return [
    createdColumn(t('column.created')),
    {
      key: 'kind',
      title: t('column.kind'),
      card: 'line',
      render: ({ kind }) => <Tag>{t(`kind.${kind}`)}</Tag>,
    },
    {
      key: 'script',
      title: t('column.script'),
      always: true,
      card: 'title',
      render: ({ script }) => <Mono text={script} maxWidth={SCRIPT_WIDTH} canCopy={false} />,
    },
    ...(of === 'all'
      ? [{ key: 'user', title: t('column.user'), render: ({ userName }: RunRow) => userName || '—' }]
      : []),
    {
      key: 'state',
      title: t('column.state'),
      card: 'line',
      render: ({ state }) => <StatusTag tone={TONES[state]}>{t(`runState.${state}`)}</StatusTag>,
    },
    {
      key: 'hosts',
      title: t('column.hosts'),
      card: 'line',
      render: ({ hosts, succeeded, failed }) => t('history.counts', { hosts, succeeded, failed }),
    },
    {
      key: 'time',
      title: t('column.time'),
      render: ({ durationMs }) => (durationMs === null ? '—' : formatDuration(Math.ceil(durationMs / 1000))),
    },
    {
      key: 'origin',
      title: t('column.origin'),
      offByDefault: true,
      render: ({ origin }) => t(`origin.${origin}`),
    },
    actionsColumn(t('column.actions'), ACTIONS_WIDTH, actions),
  ];
}
