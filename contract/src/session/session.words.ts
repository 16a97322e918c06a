import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'session.not_found': { 'zh-TW': '找不到這個連線', en: 'There is no such session.' },
  'session.over': {
    'zh-TW': '這個連線已經結束，請重新開啟',
    en: 'This session is over. Open a new one.',
  },
  'session.not_openable': {
    'zh-TW': '找不到這個連線。連線準備好之後須在一分鐘內開啟，請重新連線',
    en: 'There is no such session. Once prepared, a session must be opened within a minute. Connect again.',
  },
  'session.server_died': {
    'zh-TW': '開啟這個連線的伺服器程序已異常中止，連線已中斷，請重新開啟',
    en: 'The server process that had this session open has died, and the session with it. Open a new one.',
  },
  'session.held_elsewhere': {
    'zh-TW': '這個連線已由另一個伺服器程序開啟，無法從這裡使用；如果那個程序已經中止，請重新開啟連線',
    en: 'Another server process has this session open, so it cannot be used from here. If that process has died, open a new session.',
  },
  'session.end_pending': {
    'zh-TW': '已要求中斷連線，但開啟它的伺服器程序還沒有回應。請稍後再確認',
    en: 'The end of the session was asked for, but the server process that holds it has not answered yet. Look again later.',
  },
  'session.on_hold': {
    'zh-TW': '{user} 在「{name}」的連線在法律保留中，不能刪除。需要刪除時，請先在「證據與保留」解除',
    en: 'The session of {user} at “{name}” is on legal hold and cannot be deleted. Lift the hold on the page “Evidence and holds” first.',
  },
  'session.live': {
    'zh-TW': '連線仍在進行中，請先中斷再刪除',
    en: 'The session is still live. Disconnect it before deleting it.',
  },
  'session.too_many': {
    'zh-TW': '同時開啟的連線已達上限（{limit} 個），請先關閉其他連線',
    en: 'There may be no more than {limit} sessions at a time. Close another first.',
  },
  'session.disk_low': {
    'zh-TW': '伺服器磁碟空間不足，暫時不能開啟新連線，請通知管理員',
    en: 'The server has too little disk space, so no new session can be opened. Tell an administrator.',
  },
  'session.no_picture': {
    'zh-TW': '目前無法取得這個工作階段的畫面，請稍後再試',
    en: 'There is no picture of this session at the moment. Please try again later.',
  },
  'session.no_recording': {
    'zh-TW': '這個連線沒有錄影',
    en: 'This session was not recorded.',
  },
  'session.recording_away': {
    'zh-TW': '錄影存放在 S3，目前讀不到。請稍後再試，或請管理員檢查 S3 的設定',
    en: 'The recording lies on S3, which cannot be read now. Try again later, or ask an administrator to check the settings of S3.',
  },
  'session.recording_on_server': {
    'zh-TW': '這個連線的錄影還在伺服器 {server} 上，目前連不到那台伺服器。等它恢復後即可播放',
    en: 'The recording still lies on server {server}, which is away. It can be played when that server is back.',
  },
  'session.nobody_there': {
    'zh-TW': '對方目前沒有開著這個連線，訊息無法送達。請稍後再試',
    en: 'Nobody has this session open right now, so the message cannot be shown. Try again later.',
  },
  'session.no_stats': {
    'zh-TW': '只有 SSH 連線可以查看主機狀態',
    en: 'Only SSH sessions can show the state of their host.',
  },
  'session.protocol_unsupported': {
    'zh-TW': '目前還不能連線到 {protocol} 資產',
    en: 'Sessions with {protocol} assets cannot be opened yet.',
  },
  'session.needs_terminal': {
    'zh-TW': '{protocol} 是文字終端機，無法用桌面頁面開啟：請改用終端機頁面（/term），或從本系統的主控台連線',
    en: '{protocol} is a terminal and cannot be opened on a page for desktops: use the terminal page (/term) or the console of this product.',
  },
  'session.commands_only': {
    'zh-TW': '授權政策只允許在這個資產執行列出的指令，不能開啟連線',
    en: 'The strategy only allows listed commands on this asset. It cannot be opened.',
  },
  'session.shell_off': {
    'zh-TW': '授權政策不允許在這個資產開啟終端機（「Shell（終端機）」已關閉）。如有需要，請洽管理員',
    en: 'The strategy does not allow a terminal on this asset (“Shell” is off). Ask an administrator if you need it.',
  },
  'session.too_many_on_asset': {
    'zh-TW': '這個資產同時開啟的連線已達上限（{limit} 個），請稍後再試',
    en: 'This asset may have no more than {limit} sessions at a time. Try again later.',
  },
  'session.end_unconfirmed': {
    'zh-TW':
      '開啟這個連線的伺服器 {server} 沒有回應，無法確認連線已中斷。它與其他伺服器失去聯繫一分鐘後，會自行中斷所有連線',
    en: 'The server {server}, which had this session open, does not answer, so it is not certain that the session has ended. It ends all of its sessions by itself after a minute out of touch with the others.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  session: { 'zh-TW': '工作階段', en: 'Session' },
  'session.opened': { 'zh-TW': '開啟連線', en: 'Session opened' },
  'session.closed': { 'zh-TW': '結束連線', en: 'Session closed' },
  'session.listening': {
    'zh-TW': '經由 SSH 在資產上開啟監聽（遠端轉送）',
    en: 'Listening on the asset for an SSH client (remote forward)',
  },
  'session.forwarded': { 'zh-TW': '經由 SSH 轉送連線', en: 'Connection forwarded over SSH' },
  'session.recording-stopped': { 'zh-TW': '停止錄影（已達上限）', en: 'Recording stopped at its limit' },
  'session.disconnected': { 'zh-TW': '強制中斷連線', en: 'Session disconnected' },
  'session.deleted': { 'zh-TW': '刪除連線記錄', en: 'Session deleted' },
  'session.cleared': { 'zh-TW': '清空歷史連線記錄', en: 'Past sessions cleared' },
  'session.reviewed': { 'zh-TW': '標示連線為已檢閱', en: 'Session marked reviewed' },
  'session.unreviewed': { 'zh-TW': '標示連線為未檢閱', en: 'Session marked unreviewed' },
  'session.messaged': { 'zh-TW': '傳送訊息給連線使用者', en: 'Message sent into a session' },
  'session.watched': { 'zh-TW': '監看連線', en: 'Session watched' },
  'session.wall-viewed': { 'zh-TW': '檢視連線畫面牆', en: 'Wall of live sessions viewed' },
  'session.recording-read': { 'zh-TW': '讀取連線錄影', en: 'Recording read' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'session.opened': ['session', 'session', 'start', 'info'],
  'session.closed': ['session', 'session', 'end', 'info'],
  'session.listening': ['session', 'session', 'access', 'info'],
  'session.forwarded': ['session', 'session', 'access', 'info'],
  'session.recording-stopped': ['evidence', 'session', 'error', 'warning'],
  'session.disconnected': ['session', 'session', 'end', 'notice'],
  'session.deleted': ['evidence', 'session', 'deletion', 'warning'],
  'session.cleared': ['evidence', 'session', 'deletion', 'warning'],
  'session.reviewed': ['evidence', 'session', 'change', 'info'],
  'session.unreviewed': ['evidence', 'session', 'change', 'info'],
  'session.messaged': ['session', 'session', 'info', 'info'],
  'session.watched': ['session', 'session', 'access', 'notice'],
  'session.wall-viewed': ['session', 'session', 'access', 'notice'],
  'session.recording-read': ['evidence', 'session', 'access', 'notice'],
} satisfies Record<string, EventRow>;
