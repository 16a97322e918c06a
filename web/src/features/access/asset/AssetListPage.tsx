import { DatabaseOutlined } from '@ant-design/icons';
import { ASSET_STATES, type AssetRow } from '@jadegate/contract/access/asset';
import { PROTOCOLS } from '@jadegate/contract/access/asset-attributes';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { protocolLabel } from '../../../components/ProtocolTag.tsx';
import { useCan } from '../../../hooks/account.ts';
import { AssetListQuery } from './asset-schemas.ts';
import { assetColumns } from './asset.columns.tsx';
import { assetsQuery, tagsQuery } from './asset.queries.ts';
import { AssetBulkActions } from './AssetBulkActions.tsx';
import { AssetRowActions } from './AssetRowActions.tsx';
import { AssetTransferButtons } from './AssetTransferButtons.tsx';
import { useAssetOverlays } from './useAssetOverlays.ts';

const AssetOverlays = lazyOverlays(async () => (await import('./AssetOverlays.tsx')).AssetOverlays);

/** Assets: the machines that people reach through here. */
export function AssetListPage() {
  const { t } = useTranslation('asset');
  const can = useCan();
  const selection = useSelection<AssetRow>();
  const overlays = useAssetOverlays();
  const { form, copy, bulk, test, removal, importing } = overlays;
  const tags = useQuery({ ...tagsQuery(), enabled: can('asset') });

  const columns = useMemo(
    () =>
      assetColumns(t, (row) => (
        <AssetRowActions
          row={row}
          onEdit={form.open}
          onCopy={copy.open}
          onTest={test.open}
          onBulk={bulk.open}
          onDelete={removal.open}
        />
      )),
    [t, form.open, copy.open, test.open, bulk.open, removal.open],
  );
  const canTick = can('asset-edit', 'asset-change-owner', 'asset-conn-test', 'asset-del');

  const renderTransfer = (query: AssetListQuery) => (
    <AssetTransferButtons query={query} onImport={() => importing.open(undefined)} />
  );

  return (
    <>
      <ListPage
        name="asset"
        title={t('title.list')}
        description={t('title.description')}
        access={['asset']}
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
        action={
          <CreateButton access="asset-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        renderExtra={renderTransfer}
        selection={canTick ? selection : undefined}
        bulkActions={<AssetBulkActions rows={selection.rows} overlays={overlays} />}
        empty={{
          icon: <DatabaseOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <AssetOverlays overlays={overlays} onDone={selection.clear} />
    </>
  );
}
