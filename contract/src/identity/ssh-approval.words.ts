import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'ssh_approval.not_found': {
    'zh-TW': '找不到這個等待核准的 SSH 連線，可能已逾時或已處理，請從終端機重新連線',
    en: 'There is no such SSH connection to approve. It may have run out or been dealt with; connect again.',
  },
  'ssh_approval.code_wrong': {
    'zh-TW': '代碼不正確，請輸入終端機上顯示的代碼，還可以試 {left} 次',
    en: 'The code is wrong. Enter the one your terminal shows; {left} tries are left.',
  },
  'ssh_approval.over': {
    'zh-TW': '這個 SSH 連線已經處理過，或代碼錯誤次數過多而遭拒，請從終端機重新連線',
    en: 'This SSH connection has been dealt with, or was refused after too many wrong codes. Connect again.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'ssh-approval': { 'zh-TW': 'SSH 連線核准', en: 'SSH approval' },
  'account.ssh-approved': { 'zh-TW': '核准自己的 SSH 連線', en: 'Own SSH connection approved' },
  'account.ssh-refused': { 'zh-TW': '拒絕 SSH 連線', en: 'SSH connection refused' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'account.ssh-approved': ['login', 'authentication', 'allowed', 'info'],
  'account.ssh-refused': ['login', 'authentication', 'denied', 'warning'],
} satisfies Record<string, EventRow>;
