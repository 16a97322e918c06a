import type { AccessSecurity } from '@jadegate/contract/identity/access-security';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteAccessSecurities } from './access-security.queries.ts';
import { useLockoutConfirm } from './useLockoutConfirm.ts';

/** Confirms the deletion of one rule, or of several. */
export function AccessSecurityDeleteModal(props: Deletion<AccessSecurity>) {
  const { t } = useTranslation('access-security');
  const remove = useDeleteAccessSecurities();
  const unlessLockedOut = useLockoutConfirm(t('action.deleteAnyway'));
  return (
    <DeleteDialog
      {...props}
      words="access-security"
      nameOf={({ ip }) => ip}
      remove={(ids) => unlessLockedOut((confirmLockout) => remove.mutateAsync({ ids, confirmLockout }))}
    />
  );
}
