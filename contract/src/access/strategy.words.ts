import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'strategy.not_found': {
    'zh-TW': '找不到這項授權政策，可能已被刪除',
    en: 'There is no such strategy; it may have been deleted.',
  },
  'strategy.name_taken': {
    'zh-TW': '已有名為「{name}」的授權政策，請換一個名稱',
    en: 'A strategy named “{name}” already exists. Choose another name.',
  },
  'strategy.in_use': {
    'zh-TW': '授權政策「{name}」仍有 {count} 筆授權使用（{grants}），請先改用其他授權政策再刪除',
    en: 'Strategy “{name}” is still used by {count} grants ({grants}). Move them to another strategy first.',
  },
  'strategy.reason_required': {
    'zh-TW': '不錄影時必須說明原因',
    en: 'Say why sessions are not recorded.',
  },
  'strategy.commands_required': {
    'zh-TW': '只允許列出的指令時，至少要列出一個指令',
    en: 'Where only listed commands are allowed, list at least one.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  strategy: { 'zh-TW': '授權政策', en: 'Strategy' },
  'strategy.created': { 'zh-TW': '新增授權政策', en: 'Strategy created' },
  'strategy.updated': { 'zh-TW': '修改授權政策', en: 'Strategy changed' },
  'strategy.deleted': { 'zh-TW': '刪除授權政策', en: 'Strategy deleted' },
  'strategy.recording-disabled': { 'zh-TW': '授權政策關閉錄影', en: 'Recording turned off by a strategy' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'strategy.created': ['access', 'configuration', 'creation', 'notice'],
  'strategy.updated': ['access', 'configuration', 'change', 'notice'],
  'strategy.deleted': ['access', 'configuration', 'deletion', 'notice'],
  'strategy.recording-disabled': ['access', 'configuration', 'change', 'warning'],
} satisfies Record<string, EventRow>;
