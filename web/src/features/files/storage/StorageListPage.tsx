import { FolderOpenOutlined } from '@ant-design/icons';
import { StorageQuery } from '@jadegate/contract/files/storage';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { RowActions } from '../../../components/RowActions.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { storageColumns } from './storage.columns.tsx';
import { storagesQuery } from './storage.queries.ts';
import type { StorageTargets } from './StorageOverlays.tsx';

const StorageOverlays = lazyOverlays(async () => (await import('./StorageOverlays.tsx')).StorageOverlays);

/** Storage spaces: whose they are, how much they hold, and whom they are shared with. */
export function StorageListPage() {
  const { t } = useTranslation('storage');
  const overlays = useOverlays<StorageTargets>();
  const { open } = overlays;
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
              onClick: () => open('browsing', row),
            },
            {
              key: 'edit',
              label: t('action.edit'),
              access: ['storage-edit'],
              onClick: () => open('form', row.id),
            },
            {
              key: 'delete',
              label: t('action.delete'),
              danger: true,
              access: ['storage-del'],
              refusal: row.isDefault ? t('refusal.default') : undefined,
              onClick: () => open('removal', [row]),
            },
          ]}
        />
      )),
    [t, open],
  );
  return (
    <RecordListPage
      words="storage"
      menu="storage"
      schema={StorageQuery}
      read={storagesQuery}
      columns={columns}
      nameOf={({ name }) => name}
      search={{ name: 'name', placeholder: t('placeholder.search') }}
      action={<CreateButton access="storage-add" label={t('action.create')} onClick={() => open('form')} />}
      tickAccess={['storage-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<FolderOpenOutlined aria-hidden />}
      renderOverlays={(onDone) => <StorageOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
