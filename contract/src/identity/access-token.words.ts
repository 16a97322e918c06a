import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'access_token.not_found': {
    'zh-TW': '找不到這個存取權杖，可能已撤銷',
    en: 'There is no such access token; it may have been revoked.',
  },
  'access_token.name_taken': {
    'zh-TW': '已有名為「{name}」的存取權杖，請換一個名稱',
    en: 'An access token named “{name}” already exists. Choose another name.',
  },
  'access_token.too_many': {
    'zh-TW': '存取權杖最多 {limit} 個，請先撤銷不再使用的權杖',
    en: 'You can have at most {limit} access tokens. Revoke one you no longer use first.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'access-token': { 'zh-TW': '存取權杖', en: 'Access token' },
  'account.access-token-created': { 'zh-TW': '新增存取權杖', en: 'Access token created' },
  'account.access-token-revoked': { 'zh-TW': '撤銷存取權杖', en: 'Access token revoked' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'account.access-token-created': ['account', 'iam', 'creation', 'notice'],
  'account.access-token-revoked': ['account', 'iam', 'deletion', 'info'],
} satisfies Record<string, EventRow>;
