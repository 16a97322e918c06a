import type { Sentence } from '../language.ts';

/** What the server says and asks in a terminal before it is open. */
export const TERMINAL_NOTICE_WORDS = {
  host_asks: {
    'zh-TW': '目標主機要求回答以下問題，按 Ctrl+C 可取消',
    en: 'The host asks the following. Ctrl+C cancels',
  },
  ask_account: {
    'zh-TW': '這個資產沒有儲存登入資料，請在這裡登入，按 Ctrl+C 可取消',
    en: 'No login is stored for this asset. Log in here; Ctrl+C cancels',
  },
  ask_username: { 'zh-TW': '帳號: ', en: 'User name: ' },
  ask_password: { 'zh-TW': '密碼: ', en: 'Password: ' },
  ask_again: { 'zh-TW': '目標主機不接受，請再試一次', en: 'The host does not accept that. Try again' },
} as const satisfies Record<string, Sentence>;
