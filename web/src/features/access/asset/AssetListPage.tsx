import { DatabaseOutlined } from '@ant-design/icons';
import { ASSET_STATES } from '@jadegate/contract/access/asset';
import { PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { protocolLabel } from '../../../components/ProtocolTag.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useCreateOnArrival } from '../../../hooks/useCreateOnArrival.ts';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { AssetListQuery } from './asset-schemas.ts';
import { assetColumns } from './asset.columns.tsx';
import { assetsQuery, tagsQuery } from './asset.queries.ts';
import { AssetBulkActions } from './AssetBulkActions.tsx';
import type { AssetTargets } from './AssetOverlays.tsx';
import { AssetRowActions } from './AssetRowActions.tsx';
import { AssetTransferButtons } from './AssetTransferButtons.tsx';
import { ThisMachineOffer } from './ThisMachineOffer.tsx';

const AssetOverlays = lazyOverlays(async () => (await import('./AssetOverlays.tsx')).AssetOverlays);

/** Assets: the machines that people reach through here. */
export function AssetListPage() {
  const { t } = useTranslation('asset');
  const can = useCan();
  const overlays = useOverlays<AssetTargets>();
  const { open } = overlays;
  useCreateOnArrival(() => open('thisMachine'), 'this-machine');
  const tags = useQuery({ ...tagsQuery(), enabled: can('asset') });

  const columns = useMemo(
    () => assetColumns(t, (row) => <AssetRowActions row={row} open={open} />),
    [t, open],
  );

  const renderTransfer = (query: AssetListQuery) => (
    <AssetTransferButtons query={query} onImport={() => open('importing')} />
  );

  return (
    <RecordListPage
      words="asset"
      menu="asset"
      manual="hosts"
      schema={AssetListQuery}
      read={assetsQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      filters={[
        { kind: 'text', name: 'network', label: t('placeholder.network') },
        {
          name: 'protocol',
          label: t('field.protocol'),
          options: PROTOCOLS.map((value) => ({ value, label: protocolLabel(value) })),
        },
        {
          kind: 'many',
          name: 'tags',
          label: t('field.tags'),
          options: (tags.data ?? []).map((value) => ({ value, label: value })),
        },
        {
          name: 'state',
          label: t('field.state'),
          options: ASSET_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        },
      ]}
      action={<CreateButton access="asset-add" label={t('action.create')} onClick={() => open('form')} />}
      renderExtra={renderTransfer}
      tickAccess={['asset-edit', 'asset-change-owner', 'asset-conn-test', 'asset-del']}
      renderBulk={(rows) => <AssetBulkActions rows={rows} open={open} />}
      icon={<DatabaseOutlined aria-hidden />}
      emptyHelp={<ThisMachineOffer onChoose={() => open('thisMachine')} />}
      renderOverlays={(onDone) => <AssetOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
