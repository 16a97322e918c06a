import type { Sentence } from '../language.ts';

/** What a person is told about the drive of their desktop. */
export const DRIVE_WORDS = {
  full: {
    'zh-TW': '儲存空間已超過容量上限，磁碟已關閉。請刪除不需要的檔案，再重新連線',
    en: 'The storage space is over its limit, so the drive was closed. Delete what is not needed, then connect again.',
  },
  beyond: {
    'zh-TW': '磁碟裡的資料夾太深，或檔案太多，磁碟已關閉。請在檔案頁面整理後再重新連線',
    en: 'The folders of the drive go too deep, or hold too much, so the drive was closed. Tidy up on the page of files, then connect again.',
  },
  forbidden: {
    'zh-TW': '您已不能在這個連線中傳輸檔案，磁碟已關閉',
    en: 'You may no longer transfer files in this session, so the drive was closed.',
  },
  unavailable: {
    'zh-TW': '這次連線無法使用磁碟，請聯絡管理員檢查 guacd 能否存取資料目錄',
    en: 'There is no drive in this session. Ask an administrator whether guacd can reach the data directory.',
  },
} as const satisfies Record<string, Sentence>;
