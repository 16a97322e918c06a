import type { Sentence } from '../language.ts';
import { CONSOLE_END_WORDS } from './vm-console.ts';

/** How a session came to its end, or why it never began. Shown in the terminal, in the lists and to older clients. */
export const SESSION_END_WORDS = {
  left: { 'zh-TW': '使用者已離開', en: 'The person left' },
  exited: { 'zh-TW': '遠端工作階段已結束', en: 'The remote shell ended' },
  run_stopped: { 'zh-TW': '執行已由使用者停止', en: 'The run was stopped' },
  run_timed_out: { 'zh-TW': '執行超過時限，已停止', en: 'The run took longer than it may and was stopped' },
  closed: { 'zh-TW': '遠端主機關閉了連線', en: 'The remote host closed the connection' },
  silent: { 'zh-TW': '遠端主機沒有回應，連線已中斷', en: 'The remote host stopped answering' },
  gateway_lost: {
    'zh-TW': '存取閘道「{name}」的連線中斷',
    en: 'The connection to gateway “{name}” was lost',
  },
  administrator: { 'zh-TW': '已由管理員中斷連線', en: 'An administrator ended the session' },
  idle: { 'zh-TW': '閒置超過 {minutes} 分鐘，連線已中斷', en: 'Ended after {minutes} minutes without input' },
  too_long: {
    'zh-TW': '連線已達時間上限 {minutes} 分鐘',
    en: 'The session reached its limit of {minutes} minutes',
  },
  too_many: {
    'zh-TW': '同時開啟的連線已達上限（{limit} 個），請先關閉其他連線',
    en: 'There may be no more than {limit} sessions at a time. Close another first',
  },
  too_many_on_asset: {
    'zh-TW': '這個資產同時開啟的連線已達上限（{limit} 個），請稍後再試',
    en: 'This asset may have no more than {limit} sessions at a time. Try again later',
  },
  access_lost: { 'zh-TW': '使用這個資產的授權已失效', en: 'The right to use this asset has ended' },
  asset_moved: {
    'zh-TW': '這個資產改到了其他位址，連線已中斷，請重新連線',
    en: 'This asset is at another address now, so the session was ended. Connect again',
  },
  shell_off: {
    'zh-TW': '授權政策不允許在這個資產使用終端機',
    en: 'The strategy allows no terminal on this asset',
  },
  channel_off: {
    'zh-TW': '授權政策不再允許這個連線正在進行的操作',
    en: 'The strategy no longer allows what was being done in this session',
  },
  login_ended: { 'zh-TW': '登入已結束，連線隨之中斷', en: 'The login ended, and the session with it' },
  not_returned: {
    'zh-TW': '瀏覽器離線過久，連線已中斷',
    en: 'The browser was away too long',
  },
  recording_failed: {
    'zh-TW': '錄影無法寫入，為了安全已中斷連線；請通知管理員檢查磁碟空間',
    en: 'The recording could not be written, so the session was ended. Tell an administrator',
  },
  recording_full: {
    'zh-TW': '錄影已達大小上限（{limit} MB），連線已中斷',
    en: 'The recording reached its limit of {limit} MB, so the session was ended',
  },
  disk_low: {
    'zh-TW': '伺服器磁碟空間不足，暫時不能開啟新連線；請通知管理員',
    en: 'The server has too little disk space, so no new session can be opened. Tell an administrator',
  },
  events_waiting: {
    'zh-TW': '事件太久無法送達設定的目的地，暫時不能開啟新連線；請通知管理員',
    en: 'Events have not reached their destination for too long, so no new session can be opened. Tell an administrator',
  },
  disk_full: {
    'zh-TW': '伺服器磁碟空間即將用盡，連線已中斷；請通知管理員',
    en: 'The disk of the server is almost full, so the session was ended. Tell an administrator',
  },
  server_stopped: { 'zh-TW': '伺服器停止服務，連線已中斷', en: 'The server was stopped' },
  process_died: { 'zh-TW': '伺服器異常中止，連線已中斷', en: 'The server process died' },
  out_of_touch: {
    'zh-TW': '這台伺服器與其他伺服器失去聯繫，為了安全已中斷連線；請重新連線',
    en: 'This server lost touch with the others, so the session was ended. Connect again',
  },
  way: { 'zh-TW': '無法連上目標', en: 'The target could not be reached' },
  auth_failed: {
    'zh-TW': '目標主機拒絕登入，請檢查帳號與密碼或私密金鑰',
    en: 'The target refuses the login. Check the user name and password or key',
  },
  answers_refused: {
    'zh-TW': '目標主機不接受輸入的回答，因此拒絕登入；請確認密碼或驗證碼後重新連線',
    en: 'The target refuses the login because of the answers given. Check the password or code and connect again',
  },
  answer_too_late: {
    'zh-TW': '目標主機等不到回答而關閉了連線，請重新連線並盡快回答',
    en: 'The target closed the connection while it waited for an answer. Connect again and answer sooner',
  },
  login_cancelled: { 'zh-TW': '已取消登入', en: 'The login was cancelled' },
  login_unanswered: {
    'zh-TW': '沒有在時限內回答目標主機的登入問題',
    en: 'The question of the login was not answered in time',
  },
  host_key_unknown: {
    'zh-TW': '主機金鑰尚未確認',
    en: 'The key of this host has not been confirmed yet',
  },
  no_exec: { 'zh-TW': '目標主機不允許執行指令', en: 'The target runs no commands' },
  no_shell: { 'zh-TW': '目標主機不提供終端機', en: 'The target gives no terminal' },
  not_supported: { 'zh-TW': '此協定不能使用文字終端機', en: 'This protocol has no text terminal' },
  desktop_service: {
    'zh-TW': '遠端桌面服務無法使用：{reason}',
    en: 'The service for remote desktops cannot be used: {reason}',
  },
  desktop_service_lost: {
    'zh-TW': '遠端桌面服務（guacd）的連線中斷，請重新連線',
    en: 'The connection to the service for remote desktops (guacd) was lost. Connect again',
  },
  desktop_direct_only: {
    'zh-TW': 'guacd 位於另一台主機，必須能直接連到資產；這個資產卻設定經由存取閘道或代理伺服器',
    en: 'guacd runs on another machine and must reach the asset directly, but this asset is behind a gateway or proxy',
  },
  desktop_unsupported: {
    'zh-TW': '遠端桌面服務（guacd）不支援這個要求',
    en: 'The service for remote desktops (guacd) does not support this',
  },
  desktop_busy: { 'zh-TW': '遠端桌面忙碌中，請稍後再試', en: 'The remote desktop is busy. Try again later' },
  desktop_timeout: { 'zh-TW': '遠端桌面逾時沒有回應', en: 'The remote desktop did not answer in time' },
  desktop_error: {
    'zh-TW': '遠端桌面發生錯誤，連線已中斷',
    en: 'The remote desktop failed, and the connection with it',
  },
  desktop_refused: {
    'zh-TW': '無法開啟遠端桌面：目標沒有接受連線或登入',
    en: 'The remote desktop could not be opened: the target did not accept the connection or the login',
  },
  desktop_unavailable: { 'zh-TW': '遠端桌面目前無法使用', en: 'The remote desktop is not available now' },
  desktop_taken: {
    'zh-TW': '這個帳號在別處登入了同一個桌面，連線已中斷',
    en: 'The same account opened this desktop elsewhere, so the connection was ended',
  },
  desktop_limit: {
    'zh-TW': '遠端主機的閒置或時間限制結束了桌面',
    en: 'The remote host ended the desktop because of its own time limit',
  },
  desktop_ended: {
    'zh-TW': '遠端主機結束了桌面，可能已登出',
    en: 'The remote host ended the desktop; perhaps the account was signed out',
  },
  desktop_forbidden: {
    'zh-TW': '遠端主機不允許這個帳號使用桌面',
    en: 'The remote host does not let this account use the desktop',
  },
  desktop_confused: {
    'zh-TW': '與遠端桌面服務（guacd）的通訊出錯，連線已中斷',
    en: 'The talk with the service for remote desktops (guacd) went wrong, so the connection was ended',
  },
  ...CONSOLE_END_WORDS,
  failed: { 'zh-TW': '建立連線時發生錯誤', en: 'The connection could not be made' },
} as const satisfies Record<string, Sentence>;

export type SessionEndKind = keyof typeof SESSION_END_WORDS;
