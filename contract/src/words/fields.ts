import type { Sentence } from '../language.ts';

/** What forms call the fields that most bodies have, for sentences that stand alone; others go by their own name. */
export const FIELD_WORDS: Partial<Record<string, Sentence>> = {
  name: { 'zh-TW': '名稱', en: 'Name' },
  username: { 'zh-TW': '帳號', en: 'Username' },
  nickname: { 'zh-TW': '顯示名稱', en: 'Display name' },
  password: { 'zh-TW': '密碼', en: 'Password' },
  oldPassword: { 'zh-TW': '目前密碼', en: 'Current password' },
  newPassword: { 'zh-TW': '新密碼', en: 'New password' },
  mail: { 'zh-TW': '電子郵件', en: 'Email' },
  type: { 'zh-TW': '類型', en: 'Type' },
  status: { 'zh-TW': '狀態', en: 'Status' },
  description: { 'zh-TW': '說明', en: 'Description' },
  protocol: { 'zh-TW': '協定', en: 'Protocol' },
  ip: { 'zh-TW': 'IP 位址', en: 'IP address' },
  port: { 'zh-TW': '連接埠', en: 'Port' },
  ipGroup: { 'zh-TW': '來源位址', en: 'Source addresses' },
  timePeriod: { 'zh-TW': '時段', en: 'Hours' },
  rule: { 'zh-TW': '規則', en: 'Rule' },
  priority: { 'zh-TW': '優先順序', en: 'Priority' },
  enabled: { 'zh-TW': '啟用', en: 'Enabled' },
  tags: { 'zh-TW': '標籤', en: 'Tags' },
  content: { 'zh-TW': '內容', en: 'Content' },
  command: { 'zh-TW': '指令', en: 'Command' },
  cron: { 'zh-TW': '排程', en: 'Schedule' },
  reason: { 'zh-TW': '原因', en: 'Reason' },
  text: { 'zh-TW': '訊息', en: 'Message' },
};

/** Values of the wire that people choose by a word. */
export const VALUE_WORDS: Partial<Record<string, Sentence>> = {
  allow: { 'zh-TW': '允許', en: 'Allow' },
  reject: { 'zh-TW': '拒絕', en: 'Reject' },
  deny: { 'zh-TW': '拒絕', en: 'Deny' },
  enabled: { 'zh-TW': '啟用', en: 'Enabled' },
  disabled: { 'zh-TW': '停用', en: 'Disabled' },
  admin: { 'zh-TW': '管理員', en: 'Administrator' },
  user: { 'zh-TW': '一般使用者', en: 'User' },
};
