import type { Sentence } from '../language.ts';
import type { EventRow } from '../platform/events/event-kind.ts';

export const ERRORS = {
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
} satisfies Record<string, Sentence>;

export const AUDIT = {
  role: { 'zh-TW': '角色', en: 'Role' },
  'role.created': { 'zh-TW': '新增角色', en: 'Role created' },
  'role.updated': { 'zh-TW': '修改角色', en: 'Role changed' },
  'role.deleted': { 'zh-TW': '刪除角色', en: 'Role deleted' },
} satisfies Record<string, Sentence>;

/** What each of these acts is as an event. */
export const EVENTS = {
  'role.created': ['account', 'iam', 'creation', 'notice'],
  'role.updated': ['account', 'iam', 'change', 'notice'],
  'role.deleted': ['account', 'iam', 'deletion', 'notice'],
} satisfies Record<string, EventRow>;
