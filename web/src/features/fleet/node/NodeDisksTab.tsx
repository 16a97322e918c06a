import type { HostDisk } from '@jadegate/contract/fleet/host-facts';
import type { HostFileSystem } from '@jadegate/contract/fleet/host-sample';
import type { Node } from '@jadegate/contract/fleet/node';
import { Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { ShareText } from '../../../components/ShareText.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { formatSize } from '../../../format/size.ts';
import { isOld } from './node-words.ts';

const size = (value: number | null) => (value === null ? '—' : formatSize(value));

/** Its file systems with what is left of them, and its disks. */
export function NodeDisksTab({ node }: { node: Node }) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const disks = node.facts?.disks ?? [];
  const fileSystems = node.latest?.fileSystems ?? [];
  if (disks.length === 0 && fileSystems.length === 0) {
    return <EmptyState title={t('empty.disks')} description={t('empty.factsHelp')} />;
  }
  return (
    <Flex vertical gap={token.marginLG}>
      <section aria-label={t('title.fileSystems')}>
        <Typography.Title level={5}>{t('title.fileSystems')}</Typography.Title>
        <SmallTable<HostFileSystem>
          rowKey="mount"
          dataSource={fileSystems}
          columns={[
            { key: 'mount', title: t('field.mount'), render: (_value, { mount }) => <Mono text={mount} /> },
            {
              key: 'device',
              title: t('field.device'),
              render: (_value, { device }) => <Mono text={device} />,
            },
            {
              key: 'used',
              title: t('field.used'),
              render: (_value, { pct, usedBytes, totalBytes }) => (
                <ShareText
                  percent={pct}
                  detail={`${size(usedBytes)} / ${size(totalBytes)}`}
                  isOld={isOld(node)}
                />
              ),
            },
            {
              key: 'avail',
              title: t('field.avail'),
              render: (_value, { availBytes }) => size(Math.max(0, availBytes)),
            },
          ]}
        />
      </section>
      <section aria-label={t('title.disks')}>
        <Typography.Title level={5}>{t('title.disks')}</Typography.Title>
        <SmallTable<HostDisk>
          rowKey="name"
          dataSource={disks}
          columns={[
            { key: 'name', title: t('field.disk'), render: (_value, { name }) => <Mono text={name} /> },
            { key: 'type', title: t('field.type'), render: (_value, { type }) => type ?? '—' },
            { key: 'size', title: t('field.size'), render: (_value, { sizeBytes }) => size(sizeBytes) },
            { key: 'model', title: t('field.model'), render: (_value, { model }) => model ?? '—' },
            { key: 'serial', title: t('field.serial'), render: (_value, { serial }) => serial ?? '—' },
            {
              key: 'kind',
              title: t('field.kind'),
              render: (_value, { isRotational }) =>
                isRotational === null ? '—' : isRotational ? t('hint.rotational') : t('hint.solid'),
            },
            {
              key: 'mountPoint',
              title: t('field.mount'),
              render: (_value, { mountPoint }) => mountPoint ?? '—',
            },
          ]}
        />
      </section>
    </Flex>
  );
}
