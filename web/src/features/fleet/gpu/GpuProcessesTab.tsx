import type { Gpu } from '@jadegate/contract/fleet/gpu';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../../components/EmptyState.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import type { GpuProcessTargets } from './GpuEndOverlay.tsx';
import { GpuProcessTable } from './GpuProcessTable.tsx';

const EndOverlay = lazyOverlays(async () => (await import('./GpuEndOverlay.tsx')).GpuEndOverlay);

/** What runs on it, and whose it is. */
export function GpuProcessesTab({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  const overlays = useOverlays<GpuProcessTargets>();
  return (
    <>
      {gpu.processList.length === 0 ? (
        <EmptyState title={t('empty.processes')} description={t('empty.processesHelp')} />
      ) : (
        <GpuProcessTable gpu={gpu} rows={gpu.processList} onEnd={(row) => overlays.open('end', row)} />
      )}
      <EndOverlay overlays={overlays} gpuId={gpu.id} />
    </>
  );
}
