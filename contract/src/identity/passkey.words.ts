import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'passkey.no_address': {
    'zh-TW':
      '尚未設定對外位址，無法使用通行金鑰。請管理員將 JADEGATE_PUBLIC_URL 設為使用者連線的網址，例如 https://jadegate.example.com',
    en: 'No external address is set, so passkeys cannot be used. Set JADEGATE_PUBLIC_URL to where people reach the product, such as https://jadegate.example.com.',
  },
  'passkey.numeric_address': {
    'zh-TW':
      '對外位址是 IP 位址，瀏覽器不允許在 IP 位址使用通行金鑰。請管理員將 JADEGATE_PUBLIC_URL 改為主機名稱，例如 https://jadegate.example.com',
    en: 'The external address is an IP address, where browsers allow no passkeys. Set JADEGATE_PUBLIC_URL to a host name, such as https://jadegate.example.com.',
  },
  'passkey.plain_http': {
    'zh-TW':
      '對外位址沒有加密，瀏覽器只允許在 HTTPS 使用通行金鑰。請管理員設定 TLS，並將 JADEGATE_PUBLIC_URL 改為 https 開頭的網址',
    en: 'The external address is not encrypted, and browsers allow passkeys over HTTPS only. Set up TLS, and JADEGATE_PUBLIC_URL to an address that begins with https.',
  },
  'passkey.refused': {
    'zh-TW':
      '無法以這把通行金鑰登入：它不屬於這裡的帳號、已被移除，或這次驗證已經失效，請再試一次或改用其他方式',
    en: 'This passkey could not be used: it belongs to no account here, was removed, or the attempt has lapsed. Try again, or sign in another way.',
  },
  'passkey.copied': {
    'zh-TW':
      '這把通行金鑰的使用次數比先前少，可能遭到複製，因此拒絕使用。請改用其他方式登入、移除它，並通知管理員',
    en: 'This passkey counted fewer uses than before and may have been copied, so it is refused. Sign in another way, remove it, and tell your administrator.',
  },
  'passkey.lapsed': {
    'zh-TW': '等待太久或已經用過，請再試一次',
    en: 'This took too long or was used already. Try again.',
  },
  'passkey.unusable': {
    'zh-TW':
      '這個裝置沒有產生可用的通行金鑰，請再試一次或改用其他裝置；裝置必須以指紋、臉孔或 PIN 確認您的身分',
    en: 'This device made no passkey that can be used. Try again or use another; it must verify you by fingerprint, face or PIN.',
  },
  'passkey.taken': {
    'zh-TW': '這把通行金鑰已經新增過',
    en: 'This passkey has been added already.',
  },
  'passkey.name_taken': {
    'zh-TW': '已有名為「{name}」的通行金鑰，請換一個名稱',
    en: 'A passkey named “{name}” already exists. Choose another name.',
  },
  'passkey.too_many': {
    'zh-TW': '通行金鑰最多 {limit} 把，請先移除不再使用的',
    en: 'You can have at most {limit} passkeys. Remove one you no longer use first.',
  },
  'passkey.not_found': {
    'zh-TW': '找不到這把通行金鑰，可能已移除',
    en: 'There is no such passkey; it may have been removed.',
  },
  'passkey.needs_another': {
    'zh-TW': '不能用要移除的通行金鑰本身確認，請改用密碼、驗證碼、復原碼或另一把通行金鑰',
    en: 'A passkey cannot confirm its own removal. Use the password, a code, a recovery code or another passkey.',
  },
  'passkey.compulsory': {
    'zh-TW': '系統規定您的帳號必須有通行金鑰，這是最後一把；請先新增另一把再移除',
    en: 'Your account must have a passkey, and this is the last. Add another before you remove it.',
  },
  'passkey.last_factor': {
    'zh-TW': '系統規定您的帳號必須啟用兩步驟驗證，這是僅有的方式；請先設定驗證碼或新增另一把通行金鑰',
    en: 'Your account must have a second factor, and this is the only one. Set up one-time codes or add another passkey first.',
  },
  'passkey.last_way': {
    'zh-TW': '這是您唯一的登入方式，移除後將無法登入；請先新增另一把通行金鑰',
    en: 'This is your only way to sign in. Add another passkey before you remove it.',
  },
  'setting.passkey_untried': {
    'zh-TW': '請先在個人中心為自己新增一把通行金鑰並用它登入一次，再要求其他人使用，以免所有人都被擋在外面',
    en: 'Add a passkey for yourself in the personal centre and sign in with it once before you ask others for one, so that nobody is shut out.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  passkey: { 'zh-TW': '通行金鑰', en: 'Passkey' },
  'account.passkey-added': { 'zh-TW': '新增通行金鑰', en: 'Passkey added' },
  'account.passkey-renamed': { 'zh-TW': '重新命名通行金鑰', en: 'Passkey renamed' },
  'account.passkey-removed': { 'zh-TW': '移除通行金鑰', en: 'Passkey removed' },
  'account.passkey-copied': { 'zh-TW': '通行金鑰疑似遭到複製', en: 'Passkey may have been copied' },
  'user.passkey-removed': { 'zh-TW': '移除使用者的通行金鑰', en: 'Passkey of a person removed' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'account.passkey-added': ['account', 'iam', 'creation', 'notice'],
  'account.passkey-renamed': ['account', 'iam', 'change', 'info'],
  'account.passkey-removed': ['account', 'iam', 'deletion', 'warning'],
  'account.passkey-copied': ['login', 'authentication', 'denied', 'critical'],
  'user.passkey-removed': ['account', 'iam', 'deletion', 'warning'],
} satisfies Record<string, EventRow>;
