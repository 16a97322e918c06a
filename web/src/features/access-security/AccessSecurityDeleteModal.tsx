import type { AccessSecurity } from '@jadegate/contract/access-security';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { NamedList } from '../../components/NamedList.tsx';
import { useDeleteAccessSecurities } from './access-security.queries.ts';
import { useLockoutConfirm } from './useLockoutConfirm.ts';

interface AccessSecurityDeleteModalProps {
  open: boolean;
  rows: readonly AccessSecurity[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of one rule, or of several. */
export function AccessSecurityDeleteModal({
  open,
  rows,
  onClose,
  onDeleted,
}: AccessSecurityDeleteModalProps) {
  const { t } = useTranslation('access-security');
  const { message } = App.useApp();
  const remove = useDeleteAccessSecurities();
  const unlessLockedOut = useLockoutConfirm(t('action.deleteAnyway'));
  const count = rows.length;
  const ip = rows[0]?.ip ?? '';

  const handleConfirm = async () => {
    const ids = rows.map(({ id }) => id);
    await unlessLockedOut((confirmLockout) => remove.mutateAsync({ ids, confirmLockout }));
    message.success(count === 1 ? t('message.deleted', { ip }) : t('message.deletedMany', { count }));
    onDeleted();
  };

  return (
    <ConfirmModal
      open={open}
      title={count === 1 ? t('confirm.delete.title', { ip }) : t('confirm.deleteMany.title', { count })}
      consequence={
        <>
          <NamedList names={rows.map((row) => row.ip)} />
          <div>{t('confirm.delete.help')}</div>
        </>
      }
      confirmLabel={t('action.delete')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
