import type { NodeQuery, NodeRow } from '@jadegate/contract/fleet/node';
import { hostAndPort } from '@jadegate/contract/host';
import { Flex, Tag } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { CutText } from '../../../components/CutText.tsx';
import { DetailLink } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { SecondaryLine } from '../../../components/SecondaryLine.tsx';
import { ShareText } from '../../../components/ShareText.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { degrees, figure } from '../../../format/figure.ts';
import { formatSize } from '../../../format/size.ts';
import { ChangedTag } from './ChangedTag.tsx';
import { isOld, memoryPercent, placeOf } from './node-words.ts';
import { NodeStatusTag } from './NodeStatusTag.tsx';

const NAME_WIDTH = 220;
const rate = (value: number) => `${formatSize(value)}/s`;

/** The columns of the list of nodes; `actions` is what stands at the end of a row. */
export function nodeColumns(
  t: TFunction<'node'>,
  actions: (row: NodeRow) => ReactNode,
): ListColumn<NodeRow, NodeQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: (row) => <NameCell row={row} />,
    },
    {
      key: 'status',
      title: t('field.status'),
      sort: 'status',
      render: (row) => <NodeStatusTag node={row} />,
    },
    {
      key: 'address',
      title: t('field.address'),
      render: ({ ip, port, gatewayName }) =>
        ip === '' ? (
          '—'
        ) : (
          <>
            <Mono text={hostAndPort(ip, port)} />
            {gatewayName !== '' && <SecondaryLine text={t('hint.through', { name: gatewayName })} />}
          </>
        ),
    },
    {
      key: 'cpu',
      title: t('field.cpu'),
      sort: 'cpu',
      render: (row) => (
        <ShareText
          percent={row.latest?.cpuPct ?? null}
          detail={row.brief?.threads ? t('unit.threads', { count: row.brief.threads }) : undefined}
          isOld={isOld(row)}
        />
      ),
    },
    {
      key: 'memory',
      title: t('field.memory'),
      sort: 'memory',
      render: (row) => (
        <ShareText
          percent={memoryPercent(row)}
          detail={row.latest?.memTotal ? formatSize(row.latest.memTotal) : undefined}
          isOld={isOld(row)}
        />
      ),
    },
    {
      key: 'disk',
      title: t('field.disk'),
      sort: 'disk',
      render: (row) => <ShareText percent={row.latest?.fsMaxPct ?? null} isOld={isOld(row)} />,
    },
    {
      key: 'load',
      title: t('field.load'),
      sort: 'load',
      numeric: true,
      offByDefault: true,
      render: ({ latest }) => latest?.load1?.toFixed(2) ?? '—',
    },
    {
      key: 'network',
      title: t('field.network'),
      offByDefault: true,
      render: ({ latest }) => `↓ ${figure(latest?.netRxBps, rate)} ↑ ${figure(latest?.netTxBps, rate)}`,
    },
    {
      key: 'temperature',
      title: t('field.temperature'),
      sort: 'temperature',
      numeric: true,
      offByDefault: true,
      render: ({ latest }) => figure(latest?.tempMaxC, degrees),
    },
    {
      key: 'gpu',
      title: t('field.gpu'),
      numeric: true,
      offByDefault: true,
      render: ({ brief }) => brief?.gpuCount ?? '—',
    },
    {
      key: 'place',
      title: t('field.place'),
      sort: 'site',
      offByDefault: true,
      render: (row) => placeOf(row) || '—',
    },
    {
      key: 'hardware',
      title: t('field.hardware'),
      offByDefault: true,
      render: ({ brief }) => [brief?.vendor, brief?.product].filter(Boolean).join(' ') || '—',
    },
    {
      key: 'os',
      title: t('field.os'),
      card: 'rest',
      offByDefault: true,
      render: ({ brief }) => brief?.os ?? '—',
    },
    {
      key: 'booted',
      title: t('field.booted'),
      offByDefault: true,
      render: ({ brief }) => (brief?.bootedAt ? <TimeText value={brief.bootedAt} /> : '—'),
    },
    {
      key: 'seen',
      title: t('field.seen'),
      sort: 'seen',
      render: ({ seenAt }) => (seenAt === null ? '—' : <TimeText value={seenAt} />),
    },
    actionsColumn(t('field.actions'), 200, actions),
  ];
}

function NameCell({ row }: { row: NodeRow }) {
  const { id, name, brief, labels } = row;
  const hostname = brief?.hostname ?? '';
  return (
    <div style={{ maxWidth: NAME_WIDTH }}>
      <CutText text={name}>
        <DetailLink right="node" to={`/node/${id}`} name={name} />
      </CutText>
      {hostname !== '' && hostname !== name && <SecondaryLine text={hostname} />}
      <Flex wrap gap={4}>
        <ChangedTag row={row} />
        {Object.entries(labels)
          .slice(0, 2)
          .map(([key, value]) => (
            <Tag key={key} style={{ marginInlineEnd: 0 }}>{`${key}=${value}`}</Tag>
          ))}
      </Flex>
    </div>
  );
}
