import type { Sentence } from '../language.ts';

export const AUDIT = {
  retention: { 'zh-TW': '保留期限', en: 'Retention' },
  system: { 'zh-TW': '系統', en: 'System' },
  vault: { 'zh-TW': '機密保存庫', en: 'Vault' },
  'system.initialised': { 'zh-TW': '系統初始化', en: 'System initialised' },
  'retention.swept': { 'zh-TW': '清除逾期紀錄', en: 'Old records removed' },
  'vault.rotated': { 'zh-TW': '輪替主金鑰', en: 'Master key rotated' },
} satisfies Record<string, Sentence>;
