import type { OwnLogin } from '@jadegate/contract/own-login';

import type { Database } from '../../db/database.ts';
import { loginOf, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { LoginRepository, type LoginRow } from './login.repository.ts';
import { lifetimeMs } from './login.service.ts';

/** Where a person is signed in, and how they sign out elsewhere. Nobody else's logins are ever in sight. */
export class OwnLoginService {
  readonly #database: Database;
  readonly #logins: LoginRepository;
  readonly #audit: AuditService;
  readonly #clock: Clock;

  constructor(database: Database, audit: AuditService, clock: Clock) {
    this.#database = database;
    this.#logins = new LoginRepository(database.db);
    this.#audit = audit;
    this.#clock = clock;
  }

  async list(actor: Actor): Promise<OwnLogin[]> {
    const current = loginOf(actor);
    return (await this.#logins.listOf(actor.userId, this.#clock.now()))
      .toSorted((a, b) => Number(b.id === current) - Number(a.id === current) || lastSeen(b) - lastSeen(a))
      .map((login) => ({
        id: login.id,
        address: login.address,
        userAgent: login.user_agent,
        created: familyTime(login.created_at),
        lastSeen: familyTime(lastSeen(login)),
        expires: familyTime(login.expires_at),
        current: login.id === current,
      }));
  }

  async end(actor: Actor, id: string): Promise<void> {
    await this.#database.transact(async (tx) => {
      if (!(await this.#logins.belongsTo(id, actor.userId, tx))) {
        throw new AppError('login.not_found');
      }
      await this.#logins.end(id, this.#clock.now(), tx);
      await this.#audit.write(actor, { action: 'account.login-ended', object: about(actor) }, tx);
    });
  }

  async endOthers(actor: Actor): Promise<void> {
    await this.#database.transact(async (tx) => {
      await this.#logins.endAllOf(actor.userId, loginOf(actor), this.#clock.now(), tx);
      await this.#audit.write(actor, { action: 'account.other-logins-ended', object: about(actor) }, tx);
    });
  }
}

/** A lifetime slides ahead of each use, so its end tells when that was. */
function lastSeen(login: LoginRow): number {
  return Math.max(login.created_at, login.expires_at - lifetimeMs(login));
}

function about({ userId, username }: Actor) {
  return { type: 'user', id: userId, name: username };
}
