import {
  ACCESS_TOKEN_PREFIX,
  createAccessToken,
  replaceFamilyAccessToken,
  type AccessTokenRow,
  type FamilyAccessToken,
  type NewAccessToken,
} from '@jadegate/contract/identity/access-token';
import type { Reauthentication } from '@jadegate/contract/identity/account';
import { LIMITS } from '@jadegate/contract/limits';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor, Identity } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { hashToken, newId, newToken } from '../../kernel/id.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { ReauthenticationService } from '../auth/reauthentication.service.ts';
import type { SignInAnswer, SignInRulesService } from '../auth/sign-in-rules.service.ts';
import { AccessTokenRepository, type ListedAccessToken } from './access-token.repository.ts';

/** The last use is written at most this often, not on every request. */
const USE_STEP_MS = MINUTE_MS;
const HINT_LENGTH = 4;
/** The product family's single token has no name. */
const UNNAMED = '';
/** Long enough that the list still explains why a program stopped working. */
const KEPT_AFTER_EXPIRY_MS = 30 * DAY_MS;

interface Dependencies {
  database: Database;
  reauthentication: ReauthenticationService;
  rules: SignInRulesService;
  audit: AuditService;
  clock: Clock;
}

/**
 * What people give their programs: acts with the person's rights as they are at each use, but never where the person
 * must be there themselves. Only the hash is stored.
 */
export class AccessTokenService {
  readonly #tokens: AccessTokenRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#tokens = new AccessTokenRepository(dependencies.database.db);
  }

  static isOne(token: string): boolean {
    return token.startsWith(ACCESS_TOKEN_PREFIX);
  }

  /** What is asked at a login counts at each use: a program has none at which it could be asked. */
  async authenticate(token: string, address: string): Promise<Identity | undefined> {
    const now = this.#deps.clock.now();
    const found = await this.#tokens.findLive(hashToken(token), now);
    if (!found) {
      return undefined;
    }
    const person = { ...found, id: found.user_id };
    const shown = { door: 'token', isProven: true, factor: 'unasked' } as const;
    const answer = await this.#deps.rules.decide({ ...shown, address, person });
    if (answer.kind !== 'allowed') {
      return refuse(answer);
    }
    if (now - (found.last_used_at ?? 0) >= USE_STEP_MS) {
      await this.#tokens.markUsed(found.id, now, address);
    }
    return {
      userId: found.user_id,
      username: found.username,
      type: found.type,
      loginId: undefined,
      accessToken: { id: found.id, name: found.name, scope: found.scope },
    };
  }

  async list(actor: Actor): Promise<AccessTokenRow[]> {
    const now = this.#deps.clock.now();
    return (await this.#tokens.listOf(actor.userId)).map((token) => present(token, now));
  }

  async create(
    actor: Actor,
    { name, days, scope, ...proof }: NewAccessToken,
  ): Promise<AccessTokenRow & { token: string }> {
    await this.#deps.reauthentication.confirm(actor, createAccessToken, proof);
    const refusal = (cause: unknown) =>
      new AppError('access_token.name_taken', { params: { name }, fields: ['name'], cause });
    const { database, clock } = this.#deps;
    const made = await refusingTaken(database, refusal, () =>
      database.transact((tx) => this.#make(actor, { name, days, scope }, tx)),
    );
    return { ...present(made.row, clock.now()), token: made.token.expose() };
  }

  async revoke(actor: Actor, id: string): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      if (!(await this.#remove(actor, { id }, tx))) {
        throw new AppError('access_token.not_found');
      }
    });
  }

  async getUnnamed(actor: Actor): Promise<FamilyAccessToken> {
    const found = (await this.#tokens.listOf(actor.userId)).find(({ name }) => name === UNNAMED);
    return found
      ? { id: found.id, userId: found.user_id, token: mask(found), created: familyTime(found.created_at) }
      : { id: '', userId: '', token: '', created: familyTime(null) };
  }

  async replaceUnnamed(actor: Actor, proof: Reauthentication): Promise<FamilyAccessToken> {
    await this.#deps.reauthentication.confirm(actor, replaceFamilyAccessToken, proof);
    const { row, token } = await this.#deps.database.transact(async (tx) => {
      await this.#remove(actor, { name: UNNAMED }, tx);
      const days = LIMITS.accessTokenDays.default;
      return this.#make(actor, { name: UNNAMED, days, scope: 'use' }, tx);
    });
    return { id: row.id, userId: row.user_id, token: token.expose(), created: familyTime(row.created_at) };
  }

  async deleteUnnamed(actor: Actor): Promise<void> {
    await this.#deps.database.transact((tx) => this.#remove(actor, { name: UNNAMED }, tx));
  }

  revokeAllOf(userId: string, tx: Tx): Promise<void> {
    return this.#tokens.removeAllOf(userId, tx);
  }

  sweep(): Promise<void> {
    return this.#tokens.removeExpiredBefore(this.#deps.clock.now() - KEPT_AFTER_EXPIRY_MS);
  }

  async #make(
    actor: Actor,
    { name, days, scope }: Pick<NewAccessToken, 'name' | 'days' | 'scope'>,
    tx: Tx,
  ): Promise<{ row: ListedAccessToken; token: Secret }> {
    const { audit, clock } = this.#deps;
    const now = clock.now();
    const token = `${ACCESS_TOKEN_PREFIX}${newToken()}`;
    const row: ListedAccessToken = {
      id: newId(now),
      user_id: actor.userId,
      name,
      scope,
      hint: token.slice(-HINT_LENGTH),
      created_at: now,
      expires_at: now + days * DAY_MS,
      last_used_at: null,
      last_address: '',
    };
    // The audit entry first: its lock makes two that are created at once count one after the other.
    const entry = {
      action: 'account.access-token-created',
      object: about(row),
      detail: { days, scope },
    } as const;
    await audit.write(actor, entry, tx);
    const limit = LIMITS.accessTokensPerPerson.max;
    if ((await this.#tokens.listOf(actor.userId, tx)).length >= limit) {
      throw new AppError('access_token.too_many', { params: { limit } });
    }
    await this.#tokens.insert({ ...row, token_hash: hashToken(token) }, tx);
    return { row, token: new Secret(token) };
  }

  async #remove(actor: Actor, by: { id: string } | { name: string }, tx: Tx): Promise<boolean> {
    const removed = await this.#tokens.remove(actor.userId, by, tx);
    if (removed) {
      const entry = { action: 'account.access-token-revoked', object: about(removed) } as const;
      await this.#deps.audit.write(actor, entry, tx);
    }
    return removed !== undefined;
  }
}

/** Whoever holds a token learns what its person would learn at the login page; of a disabled person it is no token. */
function refuse(answer: Exclude<SignInAnswer, { kind: 'allowed' }>): undefined {
  const reason = answer.kind === 'refused' ? answer.reason : undefined;
  switch (reason) {
    case 'policy':
      throw new AppError('auth.policy_refused');
    case 'address':
      throw new AppError('access_security.refused');
    case 'change-password':
      throw new AppError('auth.step_pending');
    default:
      return undefined;
  }
}

function about({ id, name }: { id: string; name: string }) {
  return { type: 'access-token', id, name };
}

function mask({ hint }: { hint: string }): string {
  return `${ACCESS_TOKEN_PREFIX}…${hint}`;
}

function present(token: ListedAccessToken, now: number): AccessTokenRow {
  return {
    id: token.id,
    name: token.name,
    scope: token.scope,
    masked: mask(token),
    created: familyTime(token.created_at),
    expires: familyTime(token.expires_at),
    isExpired: token.expires_at <= now,
    lastUsed: familyTime(token.last_used_at),
    lastAddress: token.last_address,
  };
}
