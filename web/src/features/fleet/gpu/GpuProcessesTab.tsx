import type { Gpu, GpuProcessRow } from '@jadegate/contract/fleet/gpu';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { GpuProcessTable } from './GpuProcessTable.tsx';

const EndOverlay = lazyOverlays(async () => (await import('./GpuEndOverlay.tsx')).GpuEndOverlay);

/** What runs on it, and whose it is. */
export function GpuProcessesTab({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  const overlays = { end: useOverlay<GpuProcessRow>() };
  return (
    <>
      {gpu.processList.length === 0 ? (
        <EmptyState title={t('empty.processes')} description={t('empty.processesHelp')} />
      ) : (
        <GpuProcessTable gpu={gpu} rows={gpu.processList} onEnd={overlays.end.open} />
      )}
      <EndOverlay overlays={overlays} gpuId={gpu.id} />
    </>
  );
}
