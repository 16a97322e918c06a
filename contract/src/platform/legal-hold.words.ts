import type { Sentence } from '../language.ts';
import type { EventRow } from './events/event-kind.ts';

export const ERRORS = {
  'hold.not_found': {
    'zh-TW': '找不到這項法律保留，可能已經解除',
    en: 'There is no such legal hold. It may have been lifted.',
  },
  'hold.subject_not_found': {
    'zh-TW': '找不到要保留的對象',
    en: 'What was to be held is not there.',
  },
  'hold.exists': { 'zh-TW': '「{name}」已經在法律保留中', en: '“{name}” is on legal hold already.' },
  'hold.held': {
    'zh-TW': '「{name}」在法律保留中，不能刪除。需要刪除時，請先在「證據與保留」解除',
    en: '“{name}” is on legal hold and cannot be deleted. Lift the hold on the page “Evidence and holds” first.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'legal-hold': { 'zh-TW': '法律保留', en: 'Legal hold' },
  'legal-hold.set': { 'zh-TW': '設定法律保留', en: 'Legal hold set' },
  'legal-hold.lifted': { 'zh-TW': '解除法律保留', en: 'Legal hold lifted' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'legal-hold.set': ['evidence', 'configuration', 'creation', 'warning'],
  'legal-hold.lifted': ['evidence', 'configuration', 'deletion', 'warning'],
} satisfies Record<string, EventRow>;
