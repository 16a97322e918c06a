import type { Language } from '@jadegate/contract/language';
import type { MenuId } from '@jadegate/contract/menu';
import { NOTICE_LEVELS, type Notice } from '@jadegate/contract/notice';

import type { Actor } from '../../kernel/actor.ts';
import type { RoleService } from '../role/role.service.ts';
import type { UserService } from '../user/user.service.ts';

/** A notice before it is known who reads it. */
export interface OfferedNotice extends Omit<Notice, 'text'> {
  /** Who holds one of these is told. */
  menus: readonly MenuId[];
  text: (language: Language) => string;
}

/** Asked for every call, so it answers from what it knows already. */
export type NoticeSource = () => readonly OfferedNotice[];

/** What stands above the pages of the console, from whoever has something to say. */
export class NoticeService {
  readonly #users: Pick<UserService, 'get'>;
  readonly #roles: Pick<RoleService, 'menusOf'>;
  readonly #sources: readonly NoticeSource[];

  constructor(
    people: { users: Pick<UserService, 'get'>; roles: Pick<RoleService, 'menusOf'> },
    sources: readonly NoticeSource[],
  ) {
    this.#users = people.users;
    this.#roles = people.roles;
    this.#sources = sources;
  }

  async list(actor: Actor): Promise<Notice[]> {
    const offered = this.#sources.flatMap((source) => source());
    if (offered.length === 0) {
      return [];
    }
    const { id, type } = await this.#users.get(actor.userId);
    // Only administrators hold menus, whatever roles an ordinary user was given.
    const held = type === 'admin' ? await this.#roles.menusOf({ id }) : [];
    return offered
      .filter(({ menus }) => menus.some((menu) => held.includes(menu)))
      .toSorted((a, b) => NOTICE_LEVELS.indexOf(a.level) - NOTICE_LEVELS.indexOf(b.level))
      .map(({ id, level, text }) => ({ id, level, text: text(actor.language) }));
  }
}
