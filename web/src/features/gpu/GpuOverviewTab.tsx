import type { Gpu } from '@jadegate/contract/gpu';
import { Card, Flex, theme } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import { DescriptionList, type Description } from '../../components/detail/DescriptionList.tsx';
import { Mono } from '../../components/Mono.tsx';
import { ShareText } from '../../components/ShareText.tsx';
import { TagList } from '../../components/TagList.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { degrees, figure, shareOf, watts } from '../../format/figure.ts';
import { formatSize } from '../../format/size.ts';
import { isOld } from './gpu-words.ts';
import { GpuComplaints } from './GpuComplaints.tsx';
import { GpuHealthTag, GpuUsageTag } from './GpuTags.tsx';
import { GpuUsers } from './GpuUsers.tsx';

const UUID_WIDTH = 220;
const megahertz = (value: number) => `${value} MHz`;
const plain = (value: number) => String(value);

/** How it is, who uses it, and what it is. */
export function GpuOverviewTab({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginLG}>
      <GpuComplaints gpu={gpu} />
      <Figures gpu={gpu} />
      <DescriptionList items={now(gpu, t)} />
      <DescriptionList items={found(gpu, t)} />
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

/** What its driver tells; a dash is what it does not. */
function found({ uuid, bdf, driver, cuda, state }: Gpu, t: TFunction<'gpu'>): Description[] {
  const mono = (text: string | null | undefined) => Boolean(text) && <Mono text={text ?? ''} />;
  const yesNo = (value: boolean | null | undefined) =>
    typeof value === 'boolean' && t(value ? 'word.yes' : 'word.no');
  const link =
    typeof state?.pcieGen === 'number' &&
    t('unit.pcie', { gen: state.pcieGen, width: state.pcieWidth ?? '—' });
  return [
    {
      key: 'uuid',
      label: t('field.uuid'),
      // The longest text there is: a phone has no room for all of it beside its name.
      value: uuid !== '' && <Mono text={uuid} maxWidth={UUID_WIDTH} />,
      wide: true,
    },
    { key: 'bdf', label: t('field.bdf'), value: mono(bdf) },
    { key: 'serial', label: t('field.serial'), value: mono(state?.serial) },
    { key: 'driver', label: t('field.driverVersion'), value: driver },
    { key: 'cuda', label: 'CUDA', value: cuda },
    { key: 'vbios', label: 'VBIOS', value: mono(state?.vbios) },
    { key: 'computeCap', label: t('field.computeCap'), value: state?.computeCap },
    { key: 'clocks', label: t('field.clocks'), value: clocks(state) },
    { key: 'memTemp', label: t('field.memTemp'), value: figure(state?.memTempC, degrees) },
    { key: 'fan', label: t('field.fan'), value: figure(state?.fanPct, (value) => `${value}%`) },
    { key: 'pstate', label: t('field.pstate'), value: state?.pstate },
    {
      key: 'throttle',
      label: t('field.throttle'),
      value: state?.throttle?.map((reason) => t(`throttle.${reason}`)).join('、'),
    },
    { key: 'pcie', label: 'PCIe', value: link },
    { key: 'computeMode', label: t('field.computeMode'), value: state?.computeMode },
    { key: 'persistence', label: t('field.persistence'), value: yesNo(state?.persistence) },
    { key: 'mig', label: 'MIG', value: state?.migMode },
    { key: 'ecc', label: 'ECC', value: state?.eccMode },
    {
      key: 'eccUnc',
      label: t('field.eccUnc'),
      value: `${figure(state?.eccUncVol, plain)} / ${figure(state?.eccUncAgg, plain)}`,
    },
    {
      key: 'eccCorr',
      label: t('field.eccCorr'),
      value: `${figure(state?.eccCorrVol, plain)} / ${figure(state?.eccCorrAgg, plain)}`,
    },
  ];
}

function clocks(state: Gpu['state']): string {
  return `${figure(state?.smMhz, megahertz)} / ${figure(state?.memMhz, megahertz)}`;
}
