import type { Sentence } from '../language.ts';

export const AUDIT = {
  'session.searched': { 'zh-TW': '搜尋連線錄影', en: 'Recordings searched' },
} satisfies Record<string, Sentence>;
