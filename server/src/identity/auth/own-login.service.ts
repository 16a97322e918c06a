import type { OwnLogin } from '@jadegate/contract/identity/own-login';

import type { Database } from '../../db/database.ts';
import { loginOf, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { endOf, expiryOf, lifetimeMs, type LoginLimits } from './login-lifetime.ts';
import { LoginRepository, type LoginRow } from './login.repository.ts';
import type { LoginService } from './login.service.ts';

interface Dependencies {
  database: Database;
  logins: LoginService;
  audit: AuditService;
  clock: Clock;
  limits: () => Promise<LoginLimits>;
}

/** Where a person is signed in, and how they sign out elsewhere. Nobody else's logins are ever in sight. */
export class OwnLoginService {
  readonly #logins: LoginRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#logins = new LoginRepository(dependencies.database.db);
  }

  async list(actor: Actor): Promise<OwnLogin[]> {
    const current = loginOf(actor);
    const now = this.#deps.clock.now();
    const limits = await this.#deps.limits();
    return (await this.#logins.listOf(actor.userId, now))
      .filter((login) => endOf(login, limits) > now)
      .toSorted((a, b) => Number(b.id === current) - Number(a.id === current) || lastSeen(b) - lastSeen(a))
      .map((login) => ({
        id: login.id,
        address: login.address,
        userAgent: login.user_agent,
        door: login.door,
        created: familyTime(login.created_at),
        lastSeen: familyTime(lastSeen(login)),
        expires: familyTime(expiryOf(login, limits)),
        ends: familyTime(endOf(login, limits)),
        remembered: login.remember === 1,
        current: login.id === current,
      }));
  }

  async end(actor: Actor, id: string): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      if (!(await this.#logins.belongsTo(id, actor.userId, tx))) {
        throw new AppError('login.not_found');
      }
      await this.#logins.end(id, this.#deps.clock.now(), tx);
      await this.#deps.audit.write(actor, { action: 'account.login-ended', object: about(actor) }, tx);
    });
  }

  async endOthers(actor: Actor): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      await this.#deps.logins.endAllOf(actor.userId, tx, loginOf(actor));
      await this.#deps.audit.write(actor, { action: 'account.other-logins-ended', object: about(actor) }, tx);
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
