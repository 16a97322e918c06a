import type { UserRow } from '@jadegate/contract/user';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { NamedUsers } from './NamedUsers.tsx';
import { useResetUserTotp } from './user.queries.ts';

interface UserTotpModalProps {
  open: boolean;
  rows: readonly UserRow[];
  onClose: () => void;
  onDone: () => void;
}

/** Confirms that people lose their second factor, usually because they lost the device. */
export function UserTotpModal({ open, rows, onClose, onDone }: UserTotpModalProps) {
  const { t } = useTranslation('user');
  const { message } = App.useApp();
  const reset = useResetUserTotp();
  const count = rows.length;
  const name = rows[0]?.nickname ?? '';

  const handleConfirm = async () => {
    await reset.mutateAsync(rows.map(({ id }) => id));
    message.success(count === 1 ? t('message.totpReset', { name }) : t('message.totpResetMany', { count }));
    onDone();
  };

  return (
    <ConfirmModal
      open={open}
      title={count === 1 ? t('confirm.totp.title', { name }) : t('confirm.totpMany.title', { count })}
      consequence={
        <>
          <NamedUsers rows={rows} />
          <div>{t('confirm.totp.help')}</div>
        </>
      }
      confirmLabel={t('action.resetTotp')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
