import { MENU_IDS, type MenuId } from '@jadegate/contract/menu';

import type { RoleService } from '../../identity/role/role.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import { SYSTEM_CALLER, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';

interface Dependencies {
  users: Pick<UserService, 'get'>;
  roles: Pick<RoleService, 'mayUseAny' | 'menusOf'>;
}

/** Who answers for a job must still be able to make one. */
const IN_CHARGE: readonly MenuId[] = ['job-add', 'job-edit'];

/** The people in whose name jobs run, with the rights that they have at that moment. */
export class JobOwners {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Undefined when nothing may run in this person's name. */
  async find(userId: string): Promise<Actor | undefined> {
    const user = await this.#deps.users.get(userId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'user.not_found') {
        return undefined;
      }
      throw error;
    });
    if (user?.status !== 'enabled' || !(await this.#deps.roles.mayUseAny(user, IN_CHARGE))) {
      return undefined;
    }
    return { ...SYSTEM_CALLER, userId: user.id, username: user.username, loginId: undefined };
  }

  /** What a backup holds opens everything, so only who holds everything may have one made. */
  async refuseUnlessFull({ userId }: Pick<Actor, 'userId'>): Promise<void> {
    const held = await this.#deps.roles.menusOf({ id: userId });
    if (!MENU_IDS.every((id) => held.includes(id))) {
      throw new AppError('backup.needs_every_right');
    }
  }
}
