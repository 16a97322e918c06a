import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'account.password_wrong': {
    'zh-TW': '目前的密碼不正確',
    en: 'The current password is wrong.',
  },
  'account.password_unchanged': {
    'zh-TW': '新密碼不可與目前的密碼相同',
    en: 'The new password must differ from the current one.',
  },
  'account.kept_elsewhere': {
    'zh-TW': '這個帳號的資料由外部系統管理，請在該系統變更，或洽管理員',
    en: 'This account is kept in another system. Change it there, or ask your administrator.',
  },
  'account.factor_required': {
    'zh-TW': '請以目前的驗證碼、復原碼或通行金鑰確認身分，只有密碼並不足夠',
    en: 'Confirm with a current code, a recovery code or a passkey. The password alone is not enough.',
  },
  'account.totp_off': {
    'zh-TW': '尚未啟用兩步驟驗證',
    en: 'Two-step verification is not on.',
  },
  'account.totp_lapsed': {
    'zh-TW': '這組設定已失效，請重新產生 QR Code 再試一次',
    en: 'This set-up is no longer valid. Make a new QR code and try again.',
  },
  'account.totp_compulsory': {
    'zh-TW': '系統規定您的帳號必須啟用兩步驟驗證，無法停用；需要更換裝置時請重新綁定',
    en: 'Your account must keep two-step verification on. To move to another device, bind it again.',
  },
  'factor_window.not_found': {
    'zh-TW': '這裡的驗證期間已經結束',
    en: 'This period has ended already.',
  },
  'password.too_short': {
    'zh-TW': '密碼至少需要 {min} 個字元',
    en: 'The password must have at least {min} characters.',
  },
  'password.is_username': {
    'zh-TW': '密碼不可與帳號相同，前後加上數字或符號也不行',
    en: 'The password must not be the username, also not with digits or signs around it.',
  },
  'password.is_product_name': {
    'zh-TW': '密碼不可以是產品名稱，前後加上數字或符號也不行，請換一個',
    en: 'The password must not be the name of the product, also not with digits or signs around it. Choose another.',
  },
  'password.too_simple': {
    'zh-TW':
      '密碼太簡單：字元太少變化、一直重複同一小段，或是照順序排列（例如 aaaaaaaaaa、abcabcabc、1234567890），請換一個',
    en: 'The password is too simple: too few different characters, one short piece again and again, or characters in order (such as aaaaaaaaaa, abcabcabc, 1234567890). Choose another.',
  },
  'password.breached': {
    'zh-TW': '這個密碼曾經外洩或過於常見，很容易被猜中，請換一個',
    en: 'This password has leaked before or is too common, and is easy to guess. Choose another.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  account: { 'zh-TW': '個人帳號', en: 'Account' },
  'account.profile-changed': { 'zh-TW': '變更自己的名稱', en: 'Changed own display name' },
  'account.mail-changed': { 'zh-TW': '變更自己的電子郵件', en: 'Changed own mail address' },
  'account.password-changed': { 'zh-TW': '變更自己的密碼', en: 'Changed own password' },
  'account.totp-enabled': { 'zh-TW': '啟用兩步驟驗證', en: 'Two-step verification enabled' },
  'account.totp-rebound': { 'zh-TW': '重新綁定兩步驟驗證', en: 'Two-step verification bound again' },
  'account.totp-removed': { 'zh-TW': '停用兩步驟驗證', en: 'Two-step verification turned off' },
  'account.recovery-codes-made': { 'zh-TW': '重新產生復原碼', en: 'Recovery codes made anew' },
  'account.recovery-code-used': { 'zh-TW': '使用復原碼', en: 'Recovery code used' },
  'account.factor-window-ended': {
    'zh-TW': '結束免驗證碼的期間',
    en: 'Second factor asked for again',
  },
  'account.login-ended': { 'zh-TW': '結束自己的一筆登入', en: 'Ended one of own logins' },
  'account.other-logins-ended': { 'zh-TW': '結束自己的其他登入', en: 'Ended own other logins' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'account.profile-changed': ['account', 'iam', 'change', 'info'],
  'account.mail-changed': ['account', 'iam', 'change', 'notice'],
  'account.password-changed': ['account', 'iam', 'change', 'notice'],
  'account.totp-enabled': ['account', 'iam', 'change', 'notice'],
  'account.totp-rebound': ['account', 'iam', 'change', 'notice'],
  'account.totp-removed': ['account', 'iam', 'change', 'warning'],
  'account.recovery-codes-made': ['account', 'iam', 'creation', 'notice'],
  'account.recovery-code-used': ['login', 'authentication', 'info', 'notice'],
  'account.factor-window-ended': ['login', 'authentication', 'end', 'info'],
  'account.login-ended': ['login', 'authentication', 'end', 'info'],
  'account.other-logins-ended': ['login', 'authentication', 'end', 'info'],
} satisfies Record<string, EventRow>;
