import { tagList, type AssetRow } from '@jadegate/contract/access/asset';
import { hostAndPort } from '@jadegate/contract/host';
import { Typography } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { DetailLink } from '../../../components/list/common-columns.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { ProtocolTag } from '../../../components/ProtocolTag.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import type { AssetListQuery } from './asset-schemas.ts';
import { AssetStateTag } from './AssetStateTag.tsx';

const NAME_WIDTH = 240;
const ADDRESS_WIDTH = 220;

/** The columns of the asset list; `actions` is what stands at the end of a row. */
export function assetColumns(
  t: TFunction<'asset'>,
  actions: (row: AssetRow) => ReactNode,
): ListColumn<AssetRow, AssetListQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: (row) => <NameCell row={row} />,
    },
    {
      key: 'protocol',
      title: t('field.protocol'),
      sort: 'protocol',
      render: ({ protocol }) => <ProtocolTag protocol={protocol} />,
    },
    {
      key: 'network',
      title: t('field.network'),
      sort: 'ip',
      render: ({ ip, port }) => <Mono text={hostAndPort(ip, port)} maxWidth={ADDRESS_WIDTH} />,
    },
    {
      key: 'tags',
      card: 'rest',
      title: t('field.tags'),
      render: ({ tags }) => (tags === '' ? '—' : <TagList tags={tagList(tags)} max={2} />),
    },
    {
      key: 'active',
      title: t('field.state'),
      sort: 'active',
      render: (row) => <AssetStateTag asset={row} />,
    },
    {
      key: 'owner',
      title: t('field.owner'),
      render: ({ ownerName, ownerAccount }) => <PersonText name={ownerName} account={ownerAccount} />,
    },
    {
      key: 'gateway',
      title: t('field.accessGatewayId'),
      offByDefault: true,
      render: ({ accessGatewayName }) => accessGatewayName || '—',
    },
    {
      key: 'credential',
      title: t('field.credentialId'),
      offByDefault: true,
      render: ({ credentialName }) => credentialName || '—',
    },
    {
      key: 'checked',
      title: t('field.checked'),
      sort: 'checked',
      offByDefault: true,
      render: ({ checked }) => <TimeText value={checked} />,
    },
    {
      key: 'created',
      title: t('field.created'),
      sort: 'created',
      offByDefault: true,
      render: ({ created }) => <TimeText value={created} />,
    },
    {
      key: 'lastAccessTime',
      title: t('field.lastAccessTime'),
      sort: 'lastAccessTime',
      render: ({ lastAccessTime }) => <TimeText value={lastAccessTime} />,
    },
    actionsColumn(t('field.actions'), 104, actions),
  ];
}

function NameCell({ row: { id, name, description } }: { row: AssetRow }) {
  return (
    <div style={{ maxWidth: NAME_WIDTH }}>
      <Typography.Text ellipsis={{ tooltip: name }}>
        <DetailLink right="asset-detail" to={`/asset/${id}`} name={name} />
      </Typography.Text>
      {description !== '' && (
        <Typography.Text
          type="secondary"
          ellipsis={{ tooltip: description }}
          style={{ display: 'block', fontSize: '0.85em' }}
        >
          {description}
        </Typography.Text>
      )}
    </div>
  );
}
