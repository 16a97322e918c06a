import { BellOutlined, CodeOutlined, EditOutlined } from '@ant-design/icons';
import type { Gpu } from '@jadegate/contract/fleet/gpu';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DetailPage, type DetailTab } from '../../../components/detail/DetailPage.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { RefusableButton } from '../../../components/RefusableButton.tsx';
import { connectPath } from '../../../components/session-path.ts';
import { useOverlays, type OpenOverlay } from '../../../hooks/useOverlays.ts';
import { placeOf } from './gpu-words.ts';
import { gpuQuery } from './gpu.queries.ts';
import { GpuFactsTab } from './GpuFactsTab.tsx';
import { GpuHealthTab } from './GpuHealthTab.tsx';
import type { GpuTargets } from './GpuOverlays.tsx';
import { GpuOverviewTab } from './GpuOverviewTab.tsx';
import { GpuProcessesTab } from './GpuProcessesTab.tsx';
import { GpuSlicesTab } from './GpuSlicesTab.tsx';

const GpuOverlays = lazyOverlays(async () => (await import('./GpuOverlays.tsx')).GpuOverlays);

/** One card: who uses it, how it does and did, and what is wrong with it. */
export function GpuDetailPage() {
  const { t } = useTranslation('gpu');
  const { gpuId = '' } = useParams();
  const overlays = useOverlays<GpuTargets>();
  const place = (gpu: Gpu) => <HostLink gpu={gpu} />;
  const action = (gpu: Gpu) => <Actions gpu={gpu} open={overlays.open} />;
  const tabs = (gpu: Gpu): DetailTab[] => [
    { key: 'overview', label: t('tab.overview'), content: <GpuOverviewTab gpu={gpu} /> },
    { key: 'facts', label: t('tab.facts'), content: <GpuFactsTab gpu={gpu} /> },
    {
      key: 'processes',
      label: `${t('tab.processes')} ${gpu.processes}`,
      content: <GpuProcessesTab gpu={gpu} />,
    },
    ...(gpu.slices === null
      ? []
      : [{ key: 'slices', label: t('tab.slices'), content: <GpuSlicesTab gpu={gpu} /> }]),
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
      <GpuOverlays overlays={overlays} />
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

function Actions({ gpu, open }: { gpu: Gpu; open: OpenOverlay<GpuTargets> }) {
  const { t } = useTranslation('gpu');
  return (
    <>
      {gpu.assetId !== null && (
        <Can any={['asset-access']}>
          <Button
            type="primary"
            icon={<CodeOutlined aria-hidden />}
            href={connectPath({ id: gpu.assetId, name: gpu.nodeName, protocol: 'ssh' })}
            target="_blank"
            rel="noopener"
          >
            {t('action.connect')}
          </Button>
        </Can>
      )}
      <Can any={['gpu-resource-remind']}>
        <RefusableButton
          icon={<BellOutlined aria-hidden />}
          refusal={gpu.people.length === 0 ? t('hint.nobody') : undefined}
          onClick={() => open('reminder', [gpu])}
        >
          {t('action.remind')}
        </RefusableButton>
      </Can>
      <Can any={['gpu-resource-edit']}>
        <Button icon={<EditOutlined aria-hidden />} onClick={() => open('form', gpu.id)}>
          {t('action.edit')}
        </Button>
      </Can>
    </>
  );
}
