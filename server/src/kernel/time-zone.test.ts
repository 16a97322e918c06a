import { afterEach, expect, it } from 'vitest';

import { timeZoneInUse, useTimeZone } from './time-zone.ts';

const before = timeZoneInUse();
afterEach(() => useTimeZone(''));

it('moves every clock of the process, there and back', () => {
  const noon = Date.UTC(2026, 6, 1, 12);
  useTimeZone('Asia/Taipei');
  expect([timeZoneInUse(), new Date(noon).getHours()]).toEqual(['Asia/Taipei', 20]);
  useTimeZone('America/New_York');
  expect([timeZoneInUse(), new Date(noon).getHours()]).toEqual(['America/New_York', 8]);
  useTimeZone('');
  expect(timeZoneInUse()).toBe(before);
});
