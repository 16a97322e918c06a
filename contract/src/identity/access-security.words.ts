import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'access_security.not_found': {
    'zh-TW': '找不到這筆存取規則，可能已被刪除',
    en: 'There is no such access rule; it may have been deleted.',
  },
  'access_security.refused': {
    'zh-TW': '不允許從這個位址存取，請聯絡管理員',
    en: 'Access from this address is not allowed. Contact an administrator.',
  },
  'access_security.locks_out': {
    'zh-TW': '儲存後，您目前的位址 {address} 將無法存取，請確認後再儲存',
    en: 'After this change your own address {address} would be shut out. Confirm to save it anyway.',
  },
  'access_security.delete_locks_out': {
    'zh-TW': '刪除後，您目前的位址 {address} 將無法存取，請確認後再刪除',
    en: 'After this deletion your own address {address} would be shut out. Confirm to delete it anyway.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'access-security': { 'zh-TW': '存取規則', en: 'Access rule' },
  'access-security.created': { 'zh-TW': '新增存取規則', en: 'Access rule created' },
  'access-security.updated': { 'zh-TW': '修改存取規則', en: 'Access rule changed' },
  'access-security.deleted': { 'zh-TW': '刪除存取規則', en: 'Access rule deleted' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'access-security.created': ['account', 'configuration', 'creation', 'notice'],
  'access-security.updated': ['account', 'configuration', 'change', 'notice'],
  'access-security.deleted': ['account', 'configuration', 'deletion', 'notice'],
} satisfies Record<string, EventRow>;
