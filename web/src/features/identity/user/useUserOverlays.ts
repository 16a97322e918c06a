import type { UserRow } from '@jadegate/contract/identity/user';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface UserOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  disabling: Overlay<UserRow>;
  password: Overlay<UserRow[]>;
  totp: Overlay<UserRow[]>;
  removal: Overlay<UserRow[]>;
  importing: Overlay<undefined>;
}

/** What can lie over the list of people. */
export function useUserOverlays(): UserOverlays {
  return {
    form: useOverlay<string | undefined>(),
    disabling: useOverlay<UserRow>(),
    password: useOverlay<UserRow[]>(),
    totp: useOverlay<UserRow[]>(),
    removal: useOverlay<UserRow[]>(),
    importing: useOverlay<undefined>(),
  };
}
