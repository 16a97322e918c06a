import { Suspense, useCallback, type ReactNode } from 'react';

import { AddCredentialContext, type AddCredential } from '../features/access/asset/add-credential.ts';
import { useOverlay } from '../hooks/useOverlay.ts';
import { lazyComponent } from './lazy-component.ts';

const form = lazyComponent(
  async () => (await import('../features/access/credential/CredentialFormDrawer.tsx')).CredentialFormDrawer,
);

/**
 * Lets a page of assets open the form of a new credential. It stands beside the page, not in the asset's form: what is
 * saved in the one would be taken for saving the other.
 */
export function WithCredentialForm({ children }: { children: ReactNode }) {
  const { isOpen, wasOpened, target, open, close } = useOverlay<{ onMade: (id: string) => void }>();
  const add = useCallback<AddCredential>((onMade) => open({ onMade }), [open]);
  return (
    <AddCredentialContext value={add}>
      {children}
      {wasOpened && (
        <Suspense fallback={null}>
          <form.Component open={isOpen} target={undefined} onClose={close} onMade={target?.onMade} />
        </Suspense>
      )}
    </AddCredentialContext>
  );
}
