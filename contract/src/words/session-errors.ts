import type { Sentence } from '../language.ts';

export const SESSION_ERROR_WORDS = {
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
  'session.too_many_on_asset': {
    'zh-TW': '這個資產同時開啟的連線已達上限（{limit} 個），請稍後再試',
    en: 'This asset may have no more than {limit} sessions at a time. Try again later.',
  },
} as const satisfies Record<string, Sentence>;
