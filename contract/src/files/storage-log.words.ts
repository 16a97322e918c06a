import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'storage_log.not_found': {
    'zh-TW': '找不到這筆檔案操作紀錄，可能已被刪除',
    en: 'There is no such file log entry; it may have been deleted.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'storage-log': { 'zh-TW': '檔案操作紀錄', en: 'File log' },
  'storage-log.deleted': { 'zh-TW': '刪除檔案操作紀錄', en: 'File log entries deleted' },
  'storage-log.cleared': { 'zh-TW': '清空檔案操作紀錄', en: 'File log cleared' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'storage-log.deleted': ['evidence', 'configuration', 'deletion', 'warning'],
  'storage-log.cleared': ['evidence', 'configuration', 'deletion', 'warning'],
} satisfies Record<string, EventRow>;
