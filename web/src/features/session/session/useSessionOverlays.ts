import type { SessionRow } from '@jadegate/contract/session/session';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface OnlineOverlays {
  message: Overlay<SessionRow>;
  ending: Overlay<SessionRow[]>;
  /** Everything of the person of this row. */
  person: Overlay<SessionRow>;
}

export function useOnlineOverlays(): OnlineOverlays {
  return {
    message: useOverlay<SessionRow>(),
    ending: useOverlay<SessionRow[]>(),
    person: useOverlay<SessionRow>(),
  };
}

export interface OfflineOverlays {
  removal: Overlay<SessionRow[]>;
  files: Overlay<SessionRow>;
  commands: Overlay<SessionRow>;
}

export function useOfflineOverlays(): OfflineOverlays {
  return {
    commands: useOverlay<SessionRow>(),
    files: useOverlay<SessionRow>(),
    removal: useOverlay<SessionRow[]>(),
  };
}
