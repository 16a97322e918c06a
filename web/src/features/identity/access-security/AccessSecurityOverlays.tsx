import type { AccessSecurity } from '@jadegate/contract/identity/access-security';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteAccessSecurities } from './access-security.queries.ts';
import { AccessSecurityFormDrawer } from './AccessSecurityFormDrawer.tsx';
import { useLockoutConfirm } from './useLockoutConfirm.ts';

export interface AccessSecurityTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  removal: AccessSecurity[];
}

/** What can lie over the list of rules. */
export function AccessSecurityOverlays({ overlays: { of }, onDone }: OverlaysProps<AccessSecurityTargets>) {
  const { t } = useTranslation('access-security');
  const remove = useDeleteAccessSecurities();
  const unlessLockedOut = useLockoutConfirm(t('action.deleteAnyway'));
  return (
    <>
      <AccessSecurityFormDrawer {...of('form')} />
      <DeleteDialog
        {...of('removal')}
        words="access-security"
        nameOf={({ ip }) => ip}
        remove={(ids) => unlessLockedOut((confirmLockout) => remove.mutateAsync({ ids, confirmLockout }))}
        onDone={onDone}
      />
    </>
  );
}
