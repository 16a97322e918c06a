import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'login_log.live': {
    'zh-TW': '其中有仍在使用中的登入，請先強制登出再刪除',
    en: 'Some of these logins are still live. End them before you delete their entries.',
  },
  'login_log.not_found': {
    'zh-TW': '找不到這筆登入紀錄，可能已被刪除',
    en: 'There is no such login entry; it may have been deleted.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'login-log': { 'zh-TW': '登入紀錄', en: 'Login log' },
  'login-log.deleted': { 'zh-TW': '刪除登入紀錄', en: 'Login log entries deleted' },
  'login-log.cleared': { 'zh-TW': '清空登入紀錄', en: 'Login log cleared' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'login-log.deleted': ['evidence', 'configuration', 'deletion', 'warning'],
  'login-log.cleared': ['evidence', 'configuration', 'deletion', 'warning'],
} satisfies Record<string, EventRow>;
