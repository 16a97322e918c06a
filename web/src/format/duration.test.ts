import { expect, it } from 'vitest';

import { setLanguage } from '../i18n/index.ts';
import { formatDuration } from './duration.ts';

it.each([
  [0, '0 秒'],
  [59.9, '59 秒'],
  [60, '1 分鐘'],
  [3661, '1 小時 1 分鐘 1 秒'],
  [90_000, '1 天 1 小時'],
  [31_536_000 * 2 + 86_400 + 3600 + 60 + 1, '2 年 1 天 1 小時 1 分鐘 1 秒'],
  [-3, '0 秒'],
  [Number.NaN, '0 秒'],
])('prints %d seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it('uses English plurals in English', async () => {
  await setLanguage('en');
  expect(formatDuration(3662)).toBe('1 hour 1 minute 2 seconds');
});
