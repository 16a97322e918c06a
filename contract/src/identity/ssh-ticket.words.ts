import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'ssh_ticket.not_found': {
    'zh-TW': '找不到這張 SSH 票證，可能已撤銷',
    en: 'There is no such SSH ticket; it may have been revoked.',
  },
  'ssh_ticket.name_taken': {
    'zh-TW': '已有名為「{name}」的 SSH 票證，請換一個名稱',
    en: 'An SSH ticket named “{name}” already exists. Choose another name.',
  },
  'ssh_ticket.too_many': {
    'zh-TW': 'SSH 票證最多 {limit} 張，請先撤銷不再使用的票證',
    en: 'You can have at most {limit} SSH tickets. Revoke one you no longer use first.',
  },
  'login.ticket_elsewhere': {
    'zh-TW': '這張 SSH 票證不能從這個位址使用',
    en: 'This SSH ticket may not be used from this address.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'ssh-ticket': { 'zh-TW': 'SSH 票證', en: 'SSH ticket' },
  'account.ssh-ticket-created': { 'zh-TW': '新增 SSH 票證', en: 'SSH ticket created' },
  'account.ssh-ticket-revoked': { 'zh-TW': '撤銷 SSH 票證', en: 'SSH ticket revoked' },
  'user.ssh-ticket-revoked': { 'zh-TW': '撤銷使用者的 SSH 票證', en: 'SSH ticket of a person revoked' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'account.ssh-ticket-created': ['account', 'iam', 'creation', 'notice'],
  'account.ssh-ticket-revoked': ['account', 'iam', 'deletion', 'info'],
  'user.ssh-ticket-revoked': ['account', 'iam', 'deletion', 'notice'],
} satisfies Record<string, EventRow>;
