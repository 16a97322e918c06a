import type { Sentence } from '../language.ts';
import type { DayCount } from '../operations/overview.ts';

/** What is counted of a day. */
export const DAY_COUNT_WORDS: Record<DayCount, Sentence> = {
  logins: { 'zh-TW': '登入次數', en: 'Logins' },
  users: { 'zh-TW': '活躍使用者', en: 'Active people' },
  assets: { 'zh-TW': '活躍資產', en: 'Active assets' },
};
