import type { RoleRow } from '@jadegate/contract/identity/role-endpoints';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface RoleOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  removal: Overlay<RoleRow[]>;
}

/** What can lie over the role list. */
export function useRoleOverlays(): RoleOverlays {
  return { form: useOverlay<string | undefined>(), removal: useOverlay<RoleRow[]>() };
}
