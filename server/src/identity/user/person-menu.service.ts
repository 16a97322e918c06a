import type { MenuId } from '@jadegate/contract/menu';

import { AppError } from '../../kernel/app-error.ts';
import type { RoleService } from '../role/role.service.ts';
import type { UserService } from './user.service.ts';

/** What somebody holds who is known by their id alone, asked anew each time: roles change while sessions last. */
export class PersonMenuService {
  readonly #users: Pick<UserService, 'get'>;
  readonly #roles: Pick<RoleService, 'mayUseAny'>;

  constructor(users: Pick<UserService, 'get'>, roles: Pick<RoleService, 'mayUseAny'>) {
    this.#users = users;
    this.#roles = roles;
  }

  /** Nobody who is disabled or gone holds anything. */
  async holds(userId: string, menu: MenuId): Promise<boolean> {
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
