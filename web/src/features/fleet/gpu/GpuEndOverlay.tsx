import type { GpuProcessRow } from '@jadegate/contract/fleet/gpu';

import type { OverlaysProps } from '../../../hooks/useOverlays.ts';
import { GpuEndDrawer } from './GpuEndDrawer.tsx';

export interface GpuProcessTargets {
  end: GpuProcessRow;
}

interface GpuEndOverlayProps extends OverlaysProps<GpuProcessTargets> {
  gpuId: string;
}

/** What can lie over the processes of a GPU. */
export function GpuEndOverlay({ gpuId, overlays: { of } }: GpuEndOverlayProps) {
  return <GpuEndDrawer gpuId={gpuId} {...of('end')} />;
}
