import type { Vm, VmRow } from '@jadegate/contract/vm';

import { useOverlay, type Overlay } from '../../hooks/useOverlay.ts';
import type { VmAct } from './VmActModal.tsx';

export interface VmOverlays {
  form: Overlay<string | undefined>;
  act: Overlay<VmAct>;
  removal: Overlay<VmRow[]>;
  asset: Overlay<VmRow | Vm>;
}

/** What can lie over the list and the page of virtual machines. */
export function useVmOverlays(): VmOverlays {
  return {
    form: useOverlay<string | undefined>(),
    act: useOverlay<VmAct>(),
    removal: useOverlay<VmRow[]>(),
    asset: useOverlay<VmRow | Vm>(),
  };
}
