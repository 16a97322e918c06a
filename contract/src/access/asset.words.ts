import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'asset.secret_needed': {
    'zh-TW': '「{name}」的連線目的地或路徑已變更，請重新輸入密碼或金鑰；已儲存的只會用於原本的目的地',
    en: '{name} would lead elsewhere. Enter its password or key again; the stored one is only used for the place it was given for.',
  },
  'asset.not_found': {
    'zh-TW': '找不到這個資產，可能已被刪除',
    en: 'There is no such asset; it may have been deleted.',
  },
  'asset.credential_unfit': {
    'zh-TW': '憑證「{credential}」不適用於資產「{name}」：私密金鑰只能用於 SSH，Kubernetes 資產不使用憑證',
    en: 'Credential “{credential}” does not fit asset “{name}”: private keys are for SSH only, and Kubernetes assets use none.',
  },
  'asset.too_many_tags': {
    'zh-TW': '資產「{name}」的標籤將超過 {limit} 個，請先移除不需要的標籤',
    en: 'Asset “{name}” would have more than {limit} tags. Remove some first.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  asset: { 'zh-TW': '資產', en: 'Asset' },
  'asset.created': { 'zh-TW': '新增資產', en: 'Asset created' },
  'asset.updated': { 'zh-TW': '修改資產', en: 'Asset changed' },
  'asset.copied': { 'zh-TW': '複製資產', en: 'Asset copied' },
  'asset.deleted': { 'zh-TW': '刪除資產', en: 'Asset deleted' },
  'asset.login-tested': { 'zh-TW': '檢測資產的登入', en: 'Login of an asset tested' },
  'asset.owner-changed': { 'zh-TW': '變更資產擁有者', en: 'Asset owner changed' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'asset.created': ['access', 'configuration', 'creation', 'notice'],
  'asset.updated': ['access', 'configuration', 'change', 'notice'],
  'asset.copied': ['access', 'configuration', 'creation', 'notice'],
  'asset.deleted': ['access', 'configuration', 'deletion', 'notice'],
  'asset.login-tested': ['access', 'authentication', 'info', 'info'],
  'asset.owner-changed': ['access', 'iam', 'change', 'notice'],
} satisfies Record<string, EventRow>;
