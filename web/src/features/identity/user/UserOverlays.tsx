import type { UserRow } from '@jadegate/contract/identity/user';

import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { UserDeleteModal } from './UserDeleteModal.tsx';
import { UserDisableModal } from './UserDisableModal.tsx';
import { UserFormDrawer } from './UserFormDrawer.tsx';
import { UserImportDialog } from './UserImportDialog.tsx';
import { UserPasswordDrawer } from './UserPasswordDrawer.tsx';
import { UserTotpModal } from './UserTotpModal.tsx';

export interface UserTargets {
  /** The id to edit; undefined makes a new one. */
  form: string | undefined;
  disabling: UserRow;
  password: UserRow[];
  totp: UserRow[];
  removal: UserRow[];
  importing: undefined;
}

/** What can lie over the list of people. */
export function UserOverlays({ overlays: { of }, onDone }: OverlaysProps<UserTargets>) {
  return (
    <>
      <UserFormDrawer {...of('form')} />
      <UserDisableModal {...of('disabling')} />
      <UserPasswordDrawer {...of('password')} onDone={onDone} />
      <UserTotpModal {...of('totp')} onDone={onDone} />
      <UserDeleteModal {...of('removal')} onDone={onDone} />
      <UserImportDialog {...of('importing')} />
    </>
  );
}
