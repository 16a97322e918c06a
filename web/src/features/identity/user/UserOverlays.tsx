import { UserDeleteModal } from './UserDeleteModal.tsx';
import { UserDisableModal } from './UserDisableModal.tsx';
import { UserFormDrawer } from './UserFormDrawer.tsx';
import { UserImportDialog } from './UserImportDialog.tsx';
import { UserPasswordDrawer } from './UserPasswordDrawer.tsx';
import { UserTotpModal } from './UserTotpModal.tsx';
import type { UserOverlays as Overlays } from './useUserOverlays.ts';

interface UserOverlaysProps {
  overlays: Overlays;
  /** Something was done with all of the ticked rows. */
  onDone: () => void;
}

/** The drawers and dialogs of the list of people. Apart from it, so that the list does not wait for their code. */
export function UserOverlays({ overlays, onDone }: UserOverlaysProps) {
  const { form, disabling, password, totp, removal, importing } = overlays;
  return (
    <>
      <UserFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <UserDisableModal open={disabling.isOpen} user={disabling.target} onClose={disabling.close} />
      <UserPasswordDrawer
        open={password.isOpen}
        rows={password.target ?? []}
        onClose={password.close}
        onDone={onDone}
      />
      <UserTotpModal open={totp.isOpen} rows={totp.target ?? []} onClose={totp.close} onDone={onDone} />
      <UserDeleteModal
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onDone}
      />
      <UserImportDialog open={importing.isOpen} onClose={importing.close} />
    </>
  );
}
