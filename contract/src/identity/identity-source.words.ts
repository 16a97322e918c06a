import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'identity_source.not_found': {
    'zh-TW': '找不到這個登入來源，可能已被刪除或停用',
    en: 'There is no such identity source; it may have been deleted or switched off.',
  },
  'identity_source.key_taken': {
    'zh-TW': '代號「{key}」已有登入來源使用，請換一個',
    en: 'Another identity source has the key “{key}”. Choose another one.',
  },
  'identity_source.everything_needed': {
    'zh-TW': '登入來源決定誰能成為哪個帳號，只有擁有全部權限的管理員可以變更',
    en: 'An identity source decides who becomes which account: only somebody who holds every right may change it.',
  },
  'identity_source.secret_needed': {
    'zh-TW': '連線對象或帳號已變更，請重新輸入密碼或金鑰',
    en: 'The source would be another one, or asked as somebody else. Enter its password or key again.',
  },
  'identity_source.kind_fixed': {
    'zh-TW': '登入來源的種類不能變更，請另外新增一個',
    en: 'A source keeps its kind. Add another one.',
  },
  'identity_source.key_unreadable': {
    'zh-TW': '用戶端私密金鑰無法讀取，請貼上沒有密碼的 PEM 私密金鑰（RSA、P-256 或 Ed25519）',
    en: 'The client’s private key could not be read. Paste a PEM key without a passphrase (RSA, P-256 or Ed25519).',
  },
  'identity_source.plain_http': {
    'zh-TW': '提供者位址沒有使用 TLS。若確定要使用，請開啟「允許未加密的 HTTP」',
    en: 'The provider’s address has no TLS. Switch on “Allow plain HTTP” if you mean it.',
  },
  'identity_source.plain_ldap': {
    'zh-TW': '未加密的 LDAP 會讓途中的人讀到密碼。若確定要使用，請開啟「允許未加密」',
    en: 'LDAP without TLS shows passwords to everybody on the way. Switch on “Allow no encryption” if you mean it.',
  },
  'identity_source.filter_unreadable': {
    'zh-TW': '篩選條件不是正確的 LDAP 語法，例如 (objectClass=person)',
    en: 'This is no LDAP filter. It looks like (objectClass=person).',
  },
  'identity_source.ca_unreadable': {
    'zh-TW': 'CA 憑證無法讀取，請貼上 PEM 格式（-----BEGIN CERTIFICATE-----）',
    en: 'The CA could not be read. Paste it as PEM (-----BEGIN CERTIFICATE-----).',
  },
  'identity_source.key_fixed': {
    'zh-TW': '代號用來辨認這個來源的人，不能變更；請另外新增一個來源',
    en: 'The key says whose people these are and cannot be changed. Add another source.',
  },
  'identity_source.last_way': {
    'zh-TW':
      '密碼登入已限制，這麼做之後就沒有擁有全部權限的人能登入。請先以其他登入來源或通行金鑰登入一次，或在系統設定開放密碼登入',
    en: 'Password login is restricted: after this nobody with every right could sign in. Sign in once by another source or a passkey first, or allow password login in the settings.',
  },
  'identity_source.own_way': {
    'zh-TW':
      '密碼登入已限制，這麼做之後您自己將無法登入。請先以其他登入來源或通行金鑰登入一次，或在系統設定開放密碼登入',
    en: 'Password login is restricted: after this you could not sign in yourself. Sign in once by another source or a passkey first, or allow password login in the settings.',
  },
  'identity_source.own_rights': {
    'zh-TW': '這樣的規則會在下次登入或同步時拿掉您自己的管理權限。請保留給您角色的規則，或請其他管理員變更',
    en: 'These rules would take your own rights at your next login or synchronisation. Keep the rule that gives you your roles, or ask another administrator.',
  },
  'source.public_url_missing': {
    'zh-TW': '尚未設定 JADEGATE_PUBLIC_URL，無法使用登入來源。請管理員設定對外網址後重新啟動',
    en: 'JADEGATE_PUBLIC_URL is not set, so identity sources cannot be used. An administrator sets it and restarts.',
  },
  'source.unreachable': {
    'zh-TW': '登入來源「{name}」目前沒有回應，請稍後再試；本機帳號不受影響',
    en: 'The identity source “{name}” does not answer. Try again later; local accounts are not affected.',
  },
  'source.untrusted': {
    'zh-TW': '登入來源「{name}」的回應沒有通過檢查（{reason}），請管理員檢查該來源的設定',
    en: 'The answer of the identity source “{name}” did not pass the checks ({reason}). An administrator should check its settings.',
  },
  'identity_source.busy': {
    'zh-TW': '這個登入來源正在同步，請稍候再試',
    en: 'This source is being looked after. Try again in a moment.',
  },
  'source.fault': {
    'zh-TW': '同步登入來源「{name}」時發生未預期的錯誤，請查看伺服器紀錄檔',
    en: 'Something unexpected happened while “{name}” was synchronised. See the server’s log.',
  },
  'source.held': {
    'zh-TW':
      '這次同步會讓 {of} 人中的 {count} 人停用或失去全部權限，已暫停等待確認。請先檢查目錄與搜尋位置，確定無誤再放行',
    en: 'This synchronisation would disable {count} of {of} people, or take everything from them. It waits for somebody to say so: look at the directory and the bases first.',
  },
  'source.too_many_people': {
    'zh-TW': '登入來源「{name}」找到的人超過 {most} 位，請縮小搜尋位置或篩選條件',
    en: 'The identity source “{name}” has more than {most} people. Narrow its base or filter.',
  },
  'source.denied': {
    'zh-TW': '登入來源「{name}」沒有核准這次登入（{reason}）',
    en: 'The identity source “{name}” did not grant this login ({reason}).',
  },
  'source.state_invalid': {
    'zh-TW': '這次登入已逾時、已使用過，或不是從這個瀏覽器開始的，請重新登入',
    en: 'This login has timed out, was used already, or did not begin in this browser. Sign in again.',
  },
  'source.not_admitted': {
    'zh-TW':
      '「{name}」的帳號 {account} 在這裡還沒有使用者，請聯絡管理員新增，或先以原有帳號登入後到個人中心連結',
    en: 'The account {account} of “{name}” has no user here. Ask an administrator to add one, or sign in with your account and link it in the personal centre.',
  },
  'source.group_needed': {
    'zh-TW': '「{name}」的帳號 {account} 不屬於任何獲准使用的群組，請聯絡管理員',
    en: 'The account {account} of “{name}” is in no group that may use this. Contact an administrator.',
  },
  'source.groups_left_out': {
    'zh-TW':
      '「{name}」因為 {account} 的群組太多而沒有送出，無法確認是否獲准使用。請管理員在該提供者改用應用程式角色',
    en: '“{name}” left the groups of {account} out because they are too many, so nobody can tell whether they may use this. An administrator should use app roles there.',
  },
  'source.account_taken': {
    'zh-TW':
      '這裡已有名為 {account} 的帳號，但尚未與「{name}」連結。若是您的帳號，請先以密碼登入，再到個人中心連結',
    en: 'There is an account {account} here that is not linked to “{name}”. If it is yours, sign in with its password and link it in the personal centre.',
  },
  'source.no_account_name': {
    'zh-TW': '「{name}」沒有提供可用的帳號名稱，請管理員檢查帳號欄位的設定',
    en: '“{name}” gave no usable account name. An administrator should check which claim holds it.',
  },
  'source.other_person': {
    'zh-TW': '在「{name}」登入的是另一個人，請以自己的帳號重試',
    en: 'Somebody else signed in at “{name}”. Try again with your own account.',
  },
  'source.linked_to_other': {
    'zh-TW': '「{name}」的這個帳號已連結到另一位使用者',
    en: 'This account of “{name}” is linked to another user.',
  },
  'source.keeps_person': {
    'zh-TW': '您的帳號由「{name}」新增並維護，不能解除連結；在那裡離開的人，這裡也要跟著停用',
    en: '“{name}” made your account and keeps it: it cannot be unlinked, because whoever leaves there leaves here.',
  },
  'source.last_identity': {
    'zh-TW': '這是您唯一的登入方式，不能移除',
    en: 'This is your only way to sign in and cannot be removed.',
  },
  'source.logout_refused': {
    'zh-TW': '登出通知沒有通過檢查',
    en: 'The logout notice did not pass the checks.',
  },
  'source.inactive': {
    'zh-TW': '「{name}」的帳號 {account} 在目錄中已停用、鎖定或到期',
    en: 'The account {account} is disabled, locked or expired in “{name}”.',
  },
  'source.not_in_directory': {
    'zh-TW': '在「{name}」找不到帳號 {account}，或有不只一個人使用這個帳號',
    en: 'There is no account {account} in “{name}”, or more than one.',
  },
  'source.password_wrong': {
    'zh-TW': '「{name}」的帳號或密碼不正確',
    en: 'The account or password of “{name}” is wrong.',
  },
  'source.password_kept_there': {
    'zh-TW': '{account} 的密碼由「{name}」保管，請到那裡變更',
    en: 'The password of {account} is kept by “{name}”. Change it there.',
  },
  'login.failed_source_away': {
    'zh-TW': '帳號或密碼不正確；另外，登入來源「{name}」目前沒有回應，使用該來源帳號的人請稍後再試',
    en: 'The account or password is wrong. Besides, the identity source “{name}” does not answer: people of that source try again later.',
  },
  'login.password_off': {
    'zh-TW': '這個帳號不能以密碼登入，請使用登入頁上的登入來源',
    en: 'This account cannot sign in with a password. Use an identity source on the login page.',
  },
  'setting.password_login_untried': {
    'zh-TW': '還沒有擁有全部權限的人以登入來源登入過。請先以登入來源登入一次，再限制密碼登入',
    en: 'Nobody with every right has signed in by an identity source yet. Do so once before password login is restricted.',
  },
  'setting.emergency_account_needed': {
    'zh-TW': '請至少列出一個已啟用兩步驟驗證、擁有全部權限的緊急帳號',
    en: 'Name at least one emergency account that holds every right and has two-step verification.',
  },
  'setting.shuts_out_oneself': {
    'zh-TW': '儲存後您自己將無法登入。請先連結登入來源，或把自己列為緊急帳號',
    en: 'This would shut you out yourself. Link an identity source first, or name yourself as an emergency account.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'identity-source': { 'zh-TW': '登入來源', en: 'Identity source' },
  'identity-source.created': { 'zh-TW': '新增登入來源', en: 'Identity source created' },
  'identity-source.updated': { 'zh-TW': '修改登入來源', en: 'Identity source changed' },
  'identity-source.deleted': { 'zh-TW': '刪除登入來源', en: 'Identity source deleted' },
  'identity-source.tested': { 'zh-TW': '測試登入來源', en: 'Identity source tested' },
  'identity-source.visited': { 'zh-TW': '手動同步登入來源', en: 'Identity source synchronised by hand' },
  'identity-source.synchronised': { 'zh-TW': '同步登入來源', en: 'Identity source synchronised' },
  'identity-source.held': {
    'zh-TW': '登入來源的同步已暫停',
    en: 'Synchronisation of an identity source held',
  },
  'identity-source.failed': { 'zh-TW': '登入來源沒有回應', en: 'Identity source did not answer' },
  'identity-source.imported': {
    'zh-TW': '從登入來源匯入使用者',
    en: 'Users imported from an identity source',
  },
  'identity-source.logout-received': {
    'zh-TW': '登入來源要求登出',
    en: 'Logout asked for by an identity source',
  },
  'user.synchronised': {
    'zh-TW': '依登入來源更新使用者',
    en: 'User brought up to date by an identity source',
  },
  'account.identity-linked': { 'zh-TW': '連結登入來源', en: 'Identity source linked' },
  'account.identity-unlinked': { 'zh-TW': '解除連結登入來源', en: 'Identity source unlinked' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'identity-source.created': ['account', 'iam', 'creation', 'warning'],
  'identity-source.updated': ['account', 'iam', 'change', 'warning'],
  'identity-source.deleted': ['account', 'iam', 'deletion', 'warning'],
  'identity-source.tested': ['account', 'iam', 'info', 'info'],
  'identity-source.visited': ['account', 'iam', 'info', 'info'],
  'identity-source.synchronised': ['account', 'iam', 'change', 'info'],
  'identity-source.held': ['account', 'iam', 'denied', 'warning'],
  'identity-source.failed': ['account', 'iam', 'error', 'warning'],
  'identity-source.imported': ['account', 'iam', 'creation', 'notice'],
  'identity-source.logout-received': ['login', 'authentication', 'end', 'info'],
  'user.synchronised': ['account', 'iam', 'change', 'info'],
  'account.identity-linked': ['account', 'iam', 'change', 'notice'],
  'account.identity-unlinked': ['account', 'iam', 'change', 'notice'],
} satisfies Record<string, EventRow>;
