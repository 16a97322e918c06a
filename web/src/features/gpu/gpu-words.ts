import type { GpuRow } from '@jadegate/contract/gpu';

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
