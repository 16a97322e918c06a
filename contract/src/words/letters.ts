import type { Sentence } from '../language.ts';

/** What people are told of by mail. */
const NOTIFICATION_KINDS = [
  'new-device-login',
  'password-changed',
  'password-reset',
  'mail-changed',
  'factor-changed',
  'factor-reset',
  'passkey-added',
  'passkey-removed',
  'passkey-copied',
  'ssh-key-added',
  'ssh-ticket-created',
  'locked-out',
  'reauthentication-failed',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

interface Words {
  subject: Sentence;
  happened: Sentence;
  /** What to do about it. */
  advice: Sentence;
}

export const NOTIFICATION_WORDS: Record<NotificationKind, Words> = {
  'new-device-login': {
    subject: { 'zh-TW': '帳號從新的裝置登入', en: 'New device signed in' },
    happened: {
      'zh-TW': '您的帳號剛剛從一個先前沒有出現過的裝置或位置登入。',
      en: 'Your account was just used from a device or place not seen before.',
    },
    advice: {
      'zh-TW': '如果不是您本人登入，請立即變更密碼，並通知管理員。',
      en: 'If this was not you, change your password now and tell your administrator.',
    },
  },
  'password-changed': {
    subject: { 'zh-TW': '密碼已變更', en: 'Password changed' },
    happened: {
      'zh-TW': '您的帳號密碼剛剛已變更，其他裝置上的登入都已結束。',
      en: 'The password of your account was just changed. Logins on other devices have ended.',
    },
    advice: {
      'zh-TW': '如果不是您本人變更，請立即通知管理員。',
      en: 'If this was not you, tell your administrator now.',
    },
  },
  'password-reset': {
    subject: { 'zh-TW': '管理員已重設密碼', en: 'Password reset by an administrator' },
    happened: {
      'zh-TW': '管理員剛剛重設了您的帳號密碼，您的登入都已結束。新密碼不會以郵件寄送，請向管理員索取。',
      en: 'An administrator just reset the password of your account, and your logins have ended. The new password is not sent by mail; ask your administrator for it.',
    },
    advice: {
      'zh-TW': '如果您沒有提出這項要求，請與管理員確認。',
      en: 'If you did not ask for this, check with your administrator.',
    },
  },
  'mail-changed': {
    subject: { 'zh-TW': '電子郵件已變更', en: 'Mail address changed' },
    happened: {
      'zh-TW': '您帳號的電子郵件剛剛已變更或移除。這封信寄到原本的信箱，之後的通知不會再寄到這裡。',
      en: 'The mail address of your account was just changed or removed. This letter goes to the old address; later ones will not.',
    },
    advice: {
      'zh-TW': '如果不是您本人變更，也沒有請管理員變更，請立即變更密碼，並通知管理員。',
      en: 'If neither you nor an administrator you asked did this, change your password now and tell your administrator.',
    },
  },
  'factor-changed': {
    subject: { 'zh-TW': '兩步驟驗證設定已變更', en: 'Second factor changed' },
    happened: {
      'zh-TW': '您帳號的兩步驟驗證方式剛剛已變更。',
      en: 'The second factor of your account was just changed.',
    },
    advice: {
      'zh-TW': '如果不是您本人變更，請立即變更密碼，並通知管理員。',
      en: 'If this was not you, change your password now and tell your administrator.',
    },
  },
  'factor-reset': {
    subject: { 'zh-TW': '管理員已重設兩步驟驗證', en: 'Second factor reset by an administrator' },
    happened: {
      'zh-TW': '管理員剛剛移除了您帳號的兩步驟驗證，您的登入都已結束。',
      en: 'An administrator just removed the second factor of your account, and your logins have ended.',
    },
    advice: {
      'zh-TW': '如果您沒有提出這項要求，請與管理員確認；若是您的要求，請儘快重新設定。',
      en: 'If you did not ask for this, check with your administrator. If you did, set a new one soon.',
    },
  },
  'ssh-ticket-created': {
    subject: { 'zh-TW': '已新增 SSH 票證', en: 'SSH ticket created' },
    happened: {
      'zh-TW': '您的帳號剛剛新增了一張 SSH 票證，持有票證的人可以從 SSH 用戶端以您的身分連線到指定的資產。',
      en: 'An SSH ticket was just made for your account. Whoever holds it can reach one asset as you with an SSH client.',
    },
    advice: {
      'zh-TW': '如果不是您本人新增，請立即在個人中心撤銷這張票證、變更密碼，並通知管理員。',
      en: 'If this was not you, revoke the ticket on your account page now, change your password and tell your administrator.',
    },
  },
  'passkey-added': {
    subject: { 'zh-TW': '已新增通行金鑰', en: 'Passkey added' },
    happened: {
      'zh-TW': '您的帳號剛剛新增了一把通行金鑰，持有它的人不需要密碼就能以您的身分登入。',
      en: 'A passkey was just added to your account. Whoever holds it can sign in as you without a password.',
    },
    advice: {
      'zh-TW': '如果不是您本人新增，請立即在個人中心移除這把通行金鑰、變更密碼，並通知管理員。',
      en: 'If this was not you, remove the passkey on your account page now, change your password and tell your administrator.',
    },
  },
  'passkey-removed': {
    subject: { 'zh-TW': '已移除通行金鑰', en: 'Passkey removed' },
    happened: {
      'zh-TW': '您的帳號剛剛移除了一把通行金鑰，它不能再用來登入。',
      en: 'A passkey was just removed from your account. It cannot be used to sign in any more.',
    },
    advice: {
      'zh-TW': '如果不是您本人移除，也沒有請管理員移除，請立即變更密碼，並通知管理員。',
      en: 'If neither you nor an administrator you asked did this, change your password now and tell your administrator.',
    },
  },
  'passkey-copied': {
    subject: { 'zh-TW': '通行金鑰可能遭到複製', en: 'A passkey may have been copied' },
    happened: {
      'zh-TW':
        '有人用您的通行金鑰登入，但它的使用次數比先前少，表示這把通行金鑰可能遭到複製。這次登入已被拒絕。',
      en: 'Somebody used your passkey, but it counted fewer uses than before, so it may have been copied. It was refused.',
    },
    advice: {
      'zh-TW': '請立即在個人中心移除這把通行金鑰，並通知管理員。',
      en: 'Remove this passkey on your account page now, and tell your administrator.',
    },
  },
  'ssh-key-added': {
    subject: { 'zh-TW': '已新增 SSH 公鑰', en: 'SSH key added' },
    happened: {
      'zh-TW': '您的帳號剛剛新增了一把 SSH 公鑰，持有對應私密金鑰的人可以從 SSH 用戶端以您的身分登入。',
      en: 'An SSH key was just added to your account. Whoever holds its private key can sign in as you with an SSH client.',
    },
    advice: {
      'zh-TW': '如果不是您本人新增，請立即在個人中心刪除這把公鑰、變更密碼，並通知管理員。',
      en: 'If this was not you, delete the key on your account page now, change your password and tell your administrator.',
    },
  },
  'locked-out': {
    subject: { 'zh-TW': '帳號因多次登入失敗而暫時鎖定', en: 'Account locked for a while' },
    happened: {
      'zh-TW': '您的帳號因為連續多次驗證失敗而暫時鎖定，稍後會自動解除。',
      en: 'Your account was locked for a while after several failed attempts. It opens again by itself.',
    },
    advice: {
      'zh-TW': '如果不是您本人嘗試登入，表示有人正在猜測您的密碼，請通知管理員。',
      en: 'If this was not you, somebody is guessing your password. Tell your administrator.',
    },
  },
  'reauthentication-failed': {
    subject: { 'zh-TW': '已登入的裝置多次身分驗證失敗', en: 'Failed attempts at a device that is signed in' },
    happened: {
      'zh-TW':
        '有人在您已登入的裝置上連續多次輸入錯誤的密碼或驗證碼。那個登入暫時不能再驗證身分，若繼續失敗就會結束；其他登入不受影響。',
      en: 'Somebody gave a wrong password or code several times at a device where you are signed in. That login must wait, and ends if it goes on. Other logins are not affected.',
    },
    advice: {
      'zh-TW': '如果不是您本人操作，請在個人中心結束那個登入、變更密碼，並通知管理員。',
      en: 'If this was not you, end that login on your account page, change your password and tell your administrator.',
    },
  },
};

/** What stands around it. */
export const LETTER_WORDS = {
  subject: { 'zh-TW': '{product}：{subject}', en: '{product}: {subject}' },
  greeting: { 'zh-TW': '{name}，您好：', en: 'Hello {name},' },
  account: { 'zh-TW': '帳號：{username}', en: 'Account: {username}' },
  time: { 'zh-TW': '時間：{time}（{zone}）', en: 'Time: {time} ({zone})' },
  address: { 'zh-TW': '來源位址：{address}', en: 'From: {address}' },
  device: { 'zh-TW': '裝置：{device}', en: 'Device: {device}' },
  unknown: { 'zh-TW': '未知', en: 'unknown' },
  browserOn: { 'zh-TW': '{system} 上的 {browser}', en: '{browser} on {system}' },
  closing: {
    'zh-TW': '這封信由 {product} 自動寄出，請勿回覆。',
    en: 'This letter was sent by {product}. Please do not reply.',
  },
  testSubject: { 'zh-TW': '測試郵件', en: 'Test mail' },
  testText: {
    'zh-TW': '這是一封測試郵件。收到這封信，表示郵件設定可以正常使用。',
    en: 'This is a test mail. It has arrived, so the mail settings work.',
  },
} as const satisfies Record<string, Sentence>;
