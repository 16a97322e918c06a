import type { AccessSecurity } from '@jadegate/contract/identity/access-security';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface AccessSecurityOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  removal: Overlay<AccessSecurity[]>;
}

/** What can lie over the list of rules. */
export function useAccessSecurityOverlays(): AccessSecurityOverlays {
  return { form: useOverlay<string | undefined>(), removal: useOverlay<AccessSecurity[]>() };
}
