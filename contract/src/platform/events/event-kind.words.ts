import type { Sentence } from '../../language.ts';

export const EVENT_SEVERITY_WORDS = {
  info: { 'zh-TW': '資訊', en: 'Info' },
  notice: { 'zh-TW': '注意', en: 'Notice' },
  warning: { 'zh-TW': '警告', en: 'Warning' },
  critical: { 'zh-TW': '嚴重', en: 'Critical' },
} as const satisfies Record<string, Sentence>;

/** What people choose from when they say which events they want. */
export const EVENT_GROUPS = {
  login: { 'zh-TW': '登入', en: 'Logins' },
  account: { 'zh-TW': '帳號與登入規則', en: 'Accounts and sign-in rules' },
  access: { 'zh-TW': '資產與授權', en: 'Assets and grants' },
  secret: { 'zh-TW': '憑證與機密', en: 'Credentials and secrets' },
  session: { 'zh-TW': '工作階段', en: 'Sessions' },
  command: { 'zh-TW': '指令', en: 'Commands' },
  file: { 'zh-TW': '檔案與剪貼簿', en: 'Files and clipboard' },
  evidence: { 'zh-TW': '稽核與存證', en: 'Audit and evidence' },
  machine: { 'zh-TW': '實體主機、虛擬機與 GPU', en: 'Nodes, virtual machines and GPUs' },
  system: { 'zh-TW': '系統', en: 'System' },
} as const satisfies Record<string, Sentence>;

/** Of what is told beside the acts of the audit log. */
export const OWN_EVENT_TITLES = {
  'login.locked': { 'zh-TW': '登入遭鎖定', en: 'Login locked' },
  'session.command': { 'zh-TW': '執行指令', en: 'Command' },
  'file.operation': { 'zh-TW': '檔案操作', en: 'File operation' },
  'clipboard.used': { 'zh-TW': '使用剪貼簿', en: 'Clipboard used' },
  'alert.raised': { 'zh-TW': '發出警示', en: 'Alert raised' },
  'alert.cleared': { 'zh-TW': '解除警示', en: 'Alert cleared' },
  'server.started': { 'zh-TW': '伺服器啟動', en: 'Server started' },
  'server.stopped': { 'zh-TW': '伺服器停止', en: 'Server stopped' },
  'server.lost': { 'zh-TW': '伺服器失去聯繫', en: 'Server lost' },
  'audit.checkpoint': { 'zh-TW': '稽核鏈簽章', en: 'Audit checkpoint' },
  'recording.sealed': { 'zh-TW': '錄影簽章', en: 'Recording sealed' },
  'event.dropped': { 'zh-TW': '事件遭捨棄', en: 'Events dropped' },
  'event.undeliverable': { 'zh-TW': '事件無法送達', en: 'Events undeliverable' },
  'event.test': { 'zh-TW': '測試事件', en: 'Test event' },
} as const satisfies Record<string, Sentence>;
