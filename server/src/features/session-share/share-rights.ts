import type { ShareMode } from '@jadegate/contract/session-share';

import { AppError } from '../../kernel/app-error.ts';
import type { RoleService } from '../role/role.service.ts';
import type { UserService } from '../user/user.service.ts';

/** Who may let people into a session, asked anew each time: roles change while sessions last. */
export class ShareRights {
  readonly #users: UserService;
  readonly #roles: RoleService;

  constructor(users: UserService, roles: RoleService) {
    this.#users = users;
    this.#roles = roles;
  }

  /** The session's own person; an administrator who watches; for input one who may type there themselves. */
  async mayShare(userId: string, ownerId: string, mode: ShareMode): Promise<boolean> {
    return (
      userId === ownerId ||
      (await this.#holds(userId, mode === 'write' ? 'online-session-join' : 'online-session-monitor'))
    );
  }

  mayJoin(userId: string): Promise<boolean> {
    return this.#holds(userId, 'online-session-join');
  }

  async #holds(userId: string, menu: 'online-session-monitor' | 'online-session-join'): Promise<boolean> {
    try {
      const { id, type, status } = await this.#users.get(userId);
      return status === 'enabled' && (await this.#roles.mayUseAny({ id, type }, [menu]));
    } catch (error) {
      if (error instanceof AppError) {
        // The person was deleted.
        return false;
      }
      throw error;
    }
  }
}
