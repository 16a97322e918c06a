import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'ssh_key.of_directory': {
    'zh-TW': '這把金鑰來自「{name}」，請到那裡移除；下次同步後這裡也會消失',
    en: 'This key comes from “{name}”. Remove it there; it goes here with the next synchronisation.',
  },
  'ssh_key.not_found': {
    'zh-TW': '找不到這把 SSH 公鑰，可能已刪除',
    en: 'There is no such SSH key; it may have been deleted.',
  },
  'ssh_key.private': {
    'zh-TW':
      '這是私密金鑰，請勿貼到任何地方。請改貼公鑰（通常是副檔名 .pub 的檔案）；這把私密金鑰沒有保存，但建議換一把新的',
    en: 'This is a private key; paste it nowhere. Give the public key instead (usually the file ending in .pub). The private key was not kept, but you should replace it.',
  },
  'ssh_key.unreadable': {
    'zh-TW': '無法辨識這把公鑰，請貼上以 ssh-ed25519、ecdsa-sha2 或 ssh-rsa 等開頭的一整行',
    en: 'This is no readable public key. Paste the whole line that begins with ssh-ed25519, ecdsa-sha2, ssh-rsa or the like.',
  },
  'ssh_key.algorithm': {
    'zh-TW': '不接受 {algorithm} 類型的公鑰，請改用 Ed25519、ECDSA 或 RSA',
    en: 'Keys of the type {algorithm} are not accepted. Use Ed25519, ECDSA or RSA.',
  },
  'ssh_key.rsa_size': {
    'zh-TW': 'RSA 公鑰必須介於 {min} 到 {max} 位元',
    en: 'An RSA key must have between {min} and {max} bits.',
  },
  'ssh_key.own': {
    'zh-TW': '您已經新增過這把公鑰',
    en: 'You have added this key already.',
  },
  'ssh_key.taken': {
    'zh-TW': '這把公鑰無法使用，請產生新的金鑰',
    en: 'This key cannot be used. Make a new one.',
  },
  'ssh_key.name_taken': {
    'zh-TW': '已有名為「{name}」的 SSH 公鑰，請換一個名稱',
    en: 'An SSH key named “{name}” already exists. Choose another name.',
  },
  'ssh_key.too_many': {
    'zh-TW': 'SSH 公鑰最多 {limit} 把，請先刪除不再使用的公鑰',
    en: 'You can have at most {limit} SSH keys. Delete one you no longer use first.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'ssh-key': { 'zh-TW': 'SSH 公鑰', en: 'SSH key' },
  'account.ssh-key-added': { 'zh-TW': '新增 SSH 公鑰', en: 'SSH key added' },
  'account.ssh-key-removed': { 'zh-TW': '刪除 SSH 公鑰', en: 'SSH key removed' },
  'user.ssh-key-removed': { 'zh-TW': '刪除使用者的 SSH 公鑰', en: 'SSH key of a person removed' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'account.ssh-key-added': ['account', 'iam', 'creation', 'notice'],
  'account.ssh-key-removed': ['account', 'iam', 'deletion', 'info'],
  'user.ssh-key-removed': ['account', 'iam', 'deletion', 'notice'],
} satisfies Record<string, EventRow>;
