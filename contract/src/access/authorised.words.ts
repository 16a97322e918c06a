import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'authorised.not_for_oneself': {
    'zh-TW': '不能把自己無權使用的資產交給自己，請由其他管理員授權',
    en: 'You cannot give yourself an asset that you may not use. Ask another administrator.',
  },
  'authorised.not_found': {
    'zh-TW': '找不到這筆授權，可能已被撤銷',
    en: 'There is no such grant; it may have been revoked.',
  },
  'authorised.reference_gone': {
    'zh-TW': '所選的對象剛被刪除，授權未儲存，請重新整理後再試',
    en: 'Something that was chosen has just been deleted. Nothing was granted; reload and try again.',
  },
  'authorised.ends_in_past': {
    'zh-TW': '結束時間已過，授權不會生效，請選擇未來的時間',
    en: 'That end has passed already, so the grant would never count. Choose a time in the future.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  authorised: { 'zh-TW': '授權', en: 'Grant' },
  'authorised.granted': { 'zh-TW': '授權資產', en: 'Asset granted' },
  'authorised.updated': { 'zh-TW': '修改資產授權', en: 'Asset grant changed' },
  'authorised.revoked': { 'zh-TW': '撤銷資產授權', en: 'Asset grant revoked' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'authorised.granted': ['access', 'iam', 'creation', 'notice'],
  'authorised.updated': ['access', 'iam', 'change', 'notice'],
  'authorised.revoked': ['access', 'iam', 'deletion', 'notice'],
} satisfies Record<string, EventRow>;
