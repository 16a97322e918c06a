import { BellOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { GPU_HEALTH_LEVELS, GPU_USAGES, GpuQuery, type GpuRow } from '@jadegate/contract/fleet/gpu';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { useCan } from '../../../hooks/account.ts';
import { nameOf } from './gpu-words.ts';
import { gpuColumns } from './gpu.columns.tsx';
import { gpusQuery } from './gpu.queries.ts';
import { GpuMapCard } from './GpuMapCard.tsx';
import { GpuRowActions } from './GpuRowActions.tsx';
import { GpuSummaryBar } from './GpuSummaryBar.tsx';
import { useGpuOverlays } from './useGpuOverlays.ts';

const GpuOverlays = lazyOverlays(async () => (await import('./GpuOverlays.tsx')).GpuOverlays);

/** GPUs of all physical hosts: who uses them, how well they are, and which could be had. */
export function GpuListPage() {
  const { t } = useTranslation('gpu');
  const can = useCan();
  const selection = useSelection<GpuRow>();
  const overlays = useGpuOverlays();
  const { form, removal, reminder } = overlays;
  const columns = useMemo(
    () =>
      gpuColumns(t, (row) => (
        <GpuRowActions row={row} onEdit={form.open} onForget={removal.open} onRemind={reminder.open} />
      )),
    [t, form.open, removal.open, reminder.open],
  );
  return (
    <>
      <ListPage
        name="gpu-resource"
        title={t('title.list')}
        description={t('title.description')}
        access={['gpu-resource']}
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
        selection={can('gpu-resource-del', 'gpu-resource-remind') ? selection : undefined}
        bulkActions={
          <>
            <Can any={['gpu-resource-remind']}>
              <RefusableButton
                icon={<BellOutlined aria-hidden />}
                refusal={
                  selection.rows.some(({ people }) => people.length > 0) ? undefined : t('hint.nobody')
                }
                onClick={() => reminder.open(selection.rows)}
              >
                {t('action.remind')}
              </RefusableButton>
            </Can>
            <Can any={['gpu-resource-del']}>
              <BulkDeleteButton
                refusal={
                  selection.rows.some(({ goneAt }) => goneAt === null) ? t('hint.stillThere') : undefined
                }
                onClick={() => removal.open(selection.rows)}
              >
                {t('action.delete')}
              </BulkDeleteButton>
            </Can>
          </>
        }
        empty={{
          icon: <ThunderboltOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
          action: null,
        }}
      />
      <GpuOverlays overlays={overlays} onForgotten={selection.clear} />
    </>
  );
}
