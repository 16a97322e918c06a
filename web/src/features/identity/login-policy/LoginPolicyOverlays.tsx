import type { LoginPolicyRow } from '@jadegate/contract/identity/login-policy';
import { useTranslation } from 'react-i18next';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteLoginPolicies } from './login-policy.queries.ts';
import { LoginPolicyFormDrawer } from './LoginPolicyFormDrawer.tsx';

export interface LoginPolicyTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  removal: LoginPolicyRow[];
}

/** What can lie over the list of policies. */
export function LoginPolicyOverlays({ overlays: { of }, onDone }: OverlaysProps<LoginPolicyTargets>) {
  const { t } = useTranslation('login-policy');
  const remove = useDeleteLoginPolicies();
  const removal = of('removal');
  const isBound = removal.target?.some(({ userCount }) => userCount > 0);
  return (
    <>
      <LoginPolicyFormDrawer {...of('form')} />
      <DeleteDialog
        {...removal}
        words="login-policy"
        nameOf={({ name }) => name}
        note={isBound === true ? t('confirm.delete.bound') : undefined}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
