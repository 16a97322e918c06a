import { LoginPolicyDeleteModal } from './LoginPolicyDeleteModal.tsx';
import { LoginPolicyFormDrawer } from './LoginPolicyFormDrawer.tsx';
import type { LoginPolicyOverlays as Overlays } from './useLoginPolicyOverlays.ts';

interface LoginPolicyOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The drawer and the dialog of the list of policies. Apart from it, so that the list does not wait for their code. */
export function LoginPolicyOverlays({ overlays: { form, removal }, onDeleted }: LoginPolicyOverlaysProps) {
  return (
    <>
      <LoginPolicyFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <LoginPolicyDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}
