import type { Gpu } from '@jadegate/contract/fleet/gpu';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import { DescriptionList, type Description } from '../../../components/detail/DescriptionList.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { degrees, figure } from '../../../format/figure.ts';
import { modeText } from './gpu-words.ts';

const UUID_WIDTH = 220;
const megahertz = (value: number) => `${value} MHz`;
const plain = (value: number) => String(value);

/** What it is. */
export function GpuFactsTab({ gpu }: { gpu: Gpu }) {
  const { t } = useTranslation('gpu');
  return <DescriptionList items={found(gpu, t)} />;
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
    { key: 'computeMode', label: t('field.computeMode'), value: modeText(state?.computeMode, t) },
    { key: 'persistence', label: t('field.persistence'), value: yesNo(state?.persistence) },
    { key: 'mig', label: 'MIG', value: modeText(state?.migMode, t) },
    { key: 'ecc', label: 'ECC', value: modeText(state?.eccMode, t) },
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
