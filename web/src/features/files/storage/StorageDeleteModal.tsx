import type { StorageRow } from '@jadegate/contract/files/storage';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { formatSize } from '../../../format/size.ts';
import { useDeleteStorages } from './storage.queries.ts';

/** Confirms the deletion of one space, or of several that are empty. One with files in it asks for its name. */
export function StorageDeleteModal(props: Deletion<StorageRow>) {
  const { t } = useTranslation('storage');
  const remove = useDeleteStorages();
  const [first] = props.rows;
  const used = props.rows.reduce((sum, { usedSize }) => sum + Math.max(0, usedSize), 0);
  const isOne = props.rows.length === 1;
  return (
    <DeleteDialog
      {...props}
      words="storage"
      nameOf={({ name }) => name}
      note={used > 0 ? t('confirm.delete.used', { size: formatSize(used) }) : undefined}
      mustType={isOne && used > 0}
      remove={(ids) => remove.mutateAsync({ ids, name: isOne && used > 0 ? first?.name : undefined })}
    />
  );
}
