import type { AccessGatewayRow } from '@jadegate/contract/access/access-gateway';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface AccessGatewayOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  test: Overlay<AccessGatewayRow>;
  hostKeys: Overlay<AccessGatewayRow>;
  removal: Overlay<AccessGatewayRow[]>;
}

/** What can lie over the gateway list. */
export function useAccessGatewayOverlays(): AccessGatewayOverlays {
  return {
    form: useOverlay<string | undefined>(),
    test: useOverlay<AccessGatewayRow>(),
    hostKeys: useOverlay<AccessGatewayRow>(),
    removal: useOverlay<AccessGatewayRow[]>(),
  };
}
