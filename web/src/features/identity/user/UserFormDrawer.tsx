import { UserCreateDrawer } from './UserCreateDrawer.tsx';
import { UserEditDrawer } from './UserEditDrawer.tsx';

interface UserFormDrawerProps {
  open: boolean;
  /** The person to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

/** Two forms, because only a new person comes with a password. */
export function UserFormDrawer({ open, id, onClose }: UserFormDrawerProps) {
  return (
    <>
      <UserCreateDrawer open={open && id === undefined} onClose={onClose} />
      <UserEditDrawer open={open && id !== undefined} id={id} onClose={onClose} />
    </>
  );
}
