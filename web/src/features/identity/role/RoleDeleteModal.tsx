import type { RoleRow } from '@jadegate/contract/identity/role-endpoints';
import { useTranslation } from 'react-i18next';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteRoles } from './role.queries.ts';

/** Confirms the deletion of one role, or of several. */
export function RoleDeleteModal(props: Deletion<RoleRow>) {
  const { t } = useTranslation('role');
  const remove = useDeleteRoles();
  const users = props.rows.reduce((sum, { userCount }) => sum + userCount, 0);
  return (
    <DeleteDialog
      {...props}
      words="role"
      nameOf={({ name }) => name}
      note={users > 0 ? t('confirm.delete.inUse', { count: users }) : undefined}
      remove={remove.mutateAsync}
    />
  );
}
