import type { AccountInfo, PasswordChange } from '@jadegate/contract/account';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { User, UserService } from '../user/user.service.ts';

/** What people may see and change about themselves. */
export class AccountService {
  readonly #database: Database;
  readonly #users: UserService;
  readonly #roles: RoleService;
  readonly #logins: LoginService;
  readonly #audit: AuditService;

  constructor(
    database: Database,
    users: UserService,
    roles: RoleService,
    logins: LoginService,
    audit: AuditService,
  ) {
    this.#database = database;
    this.#users = users;
    this.#roles = roles;
    this.#logins = logins;
    this.#audit = audit;
  }

  async info(actor: Actor): Promise<AccountInfo> {
    return this.describe(await this.#users.get(actor.userId));
  }

  async describe(user: User): Promise<AccountInfo> {
    return {
      id: user.id,
      username: user.username,
      nickname: user.nickname,
      type: user.type,
      enableTotp: user.totp_enabled === 1,
      roles: await this.#roles.rolesOf(user),
      menus: [...(await this.#roles.menusOf(user))],
      mustChangePassword: user.must_change_password === 1,
    };
  }

  /** Ends every other login of the person; this one goes on, complete if it was not. */
  async changePassword(actor: Actor, { oldPassword, newPassword }: PasswordChange): Promise<void> {
    await this.#confirmOldPassword(actor, oldPassword);
    if (oldPassword === newPassword) {
      throw new AppError('account.password_unchanged', { fields: ['newPassword'] });
    }
    const passwordHash = await this.#users.hashPassword(newPassword);
    await this.#database.transact(async (tx) => {
      await this.#users.setPassword(actor.userId, passwordHash, { mustChange: false }, tx);
      await this.#logins.endAllOf(actor.userId, tx, actor.loginId);
      await this.#logins.complete(actor.loginId, tx);
      const object = { type: 'user', id: actor.userId, name: actor.username };
      await this.#audit.write(actor, { action: 'account.password-changed', object }, tx);
    });
  }

  async #confirmOldPassword(actor: Actor, password: string): Promise<void> {
    try {
      await this.#logins.confirm(actor, { password, totp: '' });
    } catch (error) {
      if (error instanceof AppError && error.code === 'auth.reauthentication_failed') {
        throw new AppError('account.password_wrong', { fields: ['oldPassword'], cause: error });
      }
      throw error;
    }
  }
}
