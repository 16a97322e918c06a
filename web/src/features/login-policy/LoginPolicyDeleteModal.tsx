import type { LoginPolicyRow } from '@jadegate/contract/login-policy';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { NamedList } from '../../components/NamedList.tsx';
import { useDeleteLoginPolicies } from './login-policy.queries.ts';

interface LoginPolicyDeleteModalProps {
  open: boolean;
  rows: readonly LoginPolicyRow[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of one policy, or of several. */
export function LoginPolicyDeleteModal({ open, rows, onClose, onDeleted }: LoginPolicyDeleteModalProps) {
  const { t } = useTranslation('login-policy');
  const { message } = App.useApp();
  const remove = useDeleteLoginPolicies();
  const count = rows.length;
  const name = rows[0]?.name ?? '';
  const isBound = rows.some(({ userCount }) => userCount > 0);

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
          {isBound && <div>{t('confirm.delete.bound')}</div>}
        </>
      }
      confirmLabel={t('action.delete')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
