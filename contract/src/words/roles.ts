import type { Sentence } from '../language.ts';

/** Names of the built-in roles and of the first administrator. */
export const ROLE_WORDS: Record<string, Sentence> = {
  'system-administrator': { 'zh-TW': '系統管理員', en: 'System administrator' },
  'security-administrator': { 'zh-TW': '安全管理員', en: 'Security administrator' },
  'audit-administrator': { 'zh-TW': '稽核管理員', en: 'Audit administrator' },
  'ordinary-user': { 'zh-TW': '一般使用者', en: 'Ordinary user' },
};

export const SUPER_ADMIN_NICKNAME: Sentence = { 'zh-TW': '超級管理員', en: 'Super administrator' };
