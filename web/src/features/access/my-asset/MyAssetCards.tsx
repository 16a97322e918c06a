import type { WorkerAsset, WorkerAssetQuery } from '@jadegate/contract/access/worker-asset';
import { NEVER } from '@jadegate/contract/scalars';
import { Card, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { ListPagination } from '../../../components/list/ListPagination.tsx';
import { ProtocolTag } from '../../../components/ProtocolTag.tsx';
import { SshHelpButton } from '../../../components/ssh/SshHelpButton.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import type { ListState } from '../../../hooks/useListState.ts';
import { ConnectButton } from './ConnectButton.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { HostFacts } from './HostFacts.tsx';
import { sshHelpQuery } from './my-asset.queries.ts';
import { RunButton } from './RunButton.tsx';
import { tagsOf } from './tags-of.ts';
import { UsableTag } from './UsableTag.tsx';

import styles from './MyAssetCards.module.css';

interface MyAssetCardsProps {
  rows: readonly WorkerAsset[];
  total: number;
  state: ListState<WorkerAssetQuery>;
  isStale: boolean;
}

/** One card per machine: for a glance and for a thumb. */
export function MyAssetCards({ rows, total, state, isStale }: MyAssetCardsProps) {
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.margin}>
      <ul
        className={styles.grid}
        aria-busy={isStale}
        style={{ gap: token.margin, opacity: isStale ? token.opacityLoading : 1 }}
      >
        {rows.map((asset) => (
          <li key={asset.id}>
            <AssetCard asset={asset} />
          </li>
        ))}
      </ul>
      <ListPagination state={state} total={total} />
    </Flex>
  );
}

function AssetCard({ asset }: { asset: WorkerAsset }) {
  const { t } = useTranslation('my-asset');
  const { token } = theme.useToken();
  const tags = tagsOf(asset.tags);
  return (
    <Card
      className={styles.card}
      size="small"
      styles={{ body: { display: 'flex', flexDirection: 'column', flex: 1, gap: token.marginXS } }}
    >
      <Flex align="center" gap={token.marginXXS}>
        <strong className={styles.name} title={asset.name}>
          {asset.name}
        </strong>
        <FavouriteButton asset={asset} />
      </Flex>
      {asset.description !== '' && (
        <div className={styles.description} style={{ color: token.colorTextSecondary }}>
          {asset.description}
        </div>
      )}
      <Flex gap={4} wrap>
        <ProtocolTag protocol={asset.protocol} />
        <UsableTag asset={asset} />
      </Flex>
      <HostFacts host={asset.host} />
      {tags.length > 0 && <TagList tags={tags} />}
      <div className={styles.foot} style={{ paddingTop: token.paddingXXS }}>
        <span style={{ color: token.colorTextSecondary }}>
          {asset.lastAccessTime !== NEVER && (
            <>
              {t('field.lastUsed')} <TimeText value={asset.lastAccessTime} />
            </>
          )}
        </span>
        <Flex gap={token.marginXS}>
          <SshHelpButton asset={asset} read={sshHelpQuery} iconOnly />
          {asset.commandsOnly && <RunButton assets={[asset]} name={asset.name} />}
          <ConnectButton asset={asset} type="primary" />
        </Flex>
      </div>
    </Card>
  );
}
