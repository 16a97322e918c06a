import type { Sentence } from '../language.ts';

/** What an archive says about what is not in it, in a text file beside the others. */
export const ARCHIVE_WORDS = {
  title: {
    'zh-TW': '以下項目沒有放進這個壓縮檔：',
    en: 'These are not in this archive:',
  },
  link: { 'zh-TW': '連結', en: 'a link' },
  special: { 'zh-TW': '不是一般檔案', en: 'not an ordinary file' },
  permission: { 'zh-TW': '沒有讀取權限', en: 'may not be read' },
} as const satisfies Record<string, Sentence>;

export type LeftOut = Exclude<keyof typeof ARCHIVE_WORDS, 'title'>;
