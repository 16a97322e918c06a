import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'share.not_found': {
    'zh-TW': '找不到這個分享連結，請確認連結是否完整',
    en: 'There is no such share. Check that the link is complete.',
  },
  'share.off': { 'zh-TW': '系統設定不允許分享連線', en: 'Sharing sessions is switched off.' },
  'share.audience_off': {
    'zh-TW': '系統設定只允許分享給指定的使用者',
    en: 'Sessions may be shared with named people only.',
  },
  'share.users_missing': { 'zh-TW': '請輸入至少一個帳號', en: 'Enter at least one user name.' },
  'share.input_forbidden': {
    'zh-TW': '您沒有加入他人連線並輸入的權限，只能新增唯讀的分享',
    en: 'You may not let people type into this session. Share it read-only.',
  },
  'share.look_only': {
    'zh-TW': '這個連線沒有人操作，只能分享觀看',
    en: 'Nobody types into this session. It can be shared to look on only.',
  },
  'share.too_many': {
    'zh-TW': '這個連線的分享已達上限（{limit} 個），請先撤銷其他分享',
    en: 'A session may have no more than {limit} shares. Revoke another first.',
  },
  'share.full': {
    'zh-TW': '這個連線的參與者已達上限（{limit} 人）',
    en: 'No more than {limit} people may be in a session.',
  },
  'share.not_invited': {
    'zh-TW': '這個分享沒有邀請您的帳號，請向分享者確認',
    en: 'This share is for other people. Ask the person who sent it.',
  },
  'share.expired': {
    'zh-TW': '這個分享已到期，如需再次加入，請向對方索取新的連結',
    en: 'The share has expired. Ask for a new link to join again.',
  },
  'share.revoked': {
    'zh-TW': '這個分享已撤銷，如需再次加入，請向對方索取新的連結',
    en: 'The share was revoked. Ask for a new link to join again.',
  },
  'share.ended': {
    'zh-TW': '分享的連線已經結束，無法再加入',
    en: 'The shared session is over and cannot be joined any more.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'session.shared': { 'zh-TW': '分享連線', en: 'Session shared' },
  'session.share-revoked': { 'zh-TW': '撤銷連線分享', en: 'Share revoked' },
  'session.joined': { 'zh-TW': '加入連線', en: 'Session joined' },
  'session.left': { 'zh-TW': '離開連線', en: 'Session left' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'session.shared': ['session', 'session', 'change', 'notice'],
  'session.share-revoked': ['session', 'session', 'change', 'info'],
  'session.joined': ['session', 'session', 'start', 'notice'],
  'session.left': ['session', 'session', 'end', 'info'],
} satisfies Record<string, EventRow>;
