import { LoginEndModal } from './LoginEndModal.tsx';
import { LoginLogDeleteModal } from './LoginLogDeleteModal.tsx';
import type { LoginLogOverlays as Overlays } from './useLoginLogOverlays.ts';

interface LoginLogOverlaysProps {
  overlays: Overlays;
  onDeleted: () => void;
}

/** The dialogs of the login log. */
export function LoginLogOverlays({ overlays, onDeleted }: LoginLogOverlaysProps) {
  const { ending, removal } = overlays;
  return (
    <>
      <LoginEndModal open={ending.isOpen} row={ending.target} onClose={ending.close} />
      <LoginLogDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDeleted}
      />
    </>
  );
}
