import type { LoginLogRow } from '@jadegate/contract/login-log';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { useEndLogin } from './login-log.queries.ts';

interface LoginEndModalProps {
  open: boolean;
  row: LoginLogRow | undefined;
  onClose: () => void;
}

/** Confirms that somebody is signed out. */
export function LoginEndModal({ open, row, onClose }: LoginEndModalProps) {
  const { t } = useTranslation('login-log');
  const { message } = App.useApp();
  const end = useEndLogin();
  const name = row?.username ?? '';

  const handleConfirm = async () => {
    if (row !== undefined) {
      await end.mutateAsync(row.id);
      message.success(t('message.ended', { name }));
    }
  };
  return (
    <ConfirmModal
      open={open}
      title={t('confirm.end.title', { name })}
      consequence={t('confirm.end.help', { address: row?.clientIp ?? '' })}
      confirmLabel={t('action.end')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
