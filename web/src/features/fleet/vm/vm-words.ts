import type { VmRow } from '@jadegate/contract/fleet/vm';

import { formatSize } from '../../../format/size.ts';

export const UNKNOWN = '—';

export function sizeOr(value: number | null): string {
  return value === null ? UNKNOWN : formatSize(value);
}

export function percentOr(value: number | null): string {
  return value === null ? UNKNOWN : `${Math.round(value)}%`;
}

export function rateOr(value: number | null): string {
  return value === null ? UNKNOWN : `${formatSize(value)}/s`;
}

/** What is given of what it may have at most. */
export function memoryOf({ memBytes, memMaxBytes }: Pick<VmRow, 'memBytes' | 'memMaxBytes'>): string {
  const isLess = memBytes !== null && memMaxBytes !== null && memBytes < memMaxBytes;
  return isLess ? `${sizeOr(memBytes)} / ${sizeOr(memMaxBytes)}` : sizeOr(memBytes ?? memMaxBytes);
}

/** What is written of what there is. */
export function diskOf(vm: Pick<VmRow, 'diskBytes' | 'diskAllocatedBytes'>): string {
  const { diskBytes, diskAllocatedBytes } = vm;
  return diskAllocatedBytes === null || diskBytes === null
    ? sizeOr(diskBytes)
    : `${sizeOr(diskAllocatedBytes)} / ${sizeOr(diskBytes)}`;
}

const DAY_MS = 86_400_000;
const OLD_DAYS = 30;

/** A snapshot that is kept for long grows, and slows its machine down. */
export function hasOldSnapshot({ oldestSnapshotAt }: Pick<VmRow, 'oldestSnapshotAt'>): boolean {
  return oldestSnapshotAt !== null && Date.now() - Date.parse(oldestSnapshotAt) > OLD_DAYS * DAY_MS;
}
