import { ApiOutlined, EditOutlined } from '@ant-design/icons';
import type { Asset } from '@jadegate/contract/access/asset';
import { hostAndPort } from '@jadegate/contract/host';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DetailPage, type MoreTabs } from '../../../components/detail/DetailPage.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { SshHelpButton } from '../../../components/ssh/SshHelpButton.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { assetTabs } from './asset-tabs.tsx';
import { assetQuery, sshHelpQuery } from './asset.queries.ts';
import type { AssetTargets } from './AssetOverlays.tsx';
import { ConnectButton } from './ConnectButton.tsx';

const AssetOverlays = lazyOverlays(async () => (await import('./AssetOverlays.tsx')).AssetOverlays);

/** One asset: where it is, how it is reached, which key it shows, and who may use it. */
export function AssetDetailPage({ moreTabs }: MoreTabs<Asset>) {
  const { t } = useTranslation('asset');
  const { assetId = '' } = useParams();
  const overlays = useOverlays<AssetTargets>();
  const { open } = overlays;
  const action = (asset: Asset) => (
    <>
      <Can any={['asset-access']}>
        <ConnectButton asset={asset} />
        <SshHelpButton asset={asset} read={sshHelpQuery} />
      </Can>
      <Can any={['asset-conn-test']}>
        <Button icon={<ApiOutlined aria-hidden />} onClick={() => open('test', [asset])}>
          {t('action.test')}
        </Button>
      </Can>
      <Can any={['asset-edit']}>
        <Button icon={<EditOutlined aria-hidden />} onClick={() => open('form', asset.id)}>
          {t('action.edit')}
        </Button>
      </Can>
    </>
  );
  return (
    <>
      <DetailPage
        read={assetQuery(assetId)}
        title={({ name }) => name}
        description={({ ip, port }) => hostAndPort(ip, port)}
        action={action}
        tabs={(asset) => [
          ...assetTabs(asset, t, { onTest: () => open('test', [asset]) }),
          ...(moreTabs?.(asset) ?? []),
        ]}
        listPath="/asset"
      />
      <AssetOverlays overlays={overlays} />
    </>
  );
}
