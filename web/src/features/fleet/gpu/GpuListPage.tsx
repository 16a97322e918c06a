import { BellOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { GPU_HEALTH_LEVELS, GPU_USAGES, GpuQuery } from '@jadegate/contract/fleet/gpu';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { nameOf } from './gpu-words.ts';
import { gpuColumns } from './gpu.columns.tsx';
import { gpusQuery } from './gpu.queries.ts';
import { GpuMapCard } from './GpuMapCard.tsx';
import type { GpuTargets } from './GpuOverlays.tsx';
import { GpuRowActions } from './GpuRowActions.tsx';
import { GpuSummaryBar } from './GpuSummaryBar.tsx';

const GpuOverlays = lazyOverlays(async () => (await import('./GpuOverlays.tsx')).GpuOverlays);

/** GPUs of all physical hosts: who uses them, how well they are, and which could be had. */
export function GpuListPage() {
  const { t } = useTranslation('gpu');
  const overlays = useOverlays<GpuTargets>();
  const { open } = overlays;
  const columns = useMemo(() => gpuColumns(t, (row) => <GpuRowActions row={row} open={open} />), [t, open]);
  return (
    <RecordListPage
      words="gpu"
      menu="gpu-resource"
      manual="fleet"
      schema={GpuQuery}
      read={gpusQuery}
      columns={columns}
      nameOf={nameOf}
      search={{ name: 'keyword', placeholder: t('placeholder.search') }}
      filters={[
        {
          name: 'usage',
          label: t('field.usage'),
          options: GPU_USAGES.map((value) => ({ value, label: t(`usage.${value}`) })),
        },
        {
          name: 'health',
          label: t('field.health'),
          options: GPU_HEALTH_LEVELS.map((value) => ({ value, label: t(`health.${value}`) })),
        },
        { kind: 'text', name: 'model', label: t('field.model') },
        { kind: 'text', name: 'label', label: t('placeholder.label') },
        {
          name: 'gone',
          label: t('field.gone'),
          options: [
            { value: 'false', label: t('gone.no') },
            { value: 'true', label: t('gone.yes') },
          ],
        },
      ]}
      notice={
        <>
          <GpuSummaryBar />
          <GpuMapCard />
        </>
      }
      tickAccess={['gpu-resource-del', 'gpu-resource-remind']}
      renderBulk={(rows) => (
        <>
          <Can any={['gpu-resource-remind']}>
            <RefusableButton
              icon={<BellOutlined aria-hidden />}
              refusal={rows.some(({ people }) => people.length > 0) ? undefined : t('hint.nobody')}
              onClick={() => open('reminder', rows)}
            >
              {t('action.remind')}
            </RefusableButton>
          </Can>
          <Can any={['gpu-resource-del']}>
            <BulkDeleteButton
              label={t('action.delete')}
              refusal={rows.some(({ goneAt }) => goneAt === null) ? t('hint.stillThere') : undefined}
              onClick={() => open('removal', rows)}
            />
          </Can>
        </>
      )}
      icon={<ThunderboltOutlined aria-hidden />}
      renderOverlays={(onDone) => <GpuOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
