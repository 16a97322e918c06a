import type { HostInterface } from '@jadegate/contract/fleet/host-facts';
import type { Node } from '@jadegate/contract/fleet/node';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';

/** Its network cards and their addresses. */
export function NodeNetworkTab({ node: { facts } }: { node: Node }) {
  const { t } = useTranslation('node');
  if (!facts || facts.interfaces.length === 0) {
    return <EmptyState title={t('empty.network')} description={t('empty.factsHelp')} />;
  }
  return (
    <SmallTable<HostInterface>
      rowKey="name"
      dataSource={facts.interfaces}
      columns={[
        { key: 'name', title: t('field.interface'), render: (_value, { name }) => <Mono text={name} /> },
        {
          key: 'state',
          title: t('field.status'),
          render: (_value, { state }) =>
            state === null ? (
              '—'
            ) : (
              <StatusTag tone={state.toLowerCase() === 'up' ? 'success' : 'default'}>{state}</StatusTag>
            ),
        },
        {
          key: 'addresses',
          title: t('field.addresses'),
          render: (_value, { addresses }) =>
            addresses.length === 0
              ? '—'
              : addresses.map(({ address, prefix }) => (
                  <div key={address}>
                    <Mono text={prefix === null ? address : `${address}/${prefix}`} />
                  </div>
                )),
        },
        {
          key: 'mac',
          title: t('field.mac'),
          render: (_value, { mac }) => (mac === null ? '—' : <Mono text={mac} />),
        },
        {
          key: 'speed',
          title: t('field.speed'),
          render: (_value, { speedMbps }) => (speedMbps === null ? '—' : `${speedMbps} Mb/s`),
        },
        { key: 'mtu', title: t('field.mtu'), render: (_value, { mtu }) => mtu ?? '—' },
        { key: 'driver', title: t('field.driver'), render: (_value, { driver }) => driver ?? '—' },
      ]}
    />
  );
}
