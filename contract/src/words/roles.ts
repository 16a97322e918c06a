import { translate, type Language, type Sentence } from '../language.ts';

/** Names of the built-in roles and of the first administrator. */
export const ROLE_WORDS: Record<string, Sentence> = {
  'system-administrator': { 'zh-TW': '系統管理員', en: 'System administrator' },
  'security-administrator': { 'zh-TW': '安全管理員', en: 'Security administrator' },
  'audit-administrator': { 'zh-TW': '稽核管理員', en: 'Audit administrator' },
  'ordinary-user': { 'zh-TW': '一般使用者', en: 'Ordinary user' },
};

export const SUPER_ADMIN_NICKNAME: Sentence = { 'zh-TW': '超級管理員', en: 'Super administrator' };

/** A built-in role in the language of who reads; any other by the name it was given. */
export function roleName({ id, name }: { id: string; name: string }, language: Language): string {
  const words = ROLE_WORDS[id];
  return words === undefined ? name : translate(words, language);
}

/** The same where only the names are at hand, and the ids of the roles they may belong to. */
export function roleNameAmong(name: string, ids: readonly string[], language: Language): string {
  const id = ids.find((one) => ROLE_WORDS[one]?.['zh-TW'] === name);
  return id === undefined ? name : roleName({ id, name }, language);
}
