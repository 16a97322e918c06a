import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
  'access_gateway.not_found': {
    'zh-TW': '找不到這個存取閘道，可能已被刪除',
    en: 'There is no such access gateway; it may have been deleted.',
  },
  'access_gateway.name_taken': {
    'zh-TW': '已有名為「{name}」的存取閘道，請換一個名稱',
    en: 'There already is an access gateway called “{name}”. Choose another name.',
  },
  'access_gateway.in_use': {
    'zh-TW': '存取閘道「{name}」使用中，無法刪除：{users}（共 {count} 項）',
    en: 'Access gateway “{name}” is in use and cannot be deleted: {users} ({count} in total).',
  },
  'access_gateway.cycle': {
    'zh-TW': '上層閘道會繞回這個閘道本身，請選擇其他閘道',
    en: 'This way would lead back to the gateway itself. Choose another gateway.',
  },
  'access_gateway.too_deep': {
    'zh-TW': '存取閘道最多串接 {limit} 層',
    en: 'At most {limit} access gateways can be chained.',
  },
  'access_gateway.password_missing': {
    'zh-TW': '請輸入密碼',
    en: 'Enter the password.',
  },
  'access_gateway.password_needed': {
    'zh-TW': '主機位址或路徑已變更，請重新輸入密碼或私密金鑰；已儲存的只會用於原本的主機',
    en: 'The host or the way to it has changed. Enter the password or key again; the stored one is only used for the host it was given for.',
  },
} satisfies Record<string, Sentence>;

export const AUDIT = {
  'access-gateway': { 'zh-TW': '存取閘道', en: 'Access gateway' },
  'access-gateway.created': { 'zh-TW': '新增存取閘道', en: 'Access gateway created' },
  'access-gateway.updated': { 'zh-TW': '修改存取閘道', en: 'Access gateway changed' },
  'access-gateway.deleted': { 'zh-TW': '刪除存取閘道', en: 'Access gateway deleted' },
  'access-gateway.tested': { 'zh-TW': '測試存取閘道', en: 'Access gateway tested' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'access-gateway.created': ['access', 'configuration', 'creation', 'notice'],
  'access-gateway.updated': ['access', 'configuration', 'change', 'notice'],
  'access-gateway.deleted': ['access', 'configuration', 'deletion', 'notice'],
  'access-gateway.tested': ['access', 'configuration', 'info', 'info'],
} satisfies Record<string, EventRow>;
