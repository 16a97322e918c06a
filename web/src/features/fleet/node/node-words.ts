import type { NodeRow } from '@jadegate/contract/fleet/node';

import { shareOf } from '../../../format/figure.ts';

export function memoryPercent({ latest }: Pick<NodeRow, 'latest'>): number | null {
  return shareOf(latest?.memUsed, latest?.memTotal);
}

/** Its last figures are not of now: the machine did not answer since. */
export function isOld({ status, failures }: Pick<NodeRow, 'status' | 'failures'>): boolean {
  return failures > 0 || (status !== 'online' && status !== 'degraded');
}

/** Site, room, rack and unit, as far as they are known. */
export function placeOf({
  site,
  room,
  rack,
  unit,
}: Pick<NodeRow, 'site' | 'room' | 'rack' | 'unit'>): string {
  return [site, room, rack, unit === null ? '' : `U${unit}`].filter((part) => part !== '').join(' / ');
}
