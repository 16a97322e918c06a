import { UserGroupDeleteModal } from './UserGroupDeleteModal.tsx';
import { UserGroupFormDrawer } from './UserGroupFormDrawer.tsx';
import type { UserGroupOverlays as Overlays } from './useUserGroupOverlays.ts';

interface UserGroupOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawer and the dialog of the list of groups. Apart from it, so that the list does not wait for their code. */
export function UserGroupOverlays({ overlays: { form, removal }, onDeleted }: UserGroupOverlaysProps) {
  return (
    <>
      <UserGroupFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <UserGroupDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}
