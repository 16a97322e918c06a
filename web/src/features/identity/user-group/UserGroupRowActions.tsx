import type { UserGroupRow } from '@jadegate/contract/identity/user-group';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';

interface UserGroupRowActionsProps {
  row: UserGroupRow;
  onEdit: (id: string) => void;
  onDelete: (rows: UserGroupRow[]) => void;
}

/** What can be done with one group. */
export function UserGroupRowActions({ row, onEdit, onDelete }: UserGroupRowActionsProps) {
  return (
    <EditDeleteActions
      words="user-group"
      name={row.name}
      edit={{
        access: 'user-group-edit',
        onClick: () => onEdit(row.id),
      }}
      remove={{
        access: 'user-group-del',
        onClick: () => onDelete([row]),
      }}
    />
  );
}
