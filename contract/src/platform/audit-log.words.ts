import type { Sentence } from '../language.ts';
import type { EventRow } from './events/event-kind.ts';

export const ERRORS = {
  'audit.archive_too_young': {
    'zh-TW': '只能封存 {days} 天以前的稽核紀錄',
    en: 'Only entries older than {days} days can be archived.',
  },
  'audit.archive_busy': {
    'zh-TW': '稽核紀錄正在封存中，請稍後再試',
    en: 'The audit log is being archived at this moment. Try again later.',
  },
  'audit.archive_not_found': { 'zh-TW': '找不到這份封存', en: 'There is no such archive.' },
  'audit.archive_elsewhere': {
    'zh-TW': '這份封存在伺服器「{server}」的磁碟上，請到該伺服器查看',
    en: 'This archive lies on the disk of the server “{server}”. Look at it there.',
  },
  'audit.archive_unreadable': {
    'zh-TW': '封存檔「{name}」無法讀取，可能已損毀或不見；請從備份還原這個檔案',
    en: 'The archive “{name}” cannot be read; it may be damaged or gone. Restore the file from a backup.',
  },
  'audit.chain_broken': {
    'zh-TW': '稽核紀錄從第 {seq} 筆起不完整，無法封存；請先查明原因',
    en: 'The audit log is broken at entry {seq} and cannot be archived. Find out why first.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'audit-log': { 'zh-TW': '稽核紀錄', en: 'Audit log' },
  'audit-log.exported': { 'zh-TW': '匯出稽核紀錄', en: 'Audit log exported' },
  'audit-log.archived': { 'zh-TW': '封存稽核紀錄', en: 'Audit log archived' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'audit-log.exported': ['evidence', 'configuration', 'access', 'notice'],
  'audit-log.archived': ['evidence', 'configuration', 'change', 'info'],
} satisfies Record<string, EventRow>;
