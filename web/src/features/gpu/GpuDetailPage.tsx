import { EditOutlined } from '@ant-design/icons';
import type { Gpu } from '@jadegate/contract/gpu';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';

import { Can } from '../../components/Can.tsx';
import { DetailPage, type DetailTab } from '../../components/detail/DetailPage.tsx';
import { lazyOverlays } from '../../components/lazyOverlays.tsx';
import { placeOf } from './gpu-words.ts';
import { gpuQuery } from './gpu.queries.ts';
import { GpuHealthTab } from './GpuHealthTab.tsx';
import { GpuMetricsTab } from './GpuMetricsTab.tsx';
import { GpuOverviewTab } from './GpuOverviewTab.tsx';
import { GpuProcessesTab } from './GpuProcessesTab.tsx';
import { GpuSlicesTab } from './GpuSlicesTab.tsx';
import { useGpuOverlays } from './useGpuOverlays.ts';

const GpuOverlays = lazyOverlays(async () => (await import('./GpuOverlays.tsx')).GpuOverlays);

/** One card: who uses it, how it does and did, and what is wrong with it. */
export function GpuDetailPage() {
  const { t } = useTranslation('gpu');
  const { gpuId = '' } = useParams();
  const overlays = useGpuOverlays();
  const place = (gpu: Gpu) => <HostLink gpu={gpu} />;
  const action = ({ id }: Gpu) => <EditButton onClick={() => overlays.form.open(id)} />;
  const tabs = (gpu: Gpu): DetailTab[] => [
    { key: 'overview', label: t('tab.overview'), content: <GpuOverviewTab gpu={gpu} /> },
    {
      key: 'processes',
      label: `${t('tab.processes')} ${gpu.processes}`,
      content: <GpuProcessesTab gpu={gpu} />,
    },
    ...(gpu.slices === null
      ? []
      : [{ key: 'slices', label: t('tab.slices'), content: <GpuSlicesTab gpu={gpu} /> }]),
    { key: 'metrics', label: t('tab.metrics'), content: <GpuMetricsTab id={gpu.id} /> },
    { key: 'health', label: t('tab.health'), content: <GpuHealthTab gpu={gpu} /> },
  ];
  return (
    <>
      <DetailPage
        read={gpuQuery(gpuId)}
        title={({ model, bdf }) => model || bdf}
        description={place}
        action={action}
        tabs={tabs}
        listPath="/gpu-resource"
      />
      <GpuOverlays overlays={overlays} onForgotten={() => undefined} />
    </>
  );
}

function HostLink({ gpu }: { gpu: Gpu }) {
  const name = `${gpu.nodeName} ${placeOf(gpu)}`;
  return (
    <Can any={['node']} otherwise={name}>
      <Link to={`/node/${gpu.nodeId}`}>{name}</Link>
    </Can>
  );
}

function EditButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('gpu');
  return (
    <Can any={['gpu-resource-edit']}>
      <Button icon={<EditOutlined aria-hidden />} onClick={onClick}>
        {t('action.edit')}
      </Button>
    </Can>
  );
}
