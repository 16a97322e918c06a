import { FolderOpenOutlined } from '@ant-design/icons';
import { StorageQuery, type StorageRow } from '@jadegate/contract/files/storage';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { RowActions } from '../../../components/RowActions.tsx';
import { useCan } from '../../../hooks/account.ts';
import { storageColumns } from './storage.columns.tsx';
import { storagesQuery } from './storage.queries.ts';
import { useStorageOverlays } from './useStorageOverlays.ts';

const StorageOverlays = lazyOverlays(async () => (await import('./StorageOverlays.tsx')).StorageOverlays);

/** Storage spaces: whose they are, how much they hold, and whom they are shared with. */
export function StorageListPage() {
  const { t } = useTranslation('storage');
  const can = useCan();
  const selection = useSelection<StorageRow>();
  const overlays = useStorageOverlays();
  const { form, browsing, removal } = overlays;
  const columns = useMemo(
    () =>
      storageColumns(t, (row) => (
        <RowActions
          name={row.name}
          actions={[
            {
              key: 'browse',
              label: t('action.browse'),
              access: ['storage-browse'],
              onClick: () => browsing.open(row),
            },
            {
              key: 'edit',
              label: t('action.edit'),
              access: ['storage-edit'],
              onClick: () => form.open(row.id),
            },
            {
              key: 'delete',
              label: t('action.delete'),
              danger: true,
              access: ['storage-del'],
              refusal: row.isDefault ? t('refusal.default') : undefined,
              onClick: () => removal.open([row]),
            },
          ]}
        />
      )),
    [t, form, browsing, removal],
  );
  return (
    <>
      <ListPage
        name="storage"
        title={t('title.list')}
        description={t('title.description')}
        access={['storage']}
        schema={StorageQuery}
        read={storagesQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        action={
          <CreateButton access="storage-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('storage-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{
          icon: <FolderOpenOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <StorageOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
