import type { GpuRow } from '@jadegate/contract/fleet/gpu';

import { DeleteDialog, type Deletion } from '../../../components/DeleteDialog.tsx';
import { nameOf } from './gpu-words.ts';
import { useForgetGpus } from './gpu.queries.ts';
import { GpuFormDrawer } from './GpuFormDrawer.tsx';
import { GpuRemindDrawer } from './GpuRemindDrawer.tsx';
import type { GpuOverlays as Overlays } from './useGpuOverlays.ts';

interface GpuOverlaysProps {
  overlays: Overlays;
  onForgotten: () => void;
}

/** The drawer and the dialog of the list of GPUs. Apart from it, so that the list does not wait for their code. */
export function GpuOverlays({ overlays, onForgotten }: GpuOverlaysProps) {
  const { form, removal, reminder } = overlays;
  return (
    <>
      <GpuRemindDrawer open={reminder.isOpen} rows={reminder.target ?? []} onClose={reminder.close} />
      <GpuFormDrawer open={form.isOpen} id={form.target} onClose={form.close} />
      <ForgetDialog
        open={removal.isOpen}
        rows={removal.target ?? []}
        onClose={removal.close}
        onDeleted={onForgotten}
      />
    </>
  );
}

function ForgetDialog(props: Deletion<GpuRow>) {
  const forget = useForgetGpus();
  return <DeleteDialog {...props} words="gpu" nameOf={nameOf} remove={forget.mutateAsync} />;
}
