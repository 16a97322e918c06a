import type { Sentence } from '../language.ts';

/** What the terminal shows when the server is ready. Nobody has chosen a language there, so it shows both. */
export const READY_WORDS = {
  address: { 'zh-TW': '網址', en: 'Jadegate is ready' },
  publicUrl: { 'zh-TW': '對外網址', en: 'reached at' },
  account: { 'zh-TW': '管理員帳號', en: 'administrator account' },
  password: { 'zh-TW': '管理員密碼（僅顯示這一次）', en: 'administrator password (shown once)' },
  stop: { 'zh-TW': '停止：按 Ctrl+C', en: 'to stop: press Ctrl+C' },
} as const satisfies Record<string, Sentence>;
