import { AccessSecurityDeleteModal } from './AccessSecurityDeleteModal.tsx';
import { AccessSecurityFormDrawer } from './AccessSecurityFormDrawer.tsx';
import type { AccessSecurityOverlays as Overlays } from './useAccessSecurityOverlays.ts';

interface AccessSecurityOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawer and the dialog of the list of rules. Apart from it, so that the list does not wait for their code. */
export function AccessSecurityOverlays({
  overlays: { form, removal },
  onDeleted,
}: AccessSecurityOverlaysProps) {
  return (
    <>
      <AccessSecurityFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <AccessSecurityDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}
