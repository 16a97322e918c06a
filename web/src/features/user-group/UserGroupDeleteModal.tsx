import type { UserGroupRow } from '@jadegate/contract/user-group';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { NamedList } from '../../components/NamedList.tsx';
import { useDeleteUserGroups } from './user-group.queries.ts';

interface UserGroupDeleteModalProps {
  open: boolean;
  rows: readonly UserGroupRow[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of one group, or of several. */
export function UserGroupDeleteModal({ open, rows, onClose, onDeleted }: UserGroupDeleteModalProps) {
  const { t } = useTranslation('user-group');
  const { message } = App.useApp();
  const remove = useDeleteUserGroups();
  const count = rows.length;
  const name = rows[0]?.name ?? '';

  const handleConfirm = async () => {
    await remove.mutateAsync(rows.map(({ id }) => id));
    message.success(count === 1 ? t('message.deleted', { name }) : t('message.deletedMany', { count }));
    onDeleted();
  };

  return (
    <ConfirmModal
      open={open}
      title={count === 1 ? t('confirm.delete.title', { name }) : t('confirm.deleteMany.title', { count })}
      consequence={
        <>
          <NamedList names={rows.map((row) => row.name)} />
          <div>{t('confirm.delete.help')}</div>
        </>
      }
      confirmLabel={t('action.delete')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
