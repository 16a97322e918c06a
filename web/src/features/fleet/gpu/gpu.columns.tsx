import type { GpuQuery, GpuRow } from '@jadegate/contract/fleet/gpu';
import { Typography } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { DetailLink } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { ShareText } from '../../../components/ShareText.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { degrees, figure, shareOf, watts } from '../../../format/figure.ts';
import { formatSize } from '../../../format/size.ts';
import { isOld, placeOf } from './gpu-words.ts';
import { GpuHealthTag, GpuUsageTag } from './GpuTags.tsx';
import { GpuUsers } from './GpuUsers.tsx';

/** The columns of the list of GPUs; `actions` is what stands at the end of a row. */
export function gpuColumns(
  t: TFunction<'gpu'>,
  actions: (row: GpuRow) => ReactNode,
): ListColumn<GpuRow, GpuQuery>[] {
  return [
    {
      key: 'model',
      title: t('field.model'),
      sort: 'model',
      always: true,
      render: (row) => (
        <>
          <DetailLink right="gpu-resource" to={`/gpu-resource/${row.id}`} name={row.model || row.bdf} />
          <Typography.Text type="secondary" style={{ display: 'block', fontSize: '0.85em' }}>
            {`${row.nodeName} ${placeOf(row)}`}
          </Typography.Text>
        </>
      ),
    },
    {
      key: 'usage',
      title: t('field.usage'),
      render: (row) => <GpuUsageTag gpu={row} />,
    },
    {
      key: 'health',
      title: t('field.health'),
      sort: 'health',
      render: (row) => <GpuHealthTag gpu={row} />,
    },
    {
      key: 'util',
      title: t('field.util'),
      sort: 'util',
      render: (row) => <ShareText percent={row.utilPct} isOld={isOld(row)} mayBeFull />,
    },
    {
      key: 'memory',
      title: t('field.memory'),
      sort: 'memory',
      render: (row) => (
        <ShareText
          percent={shareOf(row.memUsed, row.memTotal)}
          detail={figure(row.memTotal, formatSize)}
          isOld={isOld(row)}
        />
      ),
    },
    {
      key: 'users',
      title: t('field.users'),
      render: (row) => <GpuUsers gpu={row} />,
    },
    {
      key: 'processes',
      title: t('field.processes'),
      numeric: true,
      render: ({ processes }) => processes,
    },
    {
      key: 'temperature',
      title: t('field.temperature'),
      sort: 'temperature',
      numeric: true,
      render: ({ tempC }) => figure(tempC, degrees),
    },
    {
      key: 'power',
      title: t('field.power'),
      sort: 'power',
      numeric: true,
      render: ({ powerW, powerLimitW }) =>
        powerLimitW === null
          ? figure(powerW, watts)
          : `${figure(powerW, watts)} / ${figure(powerLimitW, watts)}`,
    },
    {
      key: 'idle',
      title: t('field.idle'),
      sort: 'idle',
      render: ({ idleSince }) => (idleSince === null ? '—' : <TimeText value={idleSince} />),
    },
    {
      key: 'node',
      title: t('field.node'),
      sort: 'node',
      offByDefault: true,
      render: ({ nodeId, nodeName }) => <DetailLink right="node" to={`/node/${nodeId}`} name={nodeName} />,
    },
    {
      key: 'slices',
      title: t('field.slices'),
      numeric: true,
      offByDefault: true,
      render: ({ slices }) => slices ?? '—',
    },
    {
      key: 'driver',
      title: t('field.driver'),
      card: 'rest',
      offByDefault: true,
      render: ({ driver, cuda }) =>
        driver === null ? '—' : cuda === null ? driver : `${driver} · CUDA ${cuda}`,
    },
    {
      key: 'uuid',
      title: t('field.uuid'),
      card: 'rest',
      offByDefault: true,
      render: ({ uuid }) => (uuid === '' ? '—' : <Mono text={uuid} />),
    },
    {
      key: 'seen',
      title: t('field.seen'),
      sort: 'seen',
      card: 'rest',
      offByDefault: true,
      render: ({ seenAt }) => (seenAt === null ? '—' : <TimeText value={seenAt} />),
    },
    actionsColumn(t('field.actions'), 160, actions),
  ];
}
