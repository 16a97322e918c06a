import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'command.not_found': {
    'zh-TW': '找不到這個指令，可能已被刪除',
    en: 'There is no such command; it may have been deleted.',
  },
  'command.too_many': {
    'zh-TW': '每人最多儲存 {limit} 個指令，請先刪除不再使用的指令',
    en: 'One person may save {limit} commands at most. Delete some that are no longer used.',
  },
  'command.too_much_text': {
    'zh-TW': '每人儲存的指令內容合計最多 {limit} 個字元，請先刪除或縮短其他指令',
    en: 'The commands of one person may have {limit} characters in all. Delete or shorten others first.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  command: { 'zh-TW': '指令', en: 'Command' },
  'command.created': { 'zh-TW': '新增指令', en: 'Command created' },
  'command.updated': { 'zh-TW': '修改指令', en: 'Command changed' },
  'command.deleted': { 'zh-TW': '刪除指令', en: 'Command deleted' },
  'command.owner-changed': { 'zh-TW': '變更指令擁有者', en: 'Command owner changed' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'command.created': ['command', 'configuration', 'creation', 'info'],
  'command.updated': ['command', 'configuration', 'change', 'info'],
  'command.deleted': ['command', 'configuration', 'deletion', 'info'],
  'command.owner-changed': ['command', 'configuration', 'change', 'notice'],
} satisfies Record<string, EventRow>;
