import type { ShareMode } from '@jadegate/contract/session/session-share';

import type { PersonMenuService } from '../../identity/user/person-menu.service.ts';

/** Who may let people into a session. */
export class ShareRights {
  readonly #menus: PersonMenuService;

  constructor(menus: PersonMenuService) {
    this.#menus = menus;
  }

  /** The session's own person; an administrator who watches; for input one who may type there themselves. */
  async mayShare(userId: string, ownerId: string, mode: ShareMode): Promise<boolean> {
    return (
      userId === ownerId ||
      (await this.#menus.holds(userId, mode === 'write' ? 'online-session-join' : 'online-session-monitor'))
    );
  }

  mayJoin(userId: string): Promise<boolean> {
    return this.#menus.holds(userId, 'online-session-join');
  }
}
