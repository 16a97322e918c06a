import type { RoleRow } from '@jadegate/contract/role-endpoints';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { NamedList } from '../../components/NamedList.tsx';
import { useDeleteRoles } from './role.queries.ts';

interface RoleDeleteModalProps {
  open: boolean;
  /** Roles that can be deleted. */
  rows: readonly RoleRow[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of one role, or of several. */
export function RoleDeleteModal({ open, rows, onClose, onDeleted }: RoleDeleteModalProps) {
  const { t } = useTranslation('role');
  const { message } = App.useApp();
  const remove = useDeleteRoles();
  const count = rows.length;
  const name = rows[0]?.name ?? '';
  const users = rows.reduce((sum, { userCount }) => sum + userCount, 0);

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
          {users > 0 && <div>{t('confirm.delete.inUse', { count: users })}</div>}
          <div>{t('confirm.delete.help')}</div>
        </>
      }
      confirmLabel={t('action.delete')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
