/** Why a test of the connection did not log in. */
export const LOGIN_TEST_WORDS = {
  unreachable: { 'zh-TW': '尚未檢測，須先能連上主機', en: 'Not tried: the host must be reached first' },
  in_session: {
    'zh-TW': '不檢測，這種協定在連線時才登入',
    en: 'Not tried: with this protocol one logs in when connecting',
  },
  nothing_stored: {
    'zh-TW': '不檢測，沒有儲存密碼或私密金鑰，連線時再輸入',
    en: 'Not tried: no password or key is stored; it is asked for when connecting',
  },
  asks_more: {
    'zh-TW': '無法代為登入，主機還要求其他驗證，請在連線時回答',
    en: 'Not tried to the end: the host asks for more, to be answered when connecting',
  },
} as const;
