import type { Vm } from '@jadegate/contract/fleet/vm';
import type { VmDisk, VmInterface } from '@jadegate/contract/fleet/vm-state';
import { Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { sizeOr, UNKNOWN } from './vm-words.ts';

/** Its disks, its network and what of the host was given to it. */
export function VmDevicesTab({ vm: { found } }: { vm: Vm }) {
  const { t } = useTranslation('vm');
  const { token } = theme.useToken();
  if (!found) {
    return <EmptyState title={t('empty.found')} description={t('empty.foundHelp')} />;
  }
  return (
    <Flex vertical gap={token.marginLG}>
      <section aria-label={t('title.disks')}>
        <Typography.Title level={5}>{t('title.disks')}</Typography.Title>
        <SmallTable<VmDisk>
          rowKey="target"
          dataSource={found.disks}
          locale={{ emptyText: t('empty.disks') }}
          columns={[
            {
              key: 'target',
              title: t('field.target'),
              render: (_value, { target }) => <Mono text={target} />,
            },
            {
              key: 'type',
              title: t('field.type'),
              render: (_value, { device, bus, format }) =>
                [device, bus, format].filter(Boolean).join(' / ') || UNKNOWN,
            },
            { key: 'size', title: t('field.size'), render: (_value, { sizeBytes }) => sizeOr(sizeBytes) },
            {
              key: 'allocated',
              title: t('field.allocated'),
              render: (_value, { allocatedBytes }) => sizeOr(allocatedBytes),
            },
            {
              key: 'source',
              title: t('field.source'),
              render: (_value, { source }) => (source === null ? UNKNOWN : <Mono text={source} />),
            },
          ]}
        />
      </section>
      <section aria-label={t('title.interfaces')}>
        <Typography.Title level={5}>{t('title.interfaces')}</Typography.Title>
        <SmallTable<VmInterface>
          rowKey={({ mac, target }) => `${mac ?? ''} ${target ?? ''}`}
          dataSource={found.interfaces}
          locale={{ emptyText: t('empty.interfaces') }}
          columns={[
            {
              key: 'mac',
              title: 'MAC',
              render: (_value, { mac }) => (mac === null ? UNKNOWN : <Mono text={mac} />),
            },
            {
              key: 'network',
              title: t('field.network'),
              render: (_value, { type, source }) => [type, source].filter(Boolean).join(' / ') || UNKNOWN,
            },
            { key: 'model', title: t('field.model'), render: (_value, { model }) => model ?? UNKNOWN },
            {
              key: 'addresses',
              title: t('field.ip'),
              render: (_value, { addresses }) =>
                addresses.length === 0
                  ? UNKNOWN
                  : addresses.map(({ address, source }) => (
                      <div key={address}>
                        <Mono text={address} /> {t(`addressSource.${source}`)}
                      </div>
                    )),
            },
          ]}
        />
      </section>
      {found.passedThrough.length > 0 && (
        <section aria-label={t('field.passedThrough')}>
          <Typography.Title level={5}>{t('field.passedThrough')}</Typography.Title>
          {found.passedThrough.map((bdf) => (
            <div key={bdf}>
              <Mono text={bdf} />
            </div>
          ))}
        </section>
      )}
    </Flex>
  );
}
