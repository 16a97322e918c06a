import type { Language } from '@jadegate/contract/language';
import { NEVER } from '@jadegate/contract/scalars';

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const OWN_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Clocks differ a little, and a list is not read by the second: this close counts as now. */
const NOW_MS = 45_000;

/**
 * Epoch milliseconds of a time on the wire, or nothing for "never" and for what is no time. ISO times say their zone;
 * `YYYY-MM-DD HH:mm:ss` is in the server's, and in the browser's while that is not known.
 */
export function parseTime(text: string, serverZone = ''): number | undefined {
  if (text === '' || text === NEVER || text.startsWith('0001-01-01')) {
    return undefined;
  }
  const isIso = text.includes('T');
  const time = Date.parse(isIso ? text : text.replace(' ', 'T') + (serverZone === '' ? '' : 'Z'));
  if (Number.isNaN(time)) {
    return undefined;
  }
  return isIso || serverZone === '' ? time : time - zoneOffset(time, serverZone);
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function zoneOffset(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(time).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

/** "3 minutes ago" in the person's language; undefined when it is as good as now. */
export function relativeTime(time: number, now: number, language: Language): string | undefined {
  const difference = time - now;
  if (Math.abs(difference) < NOW_MS) {
    return undefined;
  }
  const [unit, size] =
    UNITS.find(([, length]) => Math.abs(difference) >= length) ?? (['minute', 60_000] as const);
  const amount = Math.trunc(difference / size) || Math.sign(difference);
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(amount, unit);
}

/** The exact form that every list and detail shows: `2026-11-15 03:20:00`, in the browser's zone. */
export function exactTime(time: number): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}

/** The zone that `exactTime` is meant in, and how far it was from UTC then: `Asia/Taipei UTC+08:00`. */
export function zoneName(time: number): string {
  const minutes = -new Date(time).getTimezoneOffset();
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  const offset = `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return OWN_ZONE === 'UTC' ? 'UTC' : `${OWN_ZONE} ${offset}`;
}
