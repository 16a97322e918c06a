import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { RowActions } from '../../../components/RowActions.tsx';
import { openPlayback } from '../../../components/session-path.ts';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import type { StorageLogTargets } from './StorageLogOverlays.tsx';

/** From a file to its session or space: what else went through it, and what was seen meanwhile. */
export function StorageLogRowActions({ row, open }: RowActionsProps<StorageLogRow, StorageLogTargets>) {
  const { t } = useTranslation('storage-log');
  const [search, setSearch] = useSearchParams();
  return (
    <RowActions
      name={`${row.userName} ${row.fileName || t(`kind.${row.action}`)}`}
      actions={[
        {
          key: 'play',
          label: t('action.play'),
          access: ['offline-session-playback'],
          hidden: row.sessionId === '',
          onClick: () => openPlayback(row.sessionId, row.mode),
        },
        {
          key: 'session',
          label: t('action.sameSession'),
          hidden: row.sessionId === '' || search.get('sessionId') === row.sessionId,
          onClick: () => setSearch({ sessionId: row.sessionId }),
        },
        {
          key: 'storage',
          label: t('action.sameStorage'),
          hidden: row.storageId === '' || search.get('storageId') === row.storageId,
          onClick: () => setSearch({ storageId: row.storageId }),
        },
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          access: ['storage-log-del'],
          onClick: () => open('removal', [row]),
        },
      ]}
    />
  );
}
