import type { LoginLogRow } from '@jadegate/contract/identity/login-log';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface LoginLogOverlays {
  ending: Overlay<LoginLogRow>;
  removal: Overlay<LoginLogRow[]>;
}

/** What can lie over the login log. */
export function useLoginLogOverlays(): LoginLogOverlays {
  return { ending: useOverlay<LoginLogRow>(), removal: useOverlay<LoginLogRow[]>() };
}
