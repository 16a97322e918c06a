import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
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
  'credential.use_forbidden': {
    'zh-TW': '沒有使用這個憑證的權限，請選擇自己的憑證，或請憑證的擁有者設定',
    en: 'You may not use this credential. Choose one of your own, or ask its owner.',
  },
  'credential.address_refused': {
    'zh-TW': '憑證「{name}」不可用於 {host}，請改用其他憑證，或調整憑證的可用位址',
    en: 'The credential {name} may not be used at {host}. Choose another, or change its addresses.',
  },
  'credential.secret_needed': {
    'zh-TW': '可用位址的範圍變大了，請重新輸入密碼或私密金鑰',
    en: 'The credential would be good for more addresses. Enter its password or private key again.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  credential: { 'zh-TW': '憑證', en: 'Credential' },
  'credential.created': { 'zh-TW': '新增憑證', en: 'Credential created' },
  'credential.updated': { 'zh-TW': '修改憑證', en: 'Credential changed' },
  'credential.deleted': { 'zh-TW': '刪除憑證', en: 'Credential deleted' },
  'credential.owner-changed': { 'zh-TW': '變更憑證擁有者', en: 'Credential owner changed' },
  'credential.revealed': { 'zh-TW': '檢視憑證機密內容', en: 'Credential secret revealed' },
  'credential.reveal-refused': { 'zh-TW': '檢視憑證機密內容遭拒', en: 'Credential secret refused' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'credential.created': ['secret', 'iam', 'creation', 'notice'],
  'credential.updated': ['secret', 'iam', 'change', 'notice'],
  'credential.deleted': ['secret', 'iam', 'deletion', 'notice'],
  'credential.owner-changed': ['secret', 'iam', 'change', 'notice'],
  'credential.revealed': ['secret', 'iam', 'access', 'warning'],
  'credential.reveal-refused': ['secret', 'iam', 'denied', 'warning'],
} satisfies Record<string, EventRow>;
