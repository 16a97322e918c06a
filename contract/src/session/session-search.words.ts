import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const AUDIT = {
  'session.searched': { 'zh-TW': '搜尋連線錄影', en: 'Recordings searched' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'session.searched': ['evidence', 'session', 'access', 'notice'],
} satisfies Record<string, EventRow>;
