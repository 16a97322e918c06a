import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'user_import.changed': {
    'zh-TW': '預覽之後已有人新增了相同的帳號，資料未變更，請重新預覽',
    en: 'Somebody added one of these accounts since the preview. Nothing was changed; preview the file again.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'user.imported': { 'zh-TW': '匯入使用者', en: 'Users imported' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'user.imported': ['account', 'iam', 'creation', 'notice'],
} satisfies Record<string, EventRow>;
