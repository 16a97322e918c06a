import type { UserRow } from '@jadegate/contract/user';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { useDisableUser } from './user.queries.ts';

interface UserDisableModalProps {
  open: boolean;
  user: UserRow | undefined;
  onClose: () => void;
}

/** Confirms that a person is shut out. */
export function UserDisableModal({ open, user, onClose }: UserDisableModalProps) {
  const { t } = useTranslation('user');
  const { message } = App.useApp();
  const disable = useDisableUser();
  const name = user?.nickname ?? '';

  const handleConfirm = async () => {
    if (user !== undefined) {
      await disable.mutateAsync(user.id);
      message.success(t('message.disabled', { name }));
    }
  };

  return (
    <ConfirmModal
      open={open}
      title={t('confirm.disable.title', { name })}
      consequence={t('confirm.disable.help')}
      confirmLabel={t('action.disable')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
