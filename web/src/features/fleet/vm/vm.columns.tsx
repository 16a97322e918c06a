import type { VmQuery, VmRow } from '@jadegate/contract/fleet/vm';
import { Flex, Tag, Tooltip, Typography } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { CutText } from '../../../components/CutText.tsx';
import { DetailLink } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { SecondaryLine } from '../../../components/SecondaryLine.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { diskOf, hasOldSnapshot, memoryOf, percentOr, rateOr, UNKNOWN } from './vm-words.ts';
import { VmStateTag } from './VmStateTag.tsx';

const NAME_WIDTH = 220;

/** The columns of the list of virtual machines; `actions` is what stands at the end of a row. */
export function vmColumns(
  t: TFunction<'vm'>,
  actions: (row: VmRow) => ReactNode,
): ListColumn<VmRow, VmQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: (row) => <NameCell row={row} />,
    },
    { key: 'state', title: t('field.state'), sort: 'state', render: (row) => <VmStateTag vm={row} /> },
    {
      key: 'node',
      title: t('field.node'),
      sort: 'node',
      render: ({ nodeId, nodeName, cluster, host }) => (
        <>
          {nodeId === null ? UNKNOWN : <DetailLink right="node" to={`/node/${nodeId}`} name={nodeName} />}
          {cluster !== '' && <SecondaryLine text={`${cluster} / ${host}`} />}
        </>
      ),
    },
    {
      key: 'provider',
      title: t('field.provider'),
      offByDefault: true,
      render: ({ provider }) => t(`provider.${provider}`),
    },
    {
      key: 'ip',
      title: t('field.ip'),
      render: ({ ip, ipSource }) =>
        ip === '' ? (
          UNKNOWN
        ) : (
          <>
            <Mono text={ip} />
            {ipSource !== null && <SecondaryLine text={t(`addressSource.${ipSource}`)} />}
          </>
        ),
    },
    {
      key: 'cpu',
      title: t('field.cpu'),
      sort: 'cpu',
      numeric: true,
      render: ({ cpuPct, vcpus }) =>
        vcpus === null ? percentOr(cpuPct) : `${percentOr(cpuPct)} · ${t('unit.vcpus', { count: vcpus })}`,
    },
    { key: 'memory', title: t('field.memory'), sort: 'memory', numeric: true, render: memoryOf },
    { key: 'disk', title: t('field.disk'), sort: 'disk', numeric: true, render: diskOf },
    {
      key: 'network',
      title: t('field.network'),
      offByDefault: true,
      render: ({ netRxBps, netTxBps }) => `↓ ${rateOr(netRxBps)} ↑ ${rateOr(netTxBps)}`,
    },
    {
      key: 'snapshots',
      title: t('field.snapshots'),
      sort: 'snapshots',
      numeric: true,
      render: (row) =>
        hasOldSnapshot(row) ? (
          <Tooltip title={t('hint.oldSnapshot')}>
            <Typography.Text type="warning">{row.snapshotCount}</Typography.Text>
          </Tooltip>
        ) : (
          row.snapshotCount
        ),
    },
    {
      key: 'gpu',
      title: t('field.passedThrough'),
      offByDefault: true,
      render: ({ passedThrough }) => passedThrough.join(', ') || UNKNOWN,
    },
    {
      key: 'autostart',
      title: t('field.autostart'),
      offByDefault: true,
      render: ({ isAutostart }) => (isAutostart === null ? UNKNOWN : t(isAutostart ? 'hint.on' : 'hint.off')),
    },
    {
      key: 'owner',
      title: t('field.owner'),
      offByDefault: true,
      render: ({ ownerName }) => ownerName || UNKNOWN,
    },
    {
      key: 'asset',
      title: t('field.asset'),
      offByDefault: true,
      render: ({ assetId, assetName }) =>
        assetId === null ? (
          UNKNOWN
        ) : (
          <DetailLink right="asset-detail" to={`/asset/${assetId}`} name={assetName} />
        ),
    },
    {
      key: 'seen',
      title: t('field.seen'),
      sort: 'seen',
      render: ({ seenAt }) => (seenAt === null ? UNKNOWN : <TimeText value={seenAt} />),
    },
    actionsColumn(t('field.actions'), 200, actions),
  ];
}

function NameCell({ row }: { row: VmRow }) {
  const { id, name, title, labels } = row;
  return (
    <div style={{ maxWidth: NAME_WIDTH }}>
      <CutText text={name}>
        <DetailLink right="vm" to={`/vm/${id}`} name={name} />
      </CutText>
      {title !== '' && title !== name && <SecondaryLine text={title} />}
      <Flex wrap gap={4}>
        {Object.entries(labels)
          .slice(0, 2)
          .map(([key, value]) => (
            <Tag key={key} style={{ marginInlineEnd: 0 }}>{`${key}=${value}`}</Tag>
          ))}
      </Flex>
    </div>
  );
}
