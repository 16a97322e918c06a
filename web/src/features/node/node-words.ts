import type { NodeRow } from '@jadegate/contract/node';

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

/** A number with its unit; a dash where nobody knows it. */
export function figure(value: number | null | undefined, format: (value: number) => string): string {
  return typeof value === 'number' ? format(value) : '—';
}

export function shareOf(part: number | null | undefined, whole: number | null | undefined): number | null {
  return typeof part === 'number' && typeof whole === 'number' && whole > 0 ? (part / whole) * 100 : null;
}

export const degrees = (value: number) => `${Math.round(value)} °C`;
