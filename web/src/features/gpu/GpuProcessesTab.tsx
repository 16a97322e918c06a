import type { Gpu } from '@jadegate/contract/gpu';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../components/EmptyState.tsx';
import { GpuProcessTable } from './GpuProcessTable.tsx';

/** What runs on it, and whose it is. */
export function GpuProcessesTab({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  return gpu.processList.length === 0 ? (
    <EmptyState title={t('empty.processes')} description={t('empty.processesHelp')} />
  ) : (
    <GpuProcessTable gpu={gpu} rows={gpu.processList} />
  );
}
