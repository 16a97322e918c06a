import type { Gpu } from '@jadegate/contract/fleet/gpu';
import { Card, Flex, theme } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import { DescriptionList, type Description } from '../../../components/detail/DescriptionList.tsx';
import { ShareText } from '../../../components/ShareText.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { degrees, figure, shareOf, watts } from '../../../format/figure.ts';
import { formatSize } from '../../../format/size.ts';
import { isOld } from './gpu-words.ts';
import { GpuCharts } from './GpuCharts.tsx';
import { GpuComplaints } from './GpuComplaints.tsx';
import { GpuHealthTag, GpuUsageTag } from './GpuTags.tsx';
import { GpuUsers } from './GpuUsers.tsx';

/** How it is, who uses it, and how it did. */
export function GpuOverviewTab({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginLG}>
      <GpuComplaints gpu={gpu} />
      <Figures gpu={gpu} />
      <DescriptionList items={now(gpu, t)} />
      <GpuCharts id={gpu.id} />
    </Flex>
  );
}

function Figures({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  const old = isOld(gpu);
  const card = { flex: '1 1 180px' };
  return (
    <Flex wrap gap={token.marginSM}>
      <Card size="small" style={card} title={t('field.util')}>
        {gpu.utilPct === null && gpu.slices !== null ? (
          t('hint.migUtil')
        ) : (
          <ShareText percent={gpu.utilPct} isOld={old} mayBeFull />
        )}
      </Card>
      <Card size="small" style={card} title={t('field.memory')}>
        <ShareText
          percent={shareOf(gpu.memUsed, gpu.memTotal)}
          detail={`${figure(gpu.memUsed, formatSize)} / ${figure(gpu.memTotal, formatSize)}`}
          isOld={old}
        />
      </Card>
      <Card size="small" style={card} title={t('field.temperature')}>
        {figure(gpu.tempC, degrees)}
      </Card>
      <Card size="small" style={card} title={t('field.power')}>
        {`${figure(gpu.powerW, watts)} / ${figure(gpu.powerLimitW, watts)}`}
      </Card>
    </Flex>
  );
}

function now(gpu: Gpu, t: TFunction<'gpu'>): Description[] {
  const time = (value: string | null) => value !== null && <TimeText value={value} />;
  return [
    { key: 'usage', label: t('field.usage'), value: <GpuUsageTag gpu={gpu} /> },
    { key: 'health', label: t('field.health'), value: <GpuHealthTag gpu={gpu} /> },
    { key: 'users', label: t('field.users'), value: <GpuUsers gpu={gpu} /> },
    { key: 'idle', label: t('field.idle'), value: time(gpu.idleSince) },
    { key: 'seen', label: t('field.seen'), value: time(gpu.seenAt) },
    ...(gpu.goneAt === null ? [] : [{ key: 'gone', label: t('field.goneAt'), value: time(gpu.goneAt) }]),
    { key: 'note', label: t('field.note'), value: gpu.note, wide: true },
    {
      key: 'labels',
      label: t('field.labels'),
      value: Object.keys(gpu.labels).length > 0 && (
        <TagList max={10} tags={Object.entries(gpu.labels).map(([key, value]) => `${key}=${value}`)} />
      ),
      wide: true,
    },
  ];
}
