import type { Sentence } from '../language.ts';
import type { EventRow } from './events/event-kind.ts';

export const ERRORS = {
  'server.not_found': {
    'zh-TW': '找不到這台伺服器，它可能已經停止',
    en: 'There is no such server; it may have stopped.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  server: { 'zh-TW': '伺服器', en: 'Server' },
  'server.drained': { 'zh-TW': '暫停伺服器的新連線', en: 'Server drained' },
  'server.resumed': { 'zh-TW': '恢復伺服器服務', en: 'Server put back to work' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'server.drained': ['system', 'host', 'change', 'notice'],
  'server.resumed': ['system', 'host', 'change', 'notice'],
} satisfies Record<string, EventRow>;
