import type { ErrorCode } from '../error.ts';
import type { Sentence } from '../language.ts';

/** What happened, why, and what to do next. */
export const ERROR_WORDS: Record<ErrorCode, Sentence> = {
  validation: {
    'zh-TW': '輸入的資料有誤：{first}',
    en: 'The input is not valid: {first}',
  },
  'body.not_json': {
    'zh-TW': '請求內容不是有效的 JSON，請檢查格式',
    en: 'The request body is not valid JSON. Check its format.',
  },
  'body.not_utf8': {
    'zh-TW': '請求內容不是有效的 UTF-8 文字，請改用 UTF-8 編碼',
    en: 'The request body is not valid UTF-8 text. Send it as UTF-8.',
  },
  'body.too_large': {
    'zh-TW': '請求內容超過上限（{limit}），請分批送出',
    en: 'The request body is larger than {limit}. Send it in parts.',
  },
  'body.unsupported_type': {
    'zh-TW': '不支援的內容類型，請以 application/json 送出',
    en: 'Unsupported content type. Send application/json.',
  },
  'url.malformed': {
    'zh-TW': '網址格式不正確',
    en: 'The address is malformed.',
  },
  'route.not_found': {
    'zh-TW': '找不到這個介面',
    en: 'There is no such endpoint.',
  },
  'route.method_not_allowed': {
    'zh-TW': '這個介面不支援 {method}，可用的方法：{allowed}',
    en: 'This endpoint does not support {method}. It supports {allowed}.',
  },
  rate_limited: {
    'zh-TW': '請求過於頻繁，請在 {seconds} 秒後再試',
    en: 'Too many requests. Try again in {seconds} seconds.',
  },
  internal: {
    'zh-TW': '伺服器發生未預期的錯誤，請稍後再試；若持續發生，請將要求編號 {requestId} 提供給管理員',
    en: 'Something unexpected happened on the server. Try again later; if it goes on, give request id {requestId} to your administrator.',
  },
  'database.unavailable': {
    'zh-TW': '目前無法連線到資料庫，資料未變更，請稍後再試',
    en: 'The database cannot be reached right now. Nothing was changed; try again later.',
  },
  'database.full': {
    'zh-TW': '伺服器磁碟空間不足，資料未變更，請通知管理員清理空間',
    en: 'The server is out of disk space. Nothing was changed; ask an administrator to free some.',
  },
  'server.stopping': {
    'zh-TW': '伺服器正在停止服務，請稍後再試',
    en: 'The server is stopping. Try again shortly.',
  },

  'auth.required': {
    'zh-TW': '尚未登入或登入已逾期，請重新登入',
    en: 'You are not signed in, or your login has expired. Sign in again.',
  },
  'auth.step_pending': {
    'zh-TW': '登入尚未完成，請先變更一次性密碼',
    en: 'Your login is not complete. Change the one-time password first.',
  },
  'auth.ticket_invalid': {
    'zh-TW': '連結已失效，請回到頁面重新操作',
    en: 'This link is no longer valid. Go back to the page and try again.',
  },
  'auth.forbidden': {
    'zh-TW': '沒有執行這項操作的權限，如有需要請聯絡管理員',
    en: 'You do not have permission to do this. Ask an administrator if you need it.',
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
    'zh-TW': '登入失敗次數過多，請在 {seconds} 秒後再試',
    en: 'Too many failed attempts. Try again in {seconds} seconds.',
  },
  'login.policy_refused': {
    'zh-TW': '登入政策不允許從這個位址或在這個時間登入，請聯絡管理員',
    en: 'The login policy does not allow this address or this time. Contact an administrator.',
  },
  'login.totp_required': {
    'zh-TW': '請輸入多因素驗證碼',
    en: 'Enter your multi-factor code.',
  },
  'login.totp_wrong': {
    'zh-TW': '驗證碼不正確或已使用過，請等待下一組驗證碼',
    en: 'The code is wrong or was already used. Wait for the next one.',
  },

  'account.password_wrong': {
    'zh-TW': '目前的密碼不正確',
    en: 'The current password is wrong.',
  },
  'account.password_unchanged': {
    'zh-TW': '新密碼不可與目前的密碼相同',
    en: 'The new password must differ from the current one.',
  },

  'user.not_found': {
    'zh-TW': '找不到這位使用者，可能已被刪除',
    en: 'There is no such user; it may have been deleted.',
  },

  'user.username_taken': {
    'zh-TW': '帳號「{username}」已有人使用，請換一個',
    en: 'The account name “{username}” is taken. Choose another.',
  },
  'user.outranked': {
    'zh-TW': '「{name}」擁有您沒有的權限，請由權限更完整的管理員操作',
    en: '“{name}” holds rights that you do not. Ask an administrator who holds them.',
  },
  'user.grant_exceeds': {
    'zh-TW': '不能授予自己沒有的權限（{menus}）',
    en: 'You cannot grant rights that you do not hold ({menus}).',
  },
  'user.self_refused': {
    'zh-TW': '不能停用或刪除自己，請由其他管理員操作',
    en: 'You cannot disable or delete yourself. Ask another administrator.',
  },
  'user.first_admin_protected': {
    'zh-TW': '第一位管理員不能停用、刪除或改為一般使用者',
    en: 'The first administrator cannot be disabled, deleted or made an ordinary user.',
  },

  'role.not_found': {
    'zh-TW': '找不到這個角色，可能已被刪除',
    en: 'There is no such role; it may have been deleted.',
  },
  'role.built_in': {
    'zh-TW': '內建角色「{name}」不能修改或刪除，可以另外新增角色',
    en: 'The built-in role “{name}” cannot be changed or deleted. Make a new one instead.',
  },
  'role.name_taken': {
    'zh-TW': '已有名為「{name}」的角色，請換一個名稱',
    en: 'A role named “{name}” already exists. Choose another name.',
  },

  'user_group.not_found': {
    'zh-TW': '找不到這個使用者群組，可能已被刪除',
    en: 'There is no such user group; it may have been deleted.',
  },
  'user_group.name_taken': {
    'zh-TW': '已有名為「{name}」的使用者群組，請換一個名稱',
    en: 'A user group named “{name}” already exists. Choose another name.',
  },

  'login_log.live': {
    'zh-TW': '其中有仍在使用中的登入，請先強制登出再刪除',
    en: 'Some of these logins are still live. End them before you delete their entries.',
  },

  'login_policy.not_found': {
    'zh-TW': '找不到這筆登入政策，可能已被刪除',
    en: 'There is no such login policy; it may have been deleted.',
  },

  'access_security.not_found': {
    'zh-TW': '找不到這筆存取規則，可能已被刪除',
    en: 'There is no such access rule; it may have been deleted.',
  },
  'access_security.refused': {
    'zh-TW': '不允許從這個位址存取，請聯絡管理員',
    en: 'Access from this address is not allowed. Contact an administrator.',
  },
  'access_security.locks_out': {
    'zh-TW': '儲存後，您目前的位址 {address} 將無法存取，請確認後再儲存',
    en: 'After this change your own address {address} would be shut out. Confirm to save it anyway.',
  },

  'credential.not_found': {
    'zh-TW': '找不到這筆憑證，可能已被刪除',
    en: 'There is no such credential; it may have been deleted.',
  },
  'credential.name_taken': {
    'zh-TW': '已有名為「{name}」的憑證，請換一個名稱',
    en: 'A credential named “{name}” already exists. Choose another name.',
  },
  'credential.in_use': {
    'zh-TW': '憑證「{name}」仍有 {count} 個資產使用（{assets}），請先改用其他憑證再刪除',
    en: 'Credential “{name}” is still used by {count} assets ({assets}). Move them to another credential first.',
  },
  'credential.key_missing': {
    'zh-TW': '請提供私密金鑰',
    en: 'Provide a private key.',
  },
  'credential.key_unreadable': {
    'zh-TW': '無法辨識這把私密金鑰，請貼上完整的 OpenSSH、PEM 或 PuTTY 格式內容',
    en: 'This private key cannot be read. Paste the whole text in OpenSSH, PEM or PuTTY format.',
  },
  'credential.passphrase_required': {
    'zh-TW': '這把私密金鑰有通行片語保護，請輸入通行片語',
    en: 'This private key is protected. Enter its passphrase.',
  },
  'credential.passphrase_wrong': {
    'zh-TW': '通行片語不正確，無法解開私密金鑰',
    en: 'The passphrase is wrong; the private key cannot be opened.',
  },
  'credential.no_public_key': {
    'zh-TW': '這筆憑證不是私密金鑰，沒有公開金鑰可下載',
    en: 'This credential is not a private key, so there is no public key to download.',
  },
};
