import type { CredentialRow } from '@jadegate/contract/credential';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { NamedList } from '../../components/NamedList.tsx';
import { useDeleteCredentials } from './credential.queries.ts';

interface CredentialDeleteModalProps {
  open: boolean;
  rows: readonly CredentialRow[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of one credential, or of several. */
export function CredentialDeleteModal({ open, rows, onClose, onDeleted }: CredentialDeleteModalProps) {
  const { t } = useTranslation('credential');
  const { message } = App.useApp();
  const remove = useDeleteCredentials();
  const count = rows.length;
  const name = rows[0]?.name ?? '';
  const inUse = rows.reduce((sum, { assetCount }) => sum + assetCount, 0);

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
          {inUse > 0 && <div>{t('confirm.delete.inUse', { count: inUse })}</div>}
        </>
      }
      confirmLabel={t('action.delete')}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
