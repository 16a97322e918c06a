import { expect, it } from 'vitest';

import { jobNameIn } from './jobs.ts';

it.each([
  ['檢查資產狀態', 'en', 'Check assets'],
  ['Remove old records', 'zh-TW', '清除逾期紀錄'],
  ['每日檢查', 'en', '每日檢查'],
] as const)('%s is called in %s: %s', (name, language, shown) => {
  expect(jobNameIn(name, language)).toBe(shown);
});
