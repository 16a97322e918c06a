import type { UserRow } from '@jadegate/contract/user';

import { DeleteDialog, type Deletion } from '../../components/DeleteDialog.tsx';
import { personName } from '../../components/person-name.ts';
import { useDeleteUsers } from './user.queries.ts';

/** Confirms the deletion of one person, or of several. */
export function UserDeleteModal(props: Deletion<UserRow>) {
  const remove = useDeleteUsers();
  return (
    <DeleteDialog
      {...props}
      words="user"
      nameOf={({ nickname }) => nickname}
      listAs={({ nickname, username }) => personName(nickname, username)}
      remove={remove.mutateAsync}
    />
  );
}
