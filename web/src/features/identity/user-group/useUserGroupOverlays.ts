import type { UserGroupRow } from '@jadegate/contract/identity/user-group';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface UserGroupOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  removal: Overlay<UserGroupRow[]>;
}

/** What can lie over the list of groups. */
export function useUserGroupOverlays(): UserGroupOverlays {
  return { form: useOverlay<string | undefined>(), removal: useOverlay<UserGroupRow[]>() };
}
