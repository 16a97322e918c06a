import type { Sentence } from '../language.ts';

/** What the server tells those in a session, whatever its kind. */
export const SESSION_NOTICE_WORDS = {
  idle: {
    'zh-TW': '已經一段時間沒有輸入，{seconds} 秒後將中斷連線；按任意鍵即可繼續使用',
    en: 'Nothing was typed for a while. The session ends in {seconds} seconds; press any key to keep it',
  },
  too_long: {
    'zh-TW': '連線即將達到時間上限，{seconds} 秒後中斷，請先儲存工作',
    en: 'The session is about to reach its time limit and ends in {seconds} seconds. Save your work',
  },
  recording_full: {
    'zh-TW': '錄影已達大小上限（{limit} MB），之後的內容不再錄製',
    en: 'The recording reached its limit of {limit} MB. What follows is not recorded',
  },
  taken_over: {
    'zh-TW': '這個連線已在另一個視窗繼續使用',
    en: 'This session is being continued in another window',
  },
  too_slow: {
    'zh-TW': '網路跟不上畫面的速度，已停止觀看，請重新整理再試',
    en: 'The network is too slow for this screen, so watching was stopped. Reload to try again',
  },
  no_picture: {
    'zh-TW': '暫時無法取得桌面的畫面，請重新連線再試',
    en: 'The picture of the desktop could not be had in time. Connect again to retry',
  },
} as const satisfies Record<string, Sentence>;
