import { MENU_IDS, type MenuId } from '../menu.ts';

export const USER_TYPES = ['admin', 'user'] as const;
export type UserType = (typeof USER_TYPES)[number];

/** The administrator made at first start. May do everything, whatever roles say. */
export const SUPER_ADMIN_ID = 'abcdefghijklmnopqrstuvwxyz';

export const SYSTEM_ADMINISTRATOR = 'system-administrator';

/** Roles that are always there. They cannot be changed or deleted; their menus are re-written at each start. */
export const BUILT_IN_ROLES: readonly { id: string; menus: readonly MenuId[] }[] = [
  { id: SYSTEM_ADMINISTRATOR, menus: MENU_IDS },
  {
    id: 'security-administrator',
    menus: [
      'dashboard',
      'security',
      'access-security',
      'access-security-add',
      'access-security-edit',
      'access-security-del',
      'login-policy',
      'login-policy-add',
      'login-policy-edit',
      'login-policy-del',
      'login-policy-detail',
      'login-policy-bind-user',
      'login-policy-unbind-user',
      'info',
    ],
  },
  {
    id: 'audit-administrator',
    menus: [
      'dashboard',
      'session-audit',
      'online-session',
      'online-session-disconnect',
      'online-session-monitor',
      'offline-session',
      'offline-session-playback',
      'offline-session-del',
      'offline-session-clear',
      'offline-session-command',
      'offline-session-reviewed',
      'offline-session-unreviewed',
      'offline-session-reviewed-all',
      'log-audit',
      'login-log',
      'login-log-del',
      'login-log-clear',
      'login-log-end',
      'storage-log',
      'storage-log-del',
      'storage-log-clear',
      'session-command',
      'audit-log',
      'audit-log-verify',
      'audit-log-export',
      'info',
    ],
  },
  { id: 'ordinary-user', menus: [] },
];
