import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const AUDIT = {
  'session.commands-read': { 'zh-TW': '查看連線的指令紀錄', en: 'Commands of a session read' },
  'session.command-denied': { 'zh-TW': '禁止指令', en: 'Command denied' },
  'session.command-unchecked': {
    'zh-TW': '指令未經過濾即送出',
    en: 'Command went without being judged',
  },
  'session.command-warned': { 'zh-TW': '指令要求確認', en: 'Command asked to be confirmed' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'session.commands-read': ['evidence', 'session', 'access', 'notice'],
  'session.command-denied': ['command', 'process', 'denied', 'warning'],
  'session.command-unchecked': ['command', 'process', 'info', 'warning'],
  'session.command-warned': ['command', 'process', 'info', 'notice'],
} satisfies Record<string, EventRow>;
