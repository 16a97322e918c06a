import type { CredentialRow } from '@jadegate/contract/access/credential';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteCredentials } from './credential.queries.ts';

/** Confirms the deletion of one credential, or of several. */
export function CredentialDeleteModal(props: Deletion<CredentialRow>) {
  const { t } = useTranslation('credential');
  const remove = useDeleteCredentials();
  const inUse = props.rows.reduce((sum, { assetCount }) => sum + assetCount, 0);
  return (
    <DeleteDialog
      {...props}
      words="credential"
      nameOf={({ name }) => name}
      note={inUse > 0 ? t('confirm.delete.inUse', { count: inUse }) : undefined}
      remove={remove.mutateAsync}
    />
  );
}
