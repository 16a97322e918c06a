import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'work.not_found': {
    'zh-TW': '找不到這項工作，它可能已經結束',
    en: 'There is no such work; it may be over.',
  },
  'work.not_cancellable': {
    'zh-TW': '這種工作不能取消，中途停止會讓主機或虛擬機處於不明的狀態',
    en: 'Work of this kind cannot be cancelled: stopped halfway, it would leave a machine in an unknown state.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  work: { 'zh-TW': '工作', en: 'Work' },
  'work.cancelled': { 'zh-TW': '取消進行中的工作', en: 'Work cancelled' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'work.cancelled': ['system', 'process', 'end', 'notice'],
} satisfies Record<string, EventRow>;
