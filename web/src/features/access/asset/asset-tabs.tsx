import type { Asset } from '@jadegate/contract/access/asset';
import type { TFunction } from 'i18next';

import type { DetailTab } from '../../../components/detail/DetailPage.tsx';
import { AssetInfoTab } from './AssetInfoTab.tsx';

/** The tabs of an asset's page, in order. */
export function assetTabs(
  asset: Asset,
  t: TFunction<'asset'>,
  { onTest }: { onTest: () => void },
): DetailTab[] {
  return [
    {
      key: 'info',
      label: t('tab.info'),
      access: ['asset-detail'],
      content: <AssetInfoTab asset={asset} onTest={onTest} />,
    },
  ];
}
