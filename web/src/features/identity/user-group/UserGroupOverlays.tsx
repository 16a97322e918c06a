import type { UserGroupRow } from '@jadegate/contract/identity/user-group';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useDeleteUserGroups } from './user-group.queries.ts';
import { UserGroupFormDrawer } from './UserGroupFormDrawer.tsx';

export interface UserGroupTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  removal: UserGroupRow[];
}

/** What can lie over the list of groups. */
export function UserGroupOverlays({ overlays: { of }, onDone }: OverlaysProps<UserGroupTargets>) {
  const remove = useDeleteUserGroups();
  return (
    <>
      <UserGroupFormDrawer {...of('form')} />
      <DeleteDialog
        {...of('removal')}
        words="user-group"
        nameOf={({ name }) => name}
        remove={remove.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
