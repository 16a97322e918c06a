import type { Language } from '@jadegate/contract/language';
import { MENU_IDS, menuTree, type MenuId, type MenuNode } from '@jadegate/contract/menu';
import { BUILT_IN_ROLES, SUPER_ADMIN_ID, type UserType } from '@jadegate/contract/role';
import { MENU_WORDS } from '@jadegate/contract/words/menus';
import { ROLE_WORDS } from '@jadegate/contract/words/roles';

import type { Database, Tx } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { RoleRepository } from './role.repository.ts';

/** Anybody whose rights can be asked about. */
interface Person {
  id: string;
  type: UserType;
}

export class RoleService {
  readonly #roles: RoleRepository;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#roles = new RoleRepository(database.db);
    this.#clock = clock;
  }

  /** Read on every use: a change of role works at once. */
  async menusOf(person: Person): Promise<readonly string[]> {
    return person.id === SUPER_ADMIN_ID ? MENU_IDS : this.#roles.listMenuIdsOf(person.id);
  }

  rolesOf(person: Person): Promise<string[]> {
    return this.#roles.listRoleIdsOf(person.id);
  }

  /** Only administrators hold menus, whatever roles an ordinary user was given. */
  async mayUseAny(person: Person, wanted: readonly MenuId[]): Promise<boolean> {
    if (person.type !== 'admin') {
      return false;
    }
    const held = await this.menusOf(person);
    return wanted.some((id) => held.includes(id));
  }

  tree(language: Language): MenuNode[] {
    return menuTree((id) => MENU_WORDS[id][language]);
  }

  grant(userId: string, roleId: string, tx: Tx): Promise<void> {
    return this.#roles.grant(userId, roleId, tx);
  }

  async ensureBuiltIn(tx: Tx): Promise<void> {
    for (const { id, menus } of BUILT_IN_ROLES) {
      const name = ROLE_WORDS[id]?.['zh-TW'] ?? id;
      await this.#roles.putBuiltIn({ id, name, menus, createdAt: this.#clock.now() }, tx);
    }
  }
}
