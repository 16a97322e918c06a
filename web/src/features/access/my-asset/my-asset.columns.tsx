import type { WorkerAsset, WorkerAssetQuery } from '@jadegate/contract/access/worker-asset';
import { Flex, Typography } from 'antd';
import type { TFunction } from 'i18next';

import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { ProtocolTag } from '../../../components/ProtocolTag.tsx';
import { SshHelpButton } from '../../../components/ssh/SshHelpButton.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { HostFacts } from './HostFacts.tsx';
import { sshHelpQuery } from './my-asset.queries.ts';
import { RunButton } from './RunButton.tsx';
import { tagsOf } from './tags-of.ts';
import { UsableTag } from './UsableTag.tsx';

const ACTIONS_WIDTH = 256;

export function myAssetColumns(t: TFunction<'my-asset'>): ListColumn<WorkerAsset, WorkerAssetQuery>[] {
  return [
    {
      key: 'name',
      title: t('field.name'),
      sort: 'name',
      always: true,
      render: (asset) => (
        <Flex gap={4} align="center">
          <FavouriteButton asset={asset} />
          <div>
            <div>{asset.name}</div>
            {asset.description !== '' && (
              <Typography.Text type="secondary">{asset.description}</Typography.Text>
            )}
          </div>
        </Flex>
      ),
    },
    {
      key: 'protocol',
      title: t('field.protocol'),
      sort: 'protocol',
      render: ({ protocol }) => <ProtocolTag protocol={protocol} />,
    },
    { key: 'tags', title: t('field.tags'), render: ({ tags }) => <TagList tags={tagsOf(tags)} /> },
    {
      key: 'state',
      title: t('field.state'),
      sort: 'active',
      render: (asset) => (
        <Flex gap={4} wrap>
          <UsableTag asset={asset} />
        </Flex>
      ),
    },
    {
      key: 'host',
      title: t('field.host'),
      render: ({ host }) => (host ? <HostFacts host={host} /> : '—'),
    },
    {
      key: 'lastUsed',
      title: t('field.lastUsed'),
      sort: 'lastAccessTime',
      render: ({ lastAccessTime }) => <TimeText value={lastAccessTime} />,
    },
    actionsColumn(t('field.actions'), ACTIONS_WIDTH, (asset) => (
      <Flex>
        <ConnectButton asset={asset} type="link" size="small" />
        <RunButton assets={[asset]} name={asset.name} type="link" size="small" />
        <SshHelpButton asset={asset} read={sshHelpQuery} type="link" size="small" iconOnly />
      </Flex>
    )),
  ];
}
