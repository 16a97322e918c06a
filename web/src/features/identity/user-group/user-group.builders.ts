import type { UserGroup, UserGroupRow } from '@jadegate/contract/identity/user-group';

const common = { id: 'group-1', name: 'Operators', created: '2026-11-15 03:20:00' };

export function aUserGroupRow(given: Partial<UserGroupRow> = {}): UserGroupRow {
  return { ...common, memberCount: 2, assetCount: 0, ...given };
}

/** With one member, unless said otherwise. */
export function aUserGroup(given: Partial<UserGroup> = {}): UserGroup {
  return { ...common, members: [{ id: 'user-2', name: 'Ming', username: 'ming' }], ...given };
}
