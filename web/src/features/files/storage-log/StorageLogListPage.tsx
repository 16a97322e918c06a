import { FileTextOutlined } from '@ant-design/icons';
import { STORAGE_ACTIONS, StorageLogQuery } from '@jadegate/contract/files/storage-log';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { ClearMenu } from '../../../components/ClearMenu.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { storageLogColumns } from './storage-log.columns.tsx';
import { storageLogsQuery, useClearStorageLogs } from './storage-log.queries.ts';
import type { StorageLogTargets } from './StorageLogOverlays.tsx';
import { StorageLogRowActions } from './StorageLogRowActions.tsx';

const Overlays = lazyOverlays(async () => (await import('./StorageLogOverlays.tsx')).StorageLogOverlays);

const RESULTS = ['success', 'failure'] as const;

/** What people did with files in their sessions and in storage spaces. */
export function StorageLogListPage() {
  const { t } = useTranslation('storage-log');
  const overlays = useOverlays<StorageLogTargets>();
  const { open } = overlays;
  const clear = useClearStorageLogs();

  const columns = useMemo(
    () => storageLogColumns(t, (row) => <StorageLogRowActions row={row} open={open} />),
    [t, open],
  );

  return (
    <RecordListPage
      words="storage-log"
      menu="storage-log"
      schema={StorageLogQuery}
      read={storageLogsQuery}
      columns={columns}
      nameOf={({ userName, fileName, action }) => `${userName} ${fileName || t(`kind.${action}`)}`}
      search={{ name: 'fileName', placeholder: t('placeholder.fileName') }}
      filters={[
        { kind: 'person', name: 'userName', label: t('placeholder.user') },
        { kind: 'text', name: 'assetName', label: t('placeholder.asset') },
        { kind: 'text', name: 'storageName', label: t('placeholder.storage') },
        {
          name: 'action',
          label: t('field.action'),
          options: STORAGE_ACTIONS.map((value) => ({ value, label: t(`kind.${value}`) })),
        },
        {
          name: 'result',
          label: t('field.result'),
          options: RESULTS.map((value) => ({ value, label: t(`result.${value}`) })),
        },
        { kind: 'range', names: ['from', 'to'], labels: [t('field.from'), t('field.to')] },
      ]}
      renderWhole={(onDone) => (
        <ClearMenu
          access="storage-log-clear"
          words="storage-log"
          clear={clear.mutateAsync}
          onCleared={onDone}
        />
      )}
      tickAccess={['storage-log-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<FileTextOutlined aria-hidden />}
      renderOverlays={(onDone) => <Overlays overlays={overlays} onDone={onDone} />}
    />
  );
}
