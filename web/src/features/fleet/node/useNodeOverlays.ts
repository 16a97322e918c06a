import type { NodeRow } from '@jadegate/contract/fleet/node';
import type { NodePowerAction } from '@jadegate/contract/fleet/node-power';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface NodeOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  removal: Overlay<NodeRow[]>;
  fromAssets: Overlay<undefined>;
  importing: Overlay<undefined>;
  /** A machine that has no asset yet. */
  asset: Overlay<NodeRow>;
  power: Overlay<NodeOrder>;
}

export interface NodeOrder {
  node: NodeRow;
  action: NodePowerAction;
}

/** What can lie over the list of nodes. */
export function useNodeOverlays(): NodeOverlays {
  return {
    form: useOverlay<string | undefined>(),
    removal: useOverlay<NodeRow[]>(),
    fromAssets: useOverlay<undefined>(),
    importing: useOverlay<undefined>(),
    asset: useOverlay<NodeRow>(),
    power: useOverlay<NodeOrder>(),
  };
}
