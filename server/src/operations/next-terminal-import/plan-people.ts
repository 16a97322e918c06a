import { SUPER_ADMIN_ID, SYSTEM_ADMINISTRATOR } from '@jadegate/contract/identity/role';
import { Mail, Nickname, Username } from '@jadegate/contract/identity/user';
import { LIMITS } from '@jadegate/contract/limits';
import { MENU_IDS, type MenuId } from '@jadegate/contract/menu';
import { MENUS } from '@jadegate/contract/words/menus';

import type { PlainRow as Row } from '../../db/insert-rows.ts';
import { usernameKey } from '../../identity/user/user.service.ts';
import { isTakenOverHash } from '../../kernel/bcrypt.ts';
import { Secret } from '../../kernel/secret.ts';
import type { OldRow } from './old-tables.ts';
import { unlessNone, type PlanContext, type PlannedThing, type SectionPlanner, type Tally } from './plan.ts';
import { grouped, readOld } from './read-old.ts';
import { shortened } from './taken-names.ts';

/** The roles of the old product that it writes itself, and what they are here. */
const BUILT_IN: Readonly<Record<string, string>> = {
  'system-administrator': SYSTEM_ADMINISTRATOR,
  'security-administrator': 'security-administrator',
  'audit-administrator': 'audit-administrator',
};

const PARENTS = new Map<string, string>(MENUS.map(({ id, parent }) => [id, parent]));

function isMenu(id: string): id is MenuId {
  return (MENU_IDS as readonly string[]).includes(id);
}

/** Roles that somebody made, as far as what they allow exists here. */
export const planRoles: SectionPlanner = async function* (context, tally) {
  const { ids, names, origin, pace } = context;
  const found = await readOld(origin, 'roles');
  const links = (await readOld(origin, 'roles_menus_ref')).rows;
  const byRole = grouped(links, ({ role_id }) => role_id);
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const role of found.rows) {
    await pace();
    if (role.type === 'default' || Object.hasOwn(BUILT_IN, role.id)) {
      tally.leave(role.name, 'built_in_role');
      continue;
    }
    if (ids.isKnown('role', role.id)) {
      tally.know();
      continue;
    }
    const name = names.claim('role', role.name);
    if (name === undefined) {
      tally.leave(role.name, 'not_accepted', 'name');
      continue;
    }
    if (name !== role.name.trim()) {
      tally.change(role.name, 'renamed', name);
    }
    const wanted = [
      ...new Set((byRole.get(role.id) ?? []).filter(({ checked }) => checked).map(({ menu_id }) => menu_id)),
    ];
    const menus = wanted.filter(isMenu);
    const missing = wanted.filter((menu) => !isMenu(menu));
    if (missing.length > 0) {
      tally.change(role.name, 'menus_missing', String(missing.length));
    }
    context.roles.push({ name, menus, missing: missing.slice(0, 200).map((menu) => menu.slice(0, 100)) });
    const id = ids.take('role', role.id);
    const created_at = role.created || context.now;
    things.push({
      kind: 'role',
      oldId: role.id,
      newId: id,
      rows: [
        { table: 'role', row: { id, name, type: 'new', created_at } },
        ...menuRows(id, menus).map((row) => ({ table: 'role_menu' as const, row })),
      ],
    });
  }
  yield things;
};

/** With those above them, unticked, so that the side menu has a path. */
function menuRows(role_id: string, menus: readonly MenuId[]): Row[] {
  const above = new Set<string>();
  for (const menu of menus) {
    for (let at = PARENTS.get(menu); at !== undefined && at !== 'root'; at = PARENTS.get(at)) {
      above.add(at);
    }
  }
  const ticked = new Set<string>(menus);
  return [
    ...menus.map((menu_id) => ({ role_id, menu_id, checked: 1 })),
    ...[...above].filter((menu) => !ticked.has(menu)).map((menu_id) => ({ role_id, menu_id, checked: 0 })),
  ];
}

/** People with their passwords and second factors. Nobody who is here already changes or gains anything. */
export function planUsers(
  takenKeys: ReadonlySet<string>,
  nobodysPassword: () => Promise<string>,
): SectionPlanner {
  return async function* (context, tally) {
    const { ids, origin, pace } = context;
    const taken = new Set(takenKeys);
    const found = await readOld(origin, 'users');
    tally.add(found);
    const things: PlannedThing[] = [];
    for (const user of found.rows) {
      await pace();
      context.nicknames.set(user.id, user.nickname || user.username);
      if (user.id === SUPER_ADMIN_ID) {
        ids.remember('user', user.id, SUPER_ADMIN_ID, true);
        tally.leave(user.username, 'first_administrator');
      } else if (ids.isKnown('user', user.id)) {
        tally.know();
      } else {
        const thing = planUser(context, tally, taken, user, await nobodysPassword());
        things.push(...(thing ? [thing] : []));
      }
    }
    yield things;
    yield await planUserRoles(context, tally, new Map(found.rows.map((user) => [user.id, user])));
  };
}

function planUser(
  { ids, now, makesAdministrators }: PlanContext,
  tally: Tally,
  taken: Set<string>,
  user: OldRow<'users'>,
  nobodysPassword: string,
): PlannedThing | undefined {
  const username = Username.safeParse(user.username);
  if (!username.success) {
    tally.leave(user.username, 'not_accepted', 'username');
    return undefined;
  }
  const name = username.data;
  const username_key = usernameKey(name);
  if (taken.has(username_key)) {
    tally.leave(name, 'username_taken');
    return undefined;
  }
  taken.add(username_key);
  const nickname = readNickname(user.nickname, name);
  if (user.nickname.trim() !== '' && nickname !== user.nickname.trim()) {
    tally.change(name, user.nickname.startsWith(nickname) ? 'cut_short' : 'not_accepted', 'nickname');
  }
  const mail = Mail.safeParse(unlessNone(user.mail));
  if (!mail.success) {
    tally.change(name, 'not_accepted', 'mail');
  }
  const hasPassword = isTakenOverHash(user.password);
  if (!hasPassword) {
    tally.change(name, 'password_unusable');
  }
  const isAdministrator = user.type === 'admin' && makesAdministrators;
  if (user.type === 'admin' && !isAdministrator) {
    tally.change(name, 'administrator_not_made');
  }
  const factor = readFactor(user.totp_secret);
  if (factor === 'unreadable') {
    // Without its second factor an account would be easier to enter than it was.
    tally.change(name, 'factor_unreadable');
  }
  const isShut = user.status === 'disabled' || factor === 'unreadable';
  const id = ids.take('user', user.id);
  return {
    kind: 'user',
    oldId: user.id,
    newId: id,
    rows: [
      {
        table: 'user',
        row: {
          id,
          username: name,
          username_key,
          nickname,
          mail: mail.success ? mail.data : '',
          type: isAdministrator ? 'admin' : 'user',
          status: isShut ? 'disabled' : 'enabled',
          source: '',
          password_hash: hasPassword ? user.password : nobodysPassword,
          must_change_password: 0,
          totp_enabled: factor instanceof Secret ? 1 : 0,
          created_at: user.created || now,
        },
      },
    ],
    ...(factor instanceof Secret && { secrets: [{ owner: `user:${id}`, name: 'totp', secret: factor }] }),
  };
}

/** As far as it fits; whoever has none is called as their account. */
function readNickname(stored: string, username: string): string {
  return Nickname.safeParse(shortened(stored.trim(), LIMITS.nickname.max)).data ?? username;
}

/** Base32 of 80 bits at least, as authenticator apps take it. */
function readFactor(stored: string): Secret | 'none' | 'unreadable' {
  const text = unlessNone(stored).trim();
  if (text === '') {
    return 'none';
  }
  const plain = text.toUpperCase().replace(/=+$/, '');
  return /^[A-Z2-7]{16,256}$/.test(plain) ? new Secret(plain) : 'unreadable';
}

async function planUserRoles(
  { ids, origin, makesAdministrators }: PlanContext,
  tally: Tally,
  users: ReadonlyMap<string, OldRow<'users'>>,
): Promise<PlannedThing[]> {
  const things: PlannedThing[] = [];
  const give = (userId: string, roleId: string, role_id: string) => {
    const user_id = ids.resolve('user', userId);
    const oldId = `${userId} ${roleId}`;
    if (user_id === undefined || user_id === SUPER_ADMIN_ID || ids.isKnown('user-role', oldId)) {
      return;
    }
    ids.take('user-role', oldId);
    const row = { user_id, role_id };
    things.push({ kind: 'user-role', oldId, newId: user_id, rows: [{ table: 'user_role', row }] });
  };
  const withRole = new Set<string>();
  for (const { user_id: userId, role_id: roleId } of (await readOld(origin, 'users_roles_ref')).rows) {
    const user = users.get(userId);
    if (!user) {
      continue;
    }
    withRole.add(userId);
    const builtIn = Object.hasOwn(BUILT_IN, roleId) ? BUILT_IN[roleId] : undefined;
    const role =
      builtIn === undefined ? ids.resolve('role', roleId) : makesAdministrators ? builtIn : undefined;
    if (role !== undefined) {
      give(userId, roleId, role);
    } else if (userId !== SUPER_ADMIN_ID && !ids.isKnown('user-role', `${userId} ${roleId}`)) {
      tally.change(user.username, builtIn === undefined ? 'role_missing' : 'built_in_not_given', roleId);
    }
  }
  // The old product gives it to them at its next start.
  for (const { id, type } of users.values()) {
    if (type === 'admin' && makesAdministrators && !withRole.has(id)) {
      give(id, SYSTEM_ADMINISTRATOR, SYSTEM_ADMINISTRATOR);
    }
  }
  return things;
}

export const planGroups: SectionPlanner = async function* (context, tally) {
  const { ids, names, origin, now, pace } = context;
  const found = await readOld(origin, 'user_groups');
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const group of found.rows) {
    await pace();
    if (ids.isKnown('user-group', group.id)) {
      tally.know();
      continue;
    }
    const name = names.claim('user-group', group.name);
    if (name === undefined) {
      tally.leave(group.name, 'not_accepted', 'name');
      continue;
    }
    if (name !== group.name.trim()) {
      tally.change(group.name, 'renamed', name);
    }
    const id = ids.take('user-group', group.id);
    const row = { id, name, created_at: group.created || now };
    things.push({ kind: 'user-group', oldId: group.id, newId: id, rows: [{ table: 'user_group', row }] });
  }
  yield things;
  const members: PlannedThing[] = [];
  for (const { user_id: userId, user_group_id: groupId } of (await readOld(origin, 'user_group_members'))
    .rows) {
    const oldId = `${groupId} ${userId}`;
    const [user_id, user_group_id] = [ids.resolve('user', userId), ids.resolve('user-group', groupId)];
    if (ids.isKnown('group-member', oldId) || user_group_id === undefined) {
      continue;
    }
    if (user_id === undefined) {
      tally.change(context.nicknames.get(userId) ?? userId, 'person_missing');
      continue;
    }
    ids.take('group-member', oldId);
    const row = { user_group_id, user_id };
    members.push({
      kind: 'group-member',
      oldId,
      newId: user_group_id,
      rows: [{ table: 'user_group_member', row }],
    });
  }
  yield members;
};
