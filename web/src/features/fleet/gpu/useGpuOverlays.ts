import type { GpuRow } from '@jadegate/contract/fleet/gpu';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';

export interface GpuOverlays {
  /** The id to edit. */
  form: Overlay<string>;
  removal: Overlay<GpuRow[]>;
  reminder: Overlay<GpuRow[]>;
}

/** What can lie over the list of GPUs. */
export function useGpuOverlays(): GpuOverlays {
  return {
    form: useOverlay<string>(),
    removal: useOverlay<GpuRow[]>(),
    reminder: useOverlay<GpuRow[]>(),
  };
}
