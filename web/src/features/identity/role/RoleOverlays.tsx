import { RoleDeleteModal } from './RoleDeleteModal.tsx';
import { RoleFormDrawer } from './RoleFormDrawer.tsx';
import type { RoleOverlays as Overlays } from './useRoleOverlays.ts';

interface RoleOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawer and dialog of the role list. Apart from it, so that the list does not wait for their code. */
export function RoleOverlays({ overlays, onDeleted }: RoleOverlaysProps) {
  const { form, removal } = overlays;
  return (
    <>
      <RoleFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <RoleDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}
