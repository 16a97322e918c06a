import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'user_group.not_found': {
    'zh-TW': '找不到這個使用者群組，可能已被刪除',
    en: 'There is no such user group; it may have been deleted.',
  },
  'user_group.name_taken': {
    'zh-TW': '已有名為「{name}」的使用者群組，請換一個名稱',
    en: 'A user group named “{name}” already exists. Choose another name.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'user-group': { 'zh-TW': '使用者群組', en: 'User group' },
  'user-group.created': { 'zh-TW': '新增使用者群組', en: 'User group created' },
  'user-group.updated': { 'zh-TW': '修改使用者群組', en: 'User group changed' },
  'user-group.deleted': { 'zh-TW': '刪除使用者群組', en: 'User group deleted' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'user-group.created': ['account', 'iam', 'creation', 'notice'],
  'user-group.updated': ['account', 'iam', 'change', 'notice'],
  'user-group.deleted': ['account', 'iam', 'deletion', 'notice'],
} satisfies Record<string, EventRow>;
