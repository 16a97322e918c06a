import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'ssh_help.not_ssh': {
    'zh-TW': '只有 SSH 資產可以用自己的用戶端連線',
    en: 'Only SSH assets can be reached with a client of one’s own.',
  },
  'ssh_config.not_found': {
    'zh-TW': '這個 SSH 設定檔網址不存在或已撤銷',
    en: 'There is no such SSH configuration, or its address was revoked.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'account.ssh-config-made': { 'zh-TW': '產生 SSH 設定檔網址', en: 'Address of SSH configuration made' },
  'account.ssh-config-revoked': {
    'zh-TW': '撤銷 SSH 設定檔網址',
    en: 'Address of SSH configuration revoked',
  },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'account.ssh-config-made': ['account', 'iam', 'creation', 'info'],
  'account.ssh-config-revoked': ['account', 'iam', 'deletion', 'info'],
} satisfies Record<string, EventRow>;

/** What the generated file says of itself. */
export const SSH_CONFIG_WORDS = {
  head: {
    'zh-TW': '{person} 可以使用的主機，由 {host} 產生。請勿手動修改，重新下載即可更新。',
    en: 'Hosts that {person} may use, made by {host}. Do not edit; fetch it again to renew it.',
  },
  menu: { 'zh-TW': '選單：列出所有主機', en: 'The menu of all hosts' },
  more: {
    'zh-TW': '主機太多，只列出前 {count} 台，其餘請由選單連線。',
    en: 'There are more: only the first {count} are listed. Reach the others by the menu.',
  },
} as const satisfies Record<string, Sentence>;
