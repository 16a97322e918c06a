import type { Vm, VmRow } from '@jadegate/contract/fleet/vm';
import { useMemo } from 'react';

import { useOverlay, type Overlay } from '../../../hooks/useOverlay.ts';
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

/** How they are opened, and nothing of what they are at the moment. */
export type VmOpeners = { [Name in keyof VmOverlays]: Pick<VmOverlays[Name], 'open'> };

/** The same object as long as the page is there, so that rows need not be made anew when something lies over them. */
export function useVmOpeners({ form, act, removal, asset }: VmOpeners): VmOpeners {
  const [forms, acts, removals, assets] = [form.open, act.open, removal.open, asset.open];
  return useMemo(
    () => ({
      form: { open: forms },
      act: { open: acts },
      removal: { open: removals },
      asset: { open: assets },
    }),
    [forms, acts, removals, assets],
  );
}
