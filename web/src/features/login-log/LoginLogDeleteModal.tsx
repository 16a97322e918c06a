import type { LoginLogRow } from '@jadegate/contract/login-log';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { useDeleteLoginLogs } from './login-log.queries.ts';

interface LoginLogDeleteModalProps {
  open: boolean;
  /** What was asked for. Entries of live logins among it stay. */
  rows: readonly LoginLogRow[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of entries whose login is over. */
export function LoginLogDeleteModal({ open, rows, onClose, onDeleted }: LoginLogDeleteModalProps) {
  const { t } = useTranslation('login-log');
  const { message } = App.useApp();
  const remove = useDeleteLoginLogs();
  const over = rows.filter(({ live }) => !live);
  const kept = rows.length - over.length;
  const count = over.length;
  const name = over[0]?.username ?? '';

  const handleConfirm = async () => {
    await remove.mutateAsync(over.map(({ id }) => id));
    message.success(t('message.deleted', { count }));
    onDeleted();
  };
  return (
    <ConfirmModal
      open={open}
      title={count === 1 ? t('confirm.delete.title', { name }) : t('confirm.deleteMany.title', { count })}
      consequence={
        <>
          <div>{t('confirm.delete.help')}</div>
          {kept > 0 && <div>{t('confirm.delete.kept', { count: kept })}</div>}
        </>
      }
      confirmLabel={t('action.delete')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
