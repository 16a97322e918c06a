import type { AccessSecurity } from '@jadegate/contract/identity/access-security';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';

interface AccessSecurityRowActionsProps {
  row: AccessSecurity;
  onEdit: (id: string) => void;
  onDelete: (rows: AccessSecurity[]) => void;
}

/** What can be done with one rule. */
export function AccessSecurityRowActions({ row, onEdit, onDelete }: AccessSecurityRowActionsProps) {
  return (
    <EditDeleteActions
      words="access-security"
      name={row.ip}
      edit={{
        access: 'access-security-edit',
        onClick: () => onEdit(row.id),
      }}
      remove={{
        access: 'access-security-del',
        onClick: () => onDelete([row]),
      }}
    />
  );
}
