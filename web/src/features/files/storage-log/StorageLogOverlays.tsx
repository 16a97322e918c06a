import { baseName, showName } from '@jadegate/contract/files/file-path';
import type { StorageLogRow } from '@jadegate/contract/files/storage-log';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { Overlay } from '../../../hooks/useOverlay.ts';
import { useDeleteStorageLogs } from './storage-log.queries.ts';

interface StorageLogOverlaysProps {
  overlays: { removal: Overlay<StorageLogRow[]> };
  onDeleted: () => void;
}

/** The dialog of the file log. */
export function StorageLogOverlays({ overlays: { removal }, onDeleted }: StorageLogOverlaysProps) {
  const { t } = useTranslation('storage-log');
  const remove = useDeleteStorageLogs();
  return (
    <DeleteDialog
      open={removal.isOpen}
      rows={removal.target ?? []}
      words="storage-log"
      nameOf={({ fileName, action }) => showName(baseName(fileName)) || t(`kind.${action}`)}
      // Many have the same name.
      listAs={false}
      remove={remove.mutateAsync}
      onClose={removal.close}
      onDeleted={onDeleted}
    />
  );
}
