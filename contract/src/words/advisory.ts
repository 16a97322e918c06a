import type { Sentence } from '../language.ts';

/** How an advisory stands above the pages; what it says itself comes from whoever wrote it. */
export const ADVISORY_WORDS = {
  notice: {
    'zh-TW': '安全公告 {id}：{title}。{summary}',
    en: 'Security advisory {id}: {title}. {summary}',
  },
} as const satisfies Record<string, Sentence>;
