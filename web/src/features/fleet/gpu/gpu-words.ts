import type { GpuRow } from '@jadegate/contract/fleet/gpu';
import type { TFunction } from 'i18next';

/** What drivers call how a card is set up; other words of theirs are shown as they are. */
const MODES = ['Default', 'Disabled', 'Enabled', 'Exclusive_Process', 'Prohibited'] as const;

export function modeText(mode: string | null | undefined, t: TFunction<'gpu'>): string {
  const known = MODES.find((one) => one === mode);
  return known ? t(`mode.${known}`) : (mode ?? '');
}

/** Its place in its host: the number its driver gives it, or where it stands on the bus. */
export function placeOf({ index, bdf }: Pick<GpuRow, 'index' | 'bdf'>): string {
  return index === null ? bdf : `#${index}`;
}

/** As people speak of it. */
export function nameOf({
  nodeName,
  index,
  bdf,
  model,
}: Pick<GpuRow, 'nodeName' | 'index' | 'bdf' | 'model'>) {
  return `${nodeName} ${placeOf({ index, bdf })} ${model}`;
}

/** Its last figures are not of now. */
export function isOld({ usage, goneAt }: Pick<GpuRow, 'usage' | 'goneAt'>): boolean {
  return usage === 'unknown' || goneAt !== null;
}
