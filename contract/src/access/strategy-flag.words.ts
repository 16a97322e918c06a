import type { Sentence } from '../language.ts';
import type { StrategyFlag } from './strategy.ts';

/** The switches of a strategy that are about files and the clipboard, as its page names them. */
export const STRATEGY_FLAG_WORDS: Record<StrategyFlag, Sentence> = {
  upload: { 'zh-TW': '上傳檔案', en: 'Upload' },
  download: { 'zh-TW': '下載檔案', en: 'Download' },
  edit: { 'zh-TW': '編輯檔案與權限', en: 'Edit files and modes' },
  delete: { 'zh-TW': '刪除檔案', en: 'Delete files' },
  rename: { 'zh-TW': '重新命名', en: 'Rename' },
  copy: { 'zh-TW': '複製', en: 'Copy' },
  paste: { 'zh-TW': '貼上', en: 'Paste' },
  createDir: { 'zh-TW': '新增資料夾', en: 'New folder' },
};
