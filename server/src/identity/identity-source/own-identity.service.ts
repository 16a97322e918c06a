import type { OwnIdentities, OwnIdentity } from '@jadegate/contract/identity/source-sign-in';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { User, UserService } from '../user/user.service.ts';
import { SourceIdentityRepository } from './source-identity.repository.ts';
import type { SourceLookupService } from './source-lookup.service.ts';
import type { SourcePersonService } from './source-person.service.ts';

interface Dependencies {
  database: Database;
  lookup: SourceLookupService;
  people: SourcePersonService;
  users: UserService;
  audit: AuditService;
  /** Whether somebody could come in with a password of their account here. */
  mayUsePassword: (user: User) => Promise<boolean>;
}

/** How people are known at sources, as they see it themselves. */
export class OwnIdentityService {
  readonly #identities: SourceIdentityRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#identities = new SourceIdentityRepository(dependencies.database.db);
  }

  async list(actor: Actor): Promise<OwnIdentities> {
    const { lookup } = this.#deps;
    const identities: OwnIdentity[] = [];
    for (const { id, source_id, label, created_at, last_login_at, made } of await this.#identities.listOf(
      actor.userId,
    )) {
      const source = await lookup.find(source_id);
      if (source) {
        const { kind, key, name, icon } = source;
        const times = { created: familyTime(created_at), lastLogin: familyTime(last_login_at || null) };
        identities.push({ id, kind, key, name, icon, label, ...times, isKept: made === 1 });
      }
    }
    const others = (await lookup.listEnabled()).filter(
      ({ key }) => !identities.some((identity) => identity.key === key),
    );
    return { identities, others: others.map(({ kind, key, name, icon }) => ({ kind, key, name, icon })) };
  }

  /**
   * What the source gave goes with the link: nobody would take it away any more. Whom a source made it keeps, because the
   * link is how it disables them.
   */
  async unlink(actor: Actor, id: string): Promise<void> {
    const { database, lookup, people, users, audit } = this.#deps;
    const own = await this.#identities.listOf(actor.userId);
    const identity = own.find((one) => one.id === id);
    const source = identity && (await lookup.find(identity.source_id));
    if (!identity || !source) {
      throw new AppError('identity_source.not_found');
    }
    if (identity.made === 1) {
      throw new AppError('source.keeps_person', { params: { name: source.name } });
    }
    if (own.length === 1 && !(await this.#hasOtherWay(await users.get(actor.userId)))) {
      throw new AppError('source.last_identity');
    }
    await database.transact(async (tx) => {
      await people.takeBack(actor, source, id, tx);
      await this.#identities.remove(id, tx);
      const object = { type: 'user', id: actor.userId, name: actor.username };
      const detail = { issuer: identity.issuer, subject: identity.subject };
      await audit.write(actor, { action: 'account.identity-unlinked', object, detail }, tx);
    });
  }

  /** Whom a source made has no password that anybody knows. */
  async #hasOtherWay(user: User): Promise<boolean> {
    return user.passkeys > 0 || (user.source === '' && (await this.#deps.mayUsePassword(user)));
  }
}
