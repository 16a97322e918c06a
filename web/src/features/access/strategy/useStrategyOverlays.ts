import type { Strategy } from '@jadegate/contract/access/strategy';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface StrategyOverlays {
  /** The id to edit; undefined makes a new one. */
  form: Overlay<string | undefined>;
  removal: Overlay<Strategy[]>;
}

/** What can lie over the list of strategies. */
export function useStrategyOverlays(): StrategyOverlays {
  return { form: useOverlay<string | undefined>(), removal: useOverlay<Strategy[]>() };
}
