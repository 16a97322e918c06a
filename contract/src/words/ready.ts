import type { Sentence } from '../language.ts';

/** What the terminal shows when the server is ready. Nobody has chosen a language there, so it shows both. */
export const READY_WORDS = {
  address: { 'zh-TW': '網址', en: 'Jadegate is ready' },
  publicUrl: { 'zh-TW': '對外網址', en: 'reached at' },
  ssh: { 'zh-TW': 'SSH 入口', en: 'with an SSH client' },
  sshTaken: {
    'zh-TW': 'SSH 入口未開啟，無法使用的連接埠',
    en: 'no SSH clients, the port cannot be used',
  },
  account: { 'zh-TW': '管理員帳號', en: 'administrator account' },
  password: { 'zh-TW': '管理員密碼（僅顯示這一次）', en: 'administrator password (shown once)' },
  demo: {
    'zh-TW': '展示環境：主機、人員與紀錄皆為示範，僅供本機試用',
    en: 'demo: hosts, people and records are examples, for trying out on this machine only',
  },
  demoData: { 'zh-TW': '展示資料', en: 'data of the demo' },
  demoAccounts: { 'zh-TW': '登入帳號', en: 'sign in as' },
  demoPassword: { 'zh-TW': '密碼（各帳號相同）', en: 'password (the same for all)' },
  demoNoDesktops: {
    'zh-TW': '無法開啟遠端桌面：這部機器沒有 guacd，安裝方式見 docs/guacd.md',
    en: 'no remote desktops: there is no guacd on this machine, docs/guacd.md tells how to get it',
  },
  stop: { 'zh-TW': '停止：按 Ctrl+C', en: 'to stop: press Ctrl+C' },
} as const satisfies Record<string, Sentence>;
