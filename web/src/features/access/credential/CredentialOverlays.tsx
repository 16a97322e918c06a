import { CredentialDeleteModal } from './CredentialDeleteModal.tsx';
import { CredentialFormDrawer } from './CredentialFormDrawer.tsx';
import { CredentialOwnerDrawer } from './CredentialOwnerDrawer.tsx';
import { CredentialRevealModal } from './CredentialRevealModal.tsx';
import type { CredentialOverlays as Overlays } from './useCredentialOverlays.ts';

interface CredentialOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawers and dialogs of the credential list. Apart from it, so that the list does not wait for their code. */
export function CredentialOverlays({ overlays, onDeleted }: CredentialOverlaysProps) {
  const { form, owner, reveal, removal } = overlays;
  return (
    <>
      <CredentialFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <CredentialOwnerDrawer open={owner.isOpen} credential={owner.target} onClose={owner.close} />
      <CredentialRevealModal open={reveal.isOpen} credential={reveal.target} onClose={reveal.close} />
      <CredentialDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}
