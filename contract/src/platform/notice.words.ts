import type { Sentence } from '../language.ts';

export const ERRORS = {
  'notice.not_found': {
    'zh-TW': '這則通知已經不在，或不能收起',
    en: 'This notice is gone, or cannot be dismissed',
  },
} satisfies Record<string, Sentence>;
