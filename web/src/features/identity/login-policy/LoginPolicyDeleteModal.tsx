import type { LoginPolicyRow } from '@jadegate/contract/identity/login-policy';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteLoginPolicies } from './login-policy.queries.ts';

/** Confirms the deletion of one policy, or of several. */
export function LoginPolicyDeleteModal(props: Deletion<LoginPolicyRow>) {
  const { t } = useTranslation('login-policy');
  const remove = useDeleteLoginPolicies();
  const isBound = props.rows.some(({ userCount }) => userCount > 0);
  return (
    <DeleteDialog
      {...props}
      words="login-policy"
      nameOf={({ name }) => name}
      note={isBound ? t('confirm.delete.bound') : undefined}
      remove={remove.mutateAsync}
    />
  );
}
