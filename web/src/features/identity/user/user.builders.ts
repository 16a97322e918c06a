import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import type { RoleRow } from '@jadegate/contract/identity/role-endpoints';
import type { User, UserRow } from '@jadegate/contract/identity/user';

const common = {
  id: 'user-2',
  username: 'ming',
  nickname: 'Ming',
  mail: 'ming@example.com',
  online: false,
  status: 'enabled',
  created: '2026-11-15 03:20:00',
  type: 'user',
  source: '',
} as const;

/** An ordinary person without a second factor, unless said otherwise. */
export function aUserRow(given: Partial<UserRow> = {}): UserRow {
  return { ...common, totpSecret: '0', sharerAssetCount: 0, ...given };
}

export function aUser(given: Partial<User> = {}): User {
  return { ...common, password: '', enableTotp: false, mustChangePassword: false, roles: [], ...given };
}

export function aRole(given: Partial<RoleRow> = {}): RoleRow {
  return {
    id: 'role-1',
    name: 'Auditor',
    type: 'new',
    deletable: true,
    modifiable: true,
    created: '2026-11-15 03:20:00',
    userCount: 1,
    menus: null,
    ...given,
  };
}

export function aLoginRow(given: Partial<LoginLogRow> = {}): LoginLogRow {
  return {
    id: 'login-1',
    username: 'ming',
    nickname: 'Ming',
    clientIp: '10.0.0.7',
    clientUserAgent: 'Firefox',
    loginTime: '2026-11-15 03:20:00',
    logoutTime: '2026-11-15 04:20:00',
    remember: false,
    state: '1',
    reason: '',
    source: '',
    rule: '',
    ticket: '',
    passkey: '',
    live: false,
    ...given,
  };
}
