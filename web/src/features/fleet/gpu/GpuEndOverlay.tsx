import type { GpuProcessRow } from '@jadegate/contract/fleet/gpu';

import type { Overlay } from '../../../hooks/useOverlay.ts';
import { GpuEndDrawer } from './GpuEndDrawer.tsx';

interface GpuEndOverlayProps {
  gpuId: string;
  overlays: { end: Overlay<GpuProcessRow> };
}

/** Apart from the list of processes, so that it does not wait for the code of a form. */
export function GpuEndOverlay({ gpuId, overlays: { end } }: GpuEndOverlayProps) {
  return <GpuEndDrawer gpuId={gpuId} open={end.isOpen} process={end.target} onClose={end.close} />;
}
