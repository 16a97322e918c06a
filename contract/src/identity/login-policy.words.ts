import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'login_policy.not_found': {
    'zh-TW': '找不到這筆登入政策，可能已被刪除',
    en: 'There is no such login policy; it may have been deleted.',
  },
  'login_policy.locks_out': {
    'zh-TW':
      '這樣一來，您自己就無法從目前的位址 {address} 登入，因此沒有變更；請由其他管理員操作，或先調整政策的位址與時段',
    en: 'You yourself could no longer sign in from your address {address}, so nothing was changed. Let another administrator do it, or change the addresses and times of the policy first.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'login-policy': { 'zh-TW': '登入政策', en: 'Login policy' },
  'login-policy.created': { 'zh-TW': '新增登入政策', en: 'Login policy created' },
  'login-policy.updated': { 'zh-TW': '修改登入政策', en: 'Login policy changed' },
  'login-policy.deleted': { 'zh-TW': '刪除登入政策', en: 'Login policy deleted' },
  'login-policy.bound': { 'zh-TW': '綁定登入政策', en: 'Login policy bound' },
  'login-policy.unbound': { 'zh-TW': '解除綁定登入政策', en: 'Login policy unbound' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'login-policy.created': ['account', 'configuration', 'creation', 'notice'],
  'login-policy.updated': ['account', 'configuration', 'change', 'notice'],
  'login-policy.deleted': ['account', 'configuration', 'deletion', 'notice'],
  'login-policy.bound': ['account', 'configuration', 'change', 'notice'],
  'login-policy.unbound': ['account', 'configuration', 'change', 'notice'],
} satisfies Record<string, EventRow>;
