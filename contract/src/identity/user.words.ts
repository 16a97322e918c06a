import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'user.confirmed_by_maker': {
    'zh-TW': '這個帳號的密碼由您或您新增的帳號設定，必須由另一位管理員確認',
    en: 'You, or an account that you made, set the password of this account. Another administrator must confirm it.',
  },
  'user.reaches_more': {
    'zh-TW':
      '「{name}」可使用您無權使用的資產、憑證或檔案，密碼與兩步驟驗證不能由您重設，請洽權限更完整的管理員',
    en: '“{name}” can use assets, credentials or files that you may not. Ask an administrator who may use them to reset the password or second factor.',
  },
  'user.outranked': {
    'zh-TW': '「{name}」擁有您沒有的權限，請由權限更完整的管理員操作',
    en: '“{name}” holds rights that you do not. Ask an administrator who holds them.',
  },
  'user.grant_exceeds': {
    'zh-TW': '不能授予自己沒有的權限（{menus}）',
    en: 'You cannot grant rights that you do not hold ({menus}).',
  },
  'user.not_found': {
    'zh-TW': '找不到這位使用者，可能已被刪除',
    en: 'There is no such user; it may have been deleted.',
  },
  'user.username_taken': {
    'zh-TW': '帳號「{username}」已有人使用，請換一個',
    en: 'The account name “{username}” is taken. Choose another.',
  },
  'user.self_refused': {
    'zh-TW': '不能停用或刪除自己，請由其他管理員操作',
    en: 'You cannot disable or delete yourself. Ask another administrator.',
  },
  'user.first_admin_protected': {
    'zh-TW': '第一位管理員不能停用、刪除或改為一般使用者',
    en: 'The first administrator cannot be disabled, deleted or made an ordinary user.',
  },
  'user.own_mail': {
    'zh-TW': '自己的電子郵件請到「個人中心」變更，變更前會再確認身分',
    en: 'Change your own mail address on your profile page, where you confirm who you are.',
  },
  'user.own_login': {
    'zh-TW': '自己的密碼與兩步驟驗證請到「個人中心」變更，變更前會再確認身分',
    en: 'Change your own password and second factor on your profile page, where you confirm who you are.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  user: { 'zh-TW': '使用者', en: 'User' },
  'user.created': { 'zh-TW': '新增使用者', en: 'User created' },
  'user.updated': { 'zh-TW': '修改使用者', en: 'User changed' },
  'user.enabled': { 'zh-TW': '啟用使用者', en: 'User enabled' },
  'user.disabled': { 'zh-TW': '停用使用者', en: 'User disabled' },
  'user.deleted': { 'zh-TW': '刪除使用者', en: 'User deleted' },
  'user.password-reset': { 'zh-TW': '重設使用者密碼', en: 'User password reset' },
  'user.totp-reset': { 'zh-TW': '重設使用者兩步驟驗證', en: 'User second factor reset' },
  'user.take-over-refused': {
    'zh-TW': '拒絕重設可存取更多資產者的密碼或兩步驟驗證',
    en: 'Reset refused: the person reaches more',
  },
  'user.unlocked': { 'zh-TW': '解除登入鎖定', en: 'Login lock removed' },
  'user.confirmed': { 'zh-TW': '確認帳號為本人使用', en: 'Account confirmed as its person’s own' },
  'user.widening-refused': {
    'zh-TW': '拒絕擴大自己可及範圍的操作',
    en: 'Refused: the actor would have reached more',
  },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'user.created': ['account', 'iam', 'creation', 'notice'],
  'user.updated': ['account', 'iam', 'change', 'notice'],
  'user.enabled': ['account', 'iam', 'change', 'notice'],
  'user.disabled': ['account', 'iam', 'change', 'notice'],
  'user.deleted': ['account', 'iam', 'deletion', 'notice'],
  'user.password-reset': ['account', 'iam', 'change', 'warning'],
  'user.totp-reset': ['account', 'iam', 'change', 'warning'],
  'user.take-over-refused': ['account', 'iam', 'denied', 'warning'],
  'user.unlocked': ['login', 'authentication', 'change', 'notice'],
  'user.confirmed': ['login', 'authentication', 'info', 'info'],
  'user.widening-refused': ['account', 'iam', 'denied', 'warning'],
} satisfies Record<string, EventRow>;
