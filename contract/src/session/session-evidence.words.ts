import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'evidence.session_live': {
    'zh-TW': '工作階段仍在進行中，結束後才能匯出證據',
    en: 'The session is still live. Its evidence can be exported once it is over.',
  },
  'evidence.tools_missing': {
    'zh-TW': '這個安裝缺少驗證程式或播放器，無法匯出證據。請重新安裝或執行 npm run build',
    en: 'This installation lacks the verifier or the player, so no evidence can be exported. Install it again, or run npm run build.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'session.evidence-exported': { 'zh-TW': '匯出證據', en: 'Evidence exported' },
  'session.evidence-checked': { 'zh-TW': '檢查錄影簽章', en: 'Recording checked against its signatures' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'session.evidence-exported': ['evidence', 'session', 'access', 'warning'],
  'session.evidence-checked': ['evidence', 'session', 'info', 'info'],
} satisfies Record<string, EventRow>;
