import type { GpuRow } from '@jadegate/contract/fleet/gpu';

import { DeleteDialog } from '../../../components/DeleteDialog.tsx';
import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { nameOf } from './gpu-words.ts';
import { useForgetGpus } from './gpu.queries.ts';
import { GpuFormDrawer } from './GpuFormDrawer.tsx';
import { GpuRemindDrawer } from './GpuRemindDrawer.tsx';

export interface GpuTargets {
  /** The id to edit. */
  form: string;
  removal: GpuRow[];
  reminder: GpuRow[];
}

/** What can lie over the list of GPUs, and over the page of one. */
export function GpuOverlays({ overlays: { of }, onDone }: OverlaysProps<GpuTargets>) {
  const forget = useForgetGpus();
  return (
    <>
      <GpuRemindDrawer {...of('reminder')} />
      <GpuFormDrawer {...of('form')} />
      <DeleteDialog
        {...of('removal')}
        words="gpu"
        nameOf={nameOf}
        remove={forget.mutateAsync}
        onDone={onDone}
      />
    </>
  );
}
