import type { UserRow } from '@jadegate/contract/user';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { NamedUsers } from './NamedUsers.tsx';
import { useDeleteUsers } from './user.queries.ts';

interface UserDeleteModalProps {
  open: boolean;
  rows: readonly UserRow[];
  onClose: () => void;
  onDone: () => void;
}

/** Confirms the deletion of one person, or of several. */
export function UserDeleteModal({ open, rows, onClose, onDone }: UserDeleteModalProps) {
  const { t } = useTranslation('user');
  const { message } = App.useApp();
  const remove = useDeleteUsers();
  const count = rows.length;
  const name = rows[0]?.nickname ?? '';

  const handleConfirm = async () => {
    await remove.mutateAsync(rows.map(({ id }) => id));
    message.success(count === 1 ? t('message.deleted', { name }) : t('message.deletedMany', { count }));
    onDone();
  };

  return (
    <ConfirmModal
      open={open}
      title={count === 1 ? t('confirm.delete.title', { name }) : t('confirm.deleteMany.title', { count })}
      consequence={
        <>
          <NamedUsers rows={rows} />
          <div>{t('confirm.delete.help')}</div>
        </>
      }
      confirmLabel={t('action.delete')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
