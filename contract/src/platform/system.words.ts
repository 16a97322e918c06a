import type { Sentence } from '../language.ts';
import type { EventRow } from './events/event-kind.ts';

export const AUDIT = {
  retention: { 'zh-TW': '保留期限', en: 'Retention' },
  system: { 'zh-TW': '系統', en: 'System' },
  vault: { 'zh-TW': '機密保存庫', en: 'Vault' },
  'system.initialised': { 'zh-TW': '系統初始化', en: 'System initialised' },
  'retention.swept': { 'zh-TW': '清除逾期紀錄', en: 'Old records removed' },
  'vault.rotated': { 'zh-TW': '輪替主金鑰', en: 'Master key rotated' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'system.initialised': ['system', 'configuration', 'creation', 'notice'],
  'retention.swept': ['evidence', 'configuration', 'deletion', 'info'],
  'vault.rotated': ['secret', 'configuration', 'change', 'warning'],
} satisfies Record<string, EventRow>;
