import type { CredentialRow } from '@jadegate/contract/access/credential';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface CredentialOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  owner: Overlay<CredentialRow>;
  reveal: Overlay<CredentialRow>;
  removal: Overlay<CredentialRow[]>;
}

/** What can lie over the credential list. */
export function useCredentialOverlays(): CredentialOverlays {
  return {
    form: useOverlay<string | undefined>(),
    owner: useOverlay<CredentialRow>(),
    reveal: useOverlay<CredentialRow>(),
    removal: useOverlay<CredentialRow[]>(),
  };
}
