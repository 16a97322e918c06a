import { i18n } from '../i18n/index.ts';

/** Seconds in each unit. A year is 365 days: durations here are how long something ran, not dates. */
const UNITS = [
  ['year', 31_536_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in whole units with their names in the chosen language; empty units are left out. */
export function formatDuration(seconds: number): string {
  let rest = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) {
      parts.push(i18n.t(`common:duration.${unit}`, { count }));
    }
  }
  return parts.length > 0 ? parts.join(' ') : i18n.t('common:duration.second', { count: 0 });
}
