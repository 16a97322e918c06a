import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { UserCreateDrawer } from './UserCreateDrawer.tsx';
import { UserEditDrawer } from './UserEditDrawer.tsx';

/** Two forms, because only a new person comes with a password. */
export function UserFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  return (
    <>
      <UserCreateDrawer open={open && id === undefined} onClose={onClose} />
      <UserEditDrawer open={open && id !== undefined} target={id} onClose={onClose} />
    </>
  );
}
