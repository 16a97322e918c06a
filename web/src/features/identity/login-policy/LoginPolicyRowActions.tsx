import type { LoginPolicyRow } from '@jadegate/contract/identity/login-policy';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';

interface LoginPolicyRowActionsProps {
  row: LoginPolicyRow;
  onEdit: (id: string) => void;
  onDelete: (rows: LoginPolicyRow[]) => void;
}

/** What can be done with one policy. */
export function LoginPolicyRowActions({ row, onEdit, onDelete }: LoginPolicyRowActionsProps) {
  return (
    <EditDeleteActions
      words="login-policy"
      name={row.name}
      edit={{
        access: 'login-policy-edit',
        onClick: () => onEdit(row.id),
      }}
      remove={{
        access: 'login-policy-del',
        onClick: () => onDelete([row]),
      }}
    />
  );
}
