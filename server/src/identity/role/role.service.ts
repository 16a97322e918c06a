import { BUILT_IN_ROLES, SUPER_ADMIN_ID, type UserType } from '@jadegate/contract/identity/role';
import type { Role, RoleInput, RoleQuery, RoleRow } from '@jadegate/contract/identity/role-endpoints';
import { USER_LIST_ACCESS } from '@jadegate/contract/identity/user';
import type { Language } from '@jadegate/contract/language';
import { MENU_IDS, menuTree, type MenuId, type MenuNode } from '@jadegate/contract/menu';
import type { Page } from '@jadegate/contract/paging';
import { MENU_WORDS } from '@jadegate/contract/words/menus';
import { ROLE_WORDS } from '@jadegate/contract/words/roles';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import { ReadCache } from '../../db/read-cache.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { RoleRepository, type RoleRecord } from './role.repository.ts';

/** Anybody whose rights can be asked about. */
interface Person {
  id: string;
  type: UserType;
}

/** How many rights a refusal names before it stops. */
const NAMED_MENUS = 5;

export class RoleService {
  readonly #database: Database;
  readonly #roles: RoleRepository;
  readonly #menus: ReadCache<readonly string[]>;
  readonly #audit: AuditService;
  readonly #clock: Clock;

  constructor(database: Database, audit: AuditService, clock: Clock) {
    this.#database = database;
    this.#roles = new RoleRepository(database);
    this.#menus = new ReadCache(database);
    this.#audit = audit;
    this.#clock = clock;
  }

  /** A change of role works at once. */
  async menusOf({ id }: Pick<Person, 'id'>): Promise<readonly string[]> {
    if (id === SUPER_ADMIN_ID) {
      return MENU_IDS;
    }
    return (await this.#menus.get(id, () => this.#roles.listMenuIdsOf(id))) ?? [];
  }

  /** The enabled administrators who hold the menu. */
  listHolders(menu: MenuId): Promise<string[]> {
    return this.#roles.listHolders(menu, SUPER_ADMIN_ID);
  }

  rolesOf(person: Pick<Person, 'id'>, tx?: Tx): Promise<string[]> {
    return this.#roles.listRoleIdsOf(person.id, tx);
  }

  roleNamesOf(person: Pick<Person, 'id'>): Promise<string[]> {
    return this.#roles.listRoleNamesOf(person.id);
  }

  /** Only administrators hold menus, whatever roles an ordinary user was given. */
  async mayUseAny(person: Person, wanted: readonly MenuId[]): Promise<boolean> {
    if (person.type !== 'admin') {
      return false;
    }
    const held = await this.menusOf(person);
    return wanted.some((id) => held.includes(id));
  }

  /**
   * The query of a list that filters by people, and how it finds them: by mail address for those to whom the list of
   * people shows it, because to others every find would tell a part of an address.
   */
  async withPeopleSearch<Query extends object>(
    { userId }: Actor,
    query: Query,
    text: string | undefined,
  ): Promise<Query & PeopleSearch> {
    // Without a text there is nothing to decide.
    const byMail =
      text !== undefined && (await this.mayUseAny({ id: userId, type: 'admin' }, USER_LIST_ACCESS));
    return { ...query, byMail };
  }

  tree(language: Language): MenuNode[] {
    return menuTree((id) => MENU_WORDS[id][language]);
  }

  async listOptions(): Promise<RoleRow[]> {
    return (await this.#roles.list()).map(presentRow);
  }

  async list(query: RoleQuery): Promise<Page<RoleRow>> {
    const { total, items } = await this.#roles.page(query);
    return { total, items: items.map(presentRow) };
  }

  async get(id: string): Promise<Role> {
    const { userCount: _, ...role } = presentRow(await this.#find(id));
    const menus = await this.#roles.listMenus(id);
    return {
      ...role,
      menus: menus.map((menu) => ({ id: '', roleId: '', menuId: menu.menu_id, checked: menu.checked === 1 })),
    };
  }

  async create(actor: Actor, input: RoleInput): Promise<Role> {
    const menus = onceEach(input.menus);
    await this.refuseBeyondOwn(actor, menuIds(menus));
    const role = {
      id: newId(this.#clock.now()),
      name: input.name,
      type: 'new',
      created_at: this.#clock.now(),
    } as const;
    await this.#refusingTakenName(input.name, () =>
      this.#database.transact(async (tx) => {
        await this.#roles.insert(role, tx);
        await this.#roles.replaceMenus(role.id, menus, tx);
        const detail = { menus: menuIds(menus) };
        await this.#audit.write(actor, { action: 'role.created', object: about(role), detail }, tx);
      }),
    );
    return this.get(role.id);
  }

  async update(actor: Actor, id: string, input: RoleInput): Promise<void> {
    const before = await this.#changeable(id);
    const old = (await this.#roles.listMenus(id)).map((menu) => menu.menu_id);
    const menus = onceEach(input.menus);
    await this.refuseBeyondOwn(actor, [...old, ...menuIds(menus)]);
    await this.#refusingTakenName(input.name, () =>
      this.#database.transact(async (tx) => {
        await this.#roles.update(id, { name: input.name }, tx);
        await this.#roles.replaceMenus(id, menus, tx);
        const detail = {
          ...(before.name !== input.name && { name: { before: before.name, after: input.name } }),
          added: menuIds(menus).filter((menu) => !old.includes(menu)),
          removed: old.filter((menu) => !menuIds(menus).includes(menu)),
        };
        await this.#audit.write(
          actor,
          { action: 'role.updated', object: about({ id, name: input.name }), detail },
          tx,
        );
      }),
    );
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const found = await this.#roles.listByIds(ids);
    found.forEach(refuseBuiltIn);
    await this.refuseBeyondOwn(actor, await this.#roles.listMenuIdsOfRoles(ids));
    await this.#database.transact(async (tx) => {
      for (const role of found) {
        await this.#audit.write(actor, { action: 'role.deleted', object: about(role) }, tx);
      }
      await this.#roles.remove(ids, tx);
    });
  }

  /** Nobody hands out, or takes away, what they do not hold themselves. */
  async refuseBeyondOwn(actor: Actor, wanted: readonly string[]): Promise<void> {
    const own = await this.menusOf({ id: actor.userId });
    const beyond = wanted.filter((menu) => !own.includes(menu));
    if (beyond.length > 0) {
      const names = beyond.slice(0, NAMED_MENUS).map((menu) => MENU_WORDS[menu as MenuId][actor.language]);
      throw new AppError('user.grant_exceeds', { params: { menus: names.join(', ') } });
    }
  }

  menusOfRoles(roleIds: readonly string[]): Promise<string[]> {
    return this.#roles.listMenuIdsOfRoles(roleIds);
  }

  async refuseUnknown(roleIds: readonly string[]): Promise<void> {
    const wanted = new Set(roleIds);
    if (wanted.size > 0 && (await this.#roles.listByIds([...wanted])).length !== wanted.size) {
      throw new AppError('role.not_found', { fields: ['roles'] });
    }
  }

  assign(userId: string, roleIds: readonly string[], tx: Tx): Promise<void> {
    return this.#roles.replaceRolesOf(userId, roleIds, tx);
  }

  async ensureBuiltIn(tx: Tx): Promise<void> {
    for (const { id, menus } of BUILT_IN_ROLES) {
      const name = ROLE_WORDS[id]?.['zh-TW'] ?? id;
      await this.#roles.putBuiltIn({ id, name, createdAt: this.#clock.now() }, tx);
      await this.#roles.replaceMenus(
        id,
        menus.map((menuId) => ({ menuId, checked: true })),
        tx,
      );
    }
  }

  async #find(id: string): Promise<RoleRecord> {
    const role = await this.#roles.find(id);
    if (!role) {
      throw new AppError('role.not_found');
    }
    return role;
  }

  async #changeable(id: string): Promise<RoleRecord> {
    const role = await this.#find(id);
    refuseBuiltIn(role);
    return role;
  }

  #refusingTakenName(name: string, work: () => Promise<void>): Promise<void> {
    const refusal = (cause: unknown) =>
      new AppError('role.name_taken', { params: { name }, fields: ['name'], cause });
    return refusingTaken(this.#database, refusal, work);
  }
}

function refuseBuiltIn(role: RoleRecord): void {
  if (role.type === 'default') {
    throw new AppError('role.built_in', { params: { name: role.name } });
  }
}

/** The family's client may send an id both ticked and as an ancestor: ticked wins. */
function onceEach(menus: RoleInput['menus']): RoleInput['menus'] {
  const ticked = new Map(menus.map(({ menuId }) => [menuId, false]));
  for (const { menuId, checked } of menus) {
    ticked.set(menuId, (ticked.get(menuId) ?? false) || checked);
  }
  return [...ticked].map(([menuId, checked]) => ({ menuId, checked }));
}

function menuIds(menus: RoleInput['menus']): string[] {
  return menus.map(({ menuId }) => menuId);
}

function about({ id, name }: { id: string; name: string }) {
  return { type: 'role', id, name };
}

function presentRow(role: RoleRecord): RoleRow {
  const isOurs = role.type === 'new';
  return {
    id: role.id,
    name: role.name,
    type: role.type,
    deletable: isOurs,
    modifiable: isOurs,
    created: familyTime(role.created_at),
    userCount: role.user_count,
    menus: null,
  };
}
