import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { ProtocolTag } from '../../../components/ProtocolTag.tsx';
import { SummaryCard, SummaryName } from '../../../components/SummaryCard.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { myAssetsQuery } from './my-asset.queries.ts';

const SHOWN = { pageIndex: 1, pageSize: 8 };

/** One's own machines on another page, the favourites first. */
export function MyHostsCard() {
  const { t } = useTranslation('my-asset');
  return (
    <SummaryCard
      title={t('title')}
      path="/my-asset"
      all={t('action.all')}
      empty={t('empty.title')}
      result={useQuery(myAssetsQuery(SHOWN))}
      renderRow={(asset) => (
        <>
          <FavouriteButton asset={asset} />
          <SummaryName>{asset.name}</SummaryName>
          <ProtocolTag protocol={asset.protocol} />
          <ConnectButton asset={asset} type="link" size="small" />
        </>
      )}
    />
  );
}
