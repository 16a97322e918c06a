import type { Language } from '@jadegate/contract/language';
import type { MenuId } from '@jadegate/contract/menu';
import { NOTICE_LEVELS, type Notice } from '@jadegate/contract/platform/notice';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, type Clock } from '../../kernel/clock.ts';
import type { MenuHolders, PeopleDirectory } from '../people/people.interface.ts';
import type { NoticeRepository } from './notice.repository.ts';

/** A notice before it is known who reads it. */
export interface OfferedNotice extends Omit<Notice, 'text'> {
  /** Who holds one of these is told. */
  menus: readonly MenuId[];
  text: (language: Language) => string;
}

/** Asked for every call, so it answers from what it knows already. */
export type NoticeSource = () => readonly OfferedNotice[];

interface Parts {
  users: PeopleDirectory;
  roles: MenuHolders;
  putAway: NoticeRepository;
  clock: Clock;
}

/** Nothing that was not offered for so long is offered again under the same id. */
const FORGOTTEN_MS = 90 * DAY_MS;

/** What stands above the pages of the console, from whoever has something to say. */
export class NoticeService {
  readonly #deps: Parts;
  readonly #sources: readonly NoticeSource[];

  constructor(parts: Parts, sources: readonly NoticeSource[]) {
    this.#deps = parts;
    this.#sources = sources;
  }

  async list(actor: Actor): Promise<Notice[]> {
    const offered = await this.#offeredTo(actor);
    const hidden = offered.some(({ canPutAway }) => canPutAway)
      ? await this.#deps.putAway.listPutAway(actor.userId)
      : [];
    return offered
      .filter(({ id, canPutAway }) => !canPutAway || !hidden.includes(id))
      .toSorted((a, b) => NOTICE_LEVELS.indexOf(a.level) - NOTICE_LEVELS.indexOf(b.level))
      .map(({ menus: _menus, text, ...notice }) => ({ ...notice, text: text(actor.language) }));
  }

  /**
   * For this person only. What must be acted on cannot be put away: a danger to the disk or the database. What was put
   * away long ago and is no longer offered is forgotten, since every alert has an id of its own.
   */
  async putAway(actor: Actor, id: string): Promise<void> {
    const notice = (await this.#offeredTo(actor)).find((offered) => offered.id === id);
    if (!notice?.canPutAway) {
      throw new AppError('notice.not_found');
    }
    const now = this.#deps.clock.now();
    await this.#deps.putAway.insertPutAway(actor.userId, id, now);
    const offered = this.#sources.flatMap((source) => source()).map((one) => one.id);
    await this.#deps.putAway.removePutAway(actor.userId, now - FORGOTTEN_MS, offered);
  }

  async #offeredTo(actor: Actor): Promise<OfferedNotice[]> {
    const offered = this.#sources.flatMap((source) => source());
    if (offered.length === 0) {
      return [];
    }
    const { id, type } = await this.#deps.users.get(actor.userId);
    // Only administrators hold menus, whatever roles an ordinary user was given.
    const held = type === 'admin' ? await this.#deps.roles.menusOf({ id }) : [];
    return offered.filter(({ menus }) => menus.some((menu) => held.includes(menu)));
  }
}
