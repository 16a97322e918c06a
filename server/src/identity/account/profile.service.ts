import {
  changeOwnMail,
  type OwnMailChange,
  type OwnNameChange,
  type OwnProfile,
} from '@jadegate/contract/identity/own-profile';
import type { AuditAction } from '@jadegate/contract/platform/audit';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { differences } from '../../kernel/differences.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { Profile, User, UserService } from '../user/user.service.ts';

interface Dependencies {
  database: Database;
  users: UserService;
  reauthentication: ReauthenticationService;
  audit: AuditService;
  notifications: Pick<NotificationService, 'notify'>;
}

/** What people are called and where they get mail, as they change it for themselves. */
export class ProfileService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async get(actor: Actor): Promise<OwnProfile> {
    const { nickname, mail, source } = await this.#deps.users.get(actor.userId);
    return { nickname, mail, source };
  }

  async changeName(actor: Actor, { nickname }: OwnNameChange): Promise<void> {
    const before = await this.#findKeptHere(actor);
    await this.#change(actor, 'account.profile-changed', before, { nickname });
  }

  /**
   * What happens to the account is told at this address, so a stolen login must not lead it elsewhere unnoticed: it
   * takes a proof, and the old address hears of it.
   */
  async changeMail(actor: Actor, { mail, ...proof }: OwnMailChange): Promise<void> {
    const { reauthentication, notifications } = this.#deps;
    const before = await this.#findKeptHere(actor);
    await reauthentication.confirm(actor, changeOwnMail, proof);
    if (await this.#change(actor, 'account.mail-changed', before, { mail })) {
      notifications.notify(actor.userId, 'mail-changed', actor, before.mail);
    }
  }

  async #findKeptHere(actor: Actor): Promise<User> {
    const user = await this.#deps.users.get(actor.userId);
    if (user.source !== '') {
      throw new AppError('account.kept_elsewhere');
    }
    return user;
  }

  /** False when it is so already, which is no act. */
  async #change(actor: Actor, action: AuditAction, before: User, after: Partial<Profile>): Promise<boolean> {
    const { database, users, audit } = this.#deps;
    const detail = differences(before, after);
    if (Object.keys(detail).length === 0) {
      return false;
    }
    await database.transact(async (tx) => {
      await users.setOwnProfile(before.id, after, tx);
      const object = { type: 'user', id: before.id, name: before.username };
      await audit.write(actor, { action, object, detail }, tx);
    });
    return true;
  }
}
