import type { PendingStage } from '@jadegate/contract/endpoint';
import { changePassword, type AccountInfo, type PasswordChange } from '@jadegate/contract/identity/account';

import type { Database } from '../../db/database.ts';
import { loginOf, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { AccessTokenService } from '../access-token/access-token.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { PasswordJudge } from '../auth/sign-in.interface.ts';
import type { PasswordPolicyService } from '../password/password-policy.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { SshTicketService } from '../ssh-ticket/ssh-ticket.service.ts';
import type { UserPreferenceService } from '../user-preference/user-preference.service.ts';
import type { User, UserService } from '../user/user.service.ts';

interface Dependencies {
  database: Database;
  users: UserService;
  roles: RoleService;
  logins: LoginService;
  reauthentication: ReauthenticationService;
  accessTokens: AccessTokenService;
  sshTickets: SshTicketService;
  audit: AuditService;
  passwords: PasswordPolicyService;
  notifications: NotificationService;
  userPreferences: UserPreferenceService;
  passwordJudge: Pick<PasswordJudge, 'keeperOf'>;
}

/** What people may see and change about themselves. */
export class AccountService {
  readonly #database: Database;
  readonly #users: UserService;
  readonly #roles: RoleService;
  readonly #logins: LoginService;
  readonly #reauthentication: ReauthenticationService;
  readonly #accessTokens: AccessTokenService;
  readonly #sshTickets: SshTicketService;
  readonly #audit: AuditService;
  readonly #passwords: PasswordPolicyService;
  readonly #notifications: NotificationService;
  readonly #preferences: UserPreferenceService;
  readonly #passwordJudge: Dependencies['passwordJudge'];

  constructor(dependencies: Dependencies) {
    const { database, users, roles, logins, accessTokens, sshTickets, audit } = dependencies;
    this.#database = database;
    this.#users = users;
    this.#roles = roles;
    this.#logins = logins;
    this.#reauthentication = dependencies.reauthentication;
    this.#accessTokens = accessTokens;
    this.#sshTickets = sshTickets;
    this.#audit = audit;
    this.#passwords = dependencies.passwords;
    this.#notifications = dependencies.notifications;
    this.#preferences = dependencies.userPreferences;
    this.#passwordJudge = dependencies.passwordJudge;
  }

  async info(actor: Actor): Promise<AccountInfo> {
    return this.describe(await this.#users.get(actor.userId), actor.owes);
  }

  async describe(user: User, owes: PendingStage | undefined): Promise<AccountInfo> {
    return {
      id: user.id,
      username: user.username,
      nickname: user.nickname,
      type: user.type,
      enableTotp: user.totp_enabled === 1,
      hasPasskey: user.passkeys > 0,
      roles: await this.#roles.rolesOf(user),
      roleNames: await this.#roles.roleNamesOf(user),
      menus: [...(await this.#roles.menusOf(user))],
      mustChangePassword: user.must_change_password === 1,
      passwordAt: (await this.#passwordJudge.keeperOf(user.id)) ?? '',
      owedStep: owes ?? null,
      preferences: await this.#preferences.find(user.id),
    };
  }

  /** Ends every other login of the person and every access token; this login goes on, to its next step if it owes one. */
  async changePassword(actor: Actor, { oldPassword, newPassword }: PasswordChange): Promise<void> {
    const name = await this.#passwordJudge.keeperOf(actor.userId);
    if (name !== undefined) {
      throw new AppError('source.password_kept_there', { params: { name, account: actor.username } });
    }
    const standing = await this.#users.standing(actor.userId);
    await this.#confirmOldPassword(actor, oldPassword);
    if (oldPassword === newPassword) {
      throw new AppError('account.password_unchanged', { fields: ['newPassword'] });
    }
    await this.#passwords.refuseWeak(newPassword, { username: actor.username, field: 'newPassword' });
    const user = await this.#users.get(actor.userId);
    const next = await this.#logins.owedStep({ ...user, must_change_password: 0 });
    const passwordHash = await this.#users.hashPassword(newPassword);
    await this.#database.transact(async (tx) => {
      // Reset by an administrator, or changed at another login, while this one was being checked.
      if ((await this.#users.standing(actor.userId, tx)) !== standing) {
        throw new AppError('account.password_wrong', { fields: ['oldPassword'] });
      }
      await this.#users.setPassword(actor.userId, passwordHash, { mustChange: false }, tx);
      await this.#logins.endAllOf(actor.userId, tx, loginOf(actor));
      await this.#accessTokens.revokeAllOf(actor.userId, tx);
      await this.#sshTickets.removeAllOf(actor.userId, tx);
      await this.#logins.advance(actor, 'change-password', next, tx);
      const object = { type: 'user', id: actor.userId, name: actor.username };
      await this.#audit.write(actor, { action: 'account.password-changed', object }, tx);
    });
    this.#notifications.notify(actor.userId, 'password-changed', actor);
  }

  async #confirmOldPassword(actor: Actor, password: string): Promise<void> {
    try {
      await this.#reauthentication.confirm(actor, changePassword, { password, totp: '' });
    } catch (error) {
      if (error instanceof AppError && error.code === 'auth.reauthentication_failed') {
        throw new AppError('account.password_wrong', { fields: ['oldPassword'], cause: error });
      }
      throw error;
    }
  }
}
