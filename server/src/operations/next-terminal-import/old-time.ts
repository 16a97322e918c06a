const FORM =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[ T](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.(?<part>\d{1,9}))?)?(?<zone>Z|[ ]?[+-]\d\d:?\d\d)?/;
/** 9999-12-31. */
const LATEST_MS = 253_402_214_400_000;

/**
 * A time as the old product wrote it: in its own zone unless it says one, which is taken to be the zone of this server. 0 for
 * never; undefined for what is no time.
 */
export function readOldTime(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '' || value === '-') {
    return 0;
  }
  if (typeof value === 'number') {
    return value >= 0 && value <= LATEST_MS ? Math.floor(value) : undefined;
  }
  const parts = typeof value === 'string' && value.length <= 64 ? FORM.exec(value)?.groups : undefined;
  if (!parts) {
    return undefined;
  }
  const { year = '', month = '', day = '', hour = '', minute = '', second = '00', part = '', zone } = parts;
  if (Number(year) < 1970) {
    return 0;
  }
  const milliseconds = `${part}000`.slice(0, 3);
  const offset =
    zone === undefined || zone === 'Z' ? (zone ?? '') : zone.trim().replace(/^(...)(\d\d)$/, '$1:$2');
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
