import type { UserGroupRow } from '@jadegate/contract/identity/user-group';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { useDeleteUserGroups } from './user-group.queries.ts';

/** Confirms the deletion of one group, or of several. */
export function UserGroupDeleteModal(props: Deletion<UserGroupRow>) {
  const remove = useDeleteUserGroups();
  return (
    <DeleteDialog {...props} words="user-group" nameOf={({ name }) => name} remove={remove.mutateAsync} />
  );
}
