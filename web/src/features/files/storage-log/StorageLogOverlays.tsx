import { baseName, showName } from '@jadegate/contract/files/file-path';
import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteStorageLogs } from './storage-log.queries.ts';

export interface StorageLogTargets {
  removal: StorageLogRow[];
}

/** What can lie over the file log. */
export function StorageLogOverlays({ overlays: { of }, onDone }: OverlaysProps<StorageLogTargets>) {
  const { t } = useTranslation('storage-log');
  const remove = useDeleteStorageLogs();
  return (
    <DeleteDialog
      {...of('removal')}
      words="storage-log"
      nameOf={({ fileName, action }) => showName(baseName(fileName)) || t(`kind.${action}`)}
      // Many have the same name.
      listAs={false}
      remove={remove.mutateAsync}
      onDone={onDone}
    />
  );
}
