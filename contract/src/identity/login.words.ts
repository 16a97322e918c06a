import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'auth.recent_proof_needed': {
    'zh-TW': '這項操作會改變權限，請先再次確認身分（或重新登入），15 分鐘內不會再問',
    en: 'This changes what people can reach. Prove who you are again, or sign in anew; it is not asked again for 15 minutes.',
  },
  'auth.token_scope': {
    'zh-TW': '這個存取權杖不能變更權限，請改用用途為「管理」的權杖',
    en: 'This access token may not change what people can reach. Use one with the administration scope.',
  },
  'auth.required': {
    'zh-TW': '尚未登入或登入已逾期，請重新登入',
    en: 'You are not signed in, or your login has expired. Sign in again.',
  },
  'auth.step_pending': {
    'zh-TW': '登入尚未完成，請先到個人中心變更一次性密碼',
    en: 'Your login is not complete. Change the one-time password first, in your personal centre.',
  },
  'auth.enrolment_pending': {
    'zh-TW': '登入尚未完成，請先到個人中心設定兩步驟驗證',
    en: 'Your login is not complete. Set up two-step verification first, in your personal centre.',
  },
  'auth.passkey_pending': {
    'zh-TW': '登入尚未完成，請先在登入頁新增通行金鑰',
    en: 'Your login is not complete. Add a passkey first, on the login page.',
  },
  'auth.ticket_invalid': {
    'zh-TW': '連結已失效，請回到頁面重新操作',
    en: 'This link is no longer valid. Go back to the page and try again.',
  },
  'auth.forbidden': {
    'zh-TW': '沒有執行這項操作的權限，如有需要請聯絡管理員',
    en: 'You do not have permission to do this. Ask an administrator if you need it.',
  },
  'auth.interactive_only': {
    'zh-TW': '這項操作不接受存取權杖，請本人登入後操作',
    en: 'Access tokens cannot do this. Sign in yourself.',
  },
  'auth.policy_refused': {
    'zh-TW': '登入政策不允許從這個位址或在這個時間使用存取權杖，請聯絡管理員',
    en: 'The login policy does not allow access tokens from this address or at this time. Contact an administrator.',
  },
  'auth.reauthentication_required': {
    'zh-TW': '請再次輸入密碼或驗證碼，或使用通行金鑰，以確認身分',
    en: 'Enter your password or a code again, or use a passkey, to confirm it is you.',
  },
  'auth.reauthentication_failed': {
    'zh-TW': '身分驗證失敗，密碼或驗證碼不正確',
    en: 'Could not confirm it is you: the password or code is wrong.',
  },
  'login.failed': {
    'zh-TW': '帳號或密碼不正確',
    en: 'The account or password is wrong.',
  },
  'login.disabled': {
    'zh-TW': '此帳號已停用，請聯絡管理員',
    en: 'This account is disabled. Contact an administrator.',
  },
  'login.locked': {
    'zh-TW': '失敗次數過多，請在 {seconds} 秒後再試',
    en: 'Too many failed attempts. Try again in {seconds} seconds.',
  },
  'login.policy_refused': {
    'zh-TW': '登入政策不允許從這個位址或在這個時間登入，請聯絡管理員',
    en: 'The login policy does not allow this address or this time. Contact an administrator.',
  },
  'login.totp_required': {
    'zh-TW': '請輸入驗證碼或復原碼',
    en: 'Enter a code or a recovery code.',
  },
  'login.totp_wrong': {
    'zh-TW': '驗證碼不正確或已使用過，請等待下一組驗證碼',
    en: 'The code is wrong or was already used. Wait for the next one.',
  },
  'login.not_found': {
    'zh-TW': '找不到這筆登入，可能已經結束',
    en: 'There is no such login; it may have ended.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  login: { 'zh-TW': '登入', en: 'Login' },
  'login.succeeded': { 'zh-TW': '登入成功', en: 'Signed in' },
  'login.failed': { 'zh-TW': '登入失敗', en: 'Sign-in failed' },
  'login.ended': { 'zh-TW': '登出', en: 'Signed out' },
  'login.forced-to-end': { 'zh-TW': '強制登出', en: 'Login ended by an administrator' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'login.succeeded': ['login', 'authentication', 'start', 'info'],
  'login.failed': ['login', 'authentication', 'start', 'notice'],
  'login.ended': ['login', 'authentication', 'end', 'info'],
  'login.forced-to-end': ['login', 'authentication', 'end', 'notice'],
} satisfies Record<string, EventRow>;
