import type { Sentence } from '../language.ts';

/** What the product calls itself until an administrator changes it. */
export const DEFAULT_BRANDING = {
  name: { 'zh-TW': '玉門 Jadegate', en: 'Jadegate' },
  copyright: { 'zh-TW': '© 玉門 Jadegate', en: '© Jadegate' },
  description: {
    'zh-TW': '安全連線每一台主機，完整記錄每一次操作',
    en: 'Reach every host safely, with every session on record',
  },
} as const satisfies Record<string, Sentence>;
