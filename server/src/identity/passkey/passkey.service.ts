import type { Reauthentication } from '@jadegate/contract/identity/account';
import type {
  NewPasskey,
  OwnPasskeys,
  PasskeyCreation,
  PasskeyRow,
} from '@jadegate/contract/identity/passkey';
import { addPasskey, removeOwnPasskey } from '@jadegate/contract/identity/passkey';
import type { Language } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import type { AuditAction } from '@jadegate/contract/platform/audit';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import { loginOf, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { AlertWatch } from '../../platform/notice/alert-watch.interface.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { SecondFactorService } from '../user/second-factor.service.ts';
import type { User, UserService } from '../user/user.service.ts';
import { ALGORITHMS, verifyMade } from './passkey-answer.ts';
import { CHALLENGE_MS, descriptor, type PasskeyJudge } from './passkey-judge.service.ts';
import { relyingPartyAt, type PasskeyPlace } from './passkey-place.policy.ts';
import { PasskeyRepository, type PasskeyRecord } from './passkey.repository.ts';

interface Dependencies {
  database: Database;
  judge: PasskeyJudge;
  users: UserService;
  factors: SecondFactorService;
  logins: LoginService;
  reauthentication: ReauthenticationService;
  audit: AuditService;
  notifications: Pick<NotificationService, 'notify'>;
  clock: Clock;
  /** The product's name, which authenticators show. */
  issuer: (language: Language) => Promise<string>;
  /** Whether somebody could still come in without any passkey. */
  hasOtherWay: (user: User) => Promise<boolean>;
}

/** Passkeys as people keep them. Each is a way in of its own: what changes them is proven, written down and told. */
export class PasskeyService {
  readonly #passkeys: PasskeyRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#passkeys = new PasskeyRepository(dependencies.database.db);
  }

  hasAny(): Promise<boolean> {
    return this.#passkeys.hasAny();
  }

  /** Those that may have been copied, until they are removed. */
  watch(): AlertWatch {
    return {
      kind: 'passkey',
      seenBy: 'all',
      everyMs: MINUTE_MS,
      holdMs: { raise: 0, clear: 0 },
      check: async () =>
        (await this.#passkeys.listCopied()).map(({ id, name, username }) => ({
          subject: id,
          wording: 'passkey-copied',
          level: 'danger',
          params: { name, username },
        })),
    };
  }

  async list(userId: string): Promise<PasskeyRow[]> {
    return (await this.#passkeys.listOf(userId)).map(present);
  }

  async nameOf(userId: string, id: string): Promise<string> {
    return (await this.#passkeys.listOf(userId)).find((one) => one.id === id)?.name ?? '';
  }

  async listOwn(actor: Actor, place: PasskeyPlace): Promise<OwnPasskeys> {
    const { users, logins } = this.#deps;
    const user = await users.get(actor.userId);
    const party = relyingPartyAt(place);
    return {
      passkeys: await this.list(actor.userId),
      problem: typeof party === 'string' ? party : null,
      compulsory: await logins.requiresPasskey(user),
      needsFactor: hasFactor(user),
    };
  }

  async begin(actor: Actor, place: PasskeyPlace): Promise<PasskeyCreation> {
    const { judge, users, issuer } = this.#deps;
    const { challenge, rpId } = await judge.begin('add', { loginId: loginOf(actor) }, place);
    const { nickname, username } = await users.get(actor.userId);
    const own = await this.#passkeys.listOf(actor.userId);
    return {
      challenge,
      rp: { id: rpId, name: await issuer(actor.language) },
      user: {
        id: Buffer.from(actor.userId).toString('base64url'),
        name: username,
        displayName: nickname,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_MS,
      excludeCredentials: own.filter(({ rp_id }) => rp_id === rpId).map(descriptor),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
  }

  /** Who has a second factor gives it: a password that somebody learned must not become a way in of its own. */
  async add(
    actor: Actor,
    { name, made, ...proof }: NewPasskey,
  ): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] }> {
    const { database, judge, users, factors, logins, reauthentication, notifications, clock } = this.#deps;
    const user = await users.get(actor.userId);
    const asked = hasFactor(user) ? ({ proof: 'recent-factor' } as const) : addPasskey;
    await reauthentication.confirm(actor, asked, proof);
    const taken = await judge.take(made.response.clientDataJSON, 'add', { loginId: loginOf(actor) });
    if (!taken) {
      throw new AppError('passkey.lapsed');
    }
    const { row, challenge } = taken;
    const good = await verifyMade(made, { challenge, rpId: row.rp_id, origin: row.origin });
    if (!good) {
      throw new AppError('passkey.unusable');
    }
    const now = clock.now();
    const record: PasskeyRecord = {
      id: newId(now),
      user_id: actor.userId,
      name,
      ...good,
      transports: JSON.stringify(made.response.transports ?? []),
      rp_id: row.rp_id,
      created_at: now,
      last_used_at: null,
      last_address: '',
      copied_at: null,
    };
    const needsCodes = user.totp_enabled === 0 && (await factors.countRecoveryCodes(user.id)) === 0;
    const next = await logins.owedStep({ ...user, passkeys: user.passkeys + 1 });
    const refusal = (cause: unknown) => new AppError('passkey.taken', { cause });
    const recoveryCodes = await refusingTaken(database, refusal, () =>
      database.transact(async (tx) => {
        await this.#insert(actor, record, tx);
        await logins.advance(actor, 'enrol-passkey', next, tx);
        return needsCodes
          ? (await factors.replaceRecoveryCodes(user.id, tx)).map((code) => code.expose())
          : [];
      }),
    );
    notifications.notify(actor.userId, 'passkey-added', actor);
    return { passkey: present(record), recoveryCodes };
  }

  async rename(actor: Actor, id: string, name: string): Promise<void> {
    const { database, audit } = this.#deps;
    const refusal = (cause: unknown) =>
      new AppError('passkey.name_taken', { params: { name }, fields: ['name'], cause });
    await refusingTaken(database, refusal, () =>
      database.transact(async (tx) => {
        const object = { type: 'passkey', id, name };
        await audit.write(actor, { action: 'account.passkey-renamed', object }, tx);
        if (!(await this.#passkeys.rename(actor.userId, id, name, tx))) {
          throw new AppError('passkey.not_found');
        }
      }),
    );
  }

  /**
   * Never on its own word: whoever holds the one device must not take away what else tells of its person. The password is
   * enough only for somebody who has nothing else.
   */
  async removeOwn(actor: Actor, id: string, proof: Reauthentication): Promise<void> {
    const { users, reauthentication } = this.#deps;
    const own = await this.#passkeys.listOf(actor.userId);
    if (!own.some((one) => one.id === id)) {
      throw new AppError('passkey.not_found');
    }
    const user = await users.get(actor.userId);
    await this.#refuseLast(user, own.length);
    const credential = own.find((one) => one.id === id)?.credential_id;
    if (proof.passkey?.id === credential) {
      throw new AppError('passkey.needs_another');
    }
    const hasMore = user.totp_enabled === 1 || own.length > 1;
    const asked = hasMore ? ({ proof: 'factor' } as const) : removeOwnPasskey;
    await reauthentication.confirm(actor, asked, proof);
    await this.remove(actor, actor.userId, id, 'account.passkey-removed');
  }

  async remove(actor: Actor, userId: string, id: string, action: AuditAction): Promise<void> {
    const { database, audit, logins, notifications } = this.#deps;
    await database.transact(async (tx) => {
      const removed = await this.#passkeys.remove(userId, id, tx);
      if (!removed) {
        throw new AppError('passkey.not_found');
      }
      await this.#dropUnusedCodes(userId, tx);
      await logins.endAllOf(userId, tx, userId === actor.userId ? actor.loginId : undefined);
      await audit.write(actor, { action, object: about(removed), detail: { user: userId } }, tx);
    });
    notifications.notify(userId, 'passkey-removed', actor);
  }

  async removeAllOf(userId: string, tx: Tx): Promise<void> {
    await this.#passkeys.removeAllOf(userId, tx);
    await this.#dropUnusedCodes(userId, tx);
  }

  /** The last one may be all that lets somebody in, or what the installation asks of them. */
  async #refuseLast(user: User, count: number): Promise<void> {
    const { logins, hasOtherWay } = this.#deps;
    if (count > 1) {
      return;
    }
    if (await logins.requiresPasskey(user)) {
      throw new AppError('passkey.compulsory');
    }
    if (user.totp_enabled === 0 && (await logins.requiresSecondFactor(user))) {
      throw new AppError('passkey.last_factor');
    }
    if (!(await hasOtherWay(user))) {
      throw new AppError('passkey.last_way');
    }
  }

  /** Recovery codes stand for a factor; where there is none any more they open nothing. */
  async #dropUnusedCodes(userId: string, tx: Tx): Promise<void> {
    const user = await this.#deps.users.get(userId, tx);
    if (user.totp_enabled === 0 && user.passkeys === 0) {
      await this.#deps.factors.clear(userId, tx);
    }
  }

  async #insert(actor: Actor, record: PasskeyRecord, tx: Tx): Promise<void> {
    // The audit entry first: its lock makes two that are added at once count one after the other.
    const detail = { domain: record.rp_id, synced: record.synced === 1 };
    const entry = { action: 'account.passkey-added', object: about(record), detail } as const;
    await this.#deps.audit.write(actor, entry, tx);
    const others = await this.#passkeys.listOf(actor.userId, tx);
    const { name } = record;
    if (others.some((one) => one.name === name)) {
      throw new AppError('passkey.name_taken', { params: { name }, fields: ['name'] });
    }
    const limit = LIMITS.passkeysPerPerson.max;
    if (others.length >= limit) {
      throw new AppError('passkey.too_many', { params: { limit } });
    }
    await this.#passkeys.insert(record, tx);
  }
}

function hasFactor({ totp_enabled, passkeys }: User): boolean {
  return totp_enabled === 1 || passkeys > 0;
}

function about({ id, name }: Pick<PasskeyRecord, 'id' | 'name'>) {
  return { type: 'passkey', id, name };
}

function present(passkey: PasskeyRecord): PasskeyRow {
  return {
    id: passkey.id,
    name: passkey.name,
    domain: passkey.rp_id,
    isSynced: passkey.synced === 1,
    isCopied: passkey.copied_at !== null,
    created: familyTime(passkey.created_at),
    lastUsed: familyTime(passkey.last_used_at),
    lastAddress: passkey.last_address,
  };
}
