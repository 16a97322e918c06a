import { RECOVERY_CODES } from '@jadegate/contract/identity/second-factor';
import { Secret as OtpSecret } from 'otpauth';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { RecoveryCodeRepository } from './recovery-code.repository.ts';
import { hashRecoveryCode, newRecoveryCode, readRecoveryCode } from './recovery-code.ts';
import { checkTotp } from './totp.ts';
import { UserRepository } from './user.repository.ts';

const TOTP = 'totp';
/** A secret that was shown but not confirmed yet. */
const PENDING = 'totp-pending';
const PENDING_MS = 10 * MINUTE_MS;
const SECRET_BYTES = 20;

interface Dependencies {
  database: Database;
  vault: VaultService;
  audit: AuditService;
  clock: Clock;
}

/** The login that was shown the secret, and until when it may confirm it. Sealed together with the secret. */
interface Pending {
  loginId: string;
  expiresAt: number;
  secret: string;
}

/** What people prove themselves with beside the password: one-time codes, and recovery codes for a lost device. */
export class SecondFactorService {
  readonly #users: UserRepository;
  readonly #codes: RecoveryCodeRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#users = new UserRepository(dependencies.database.db);
    this.#codes = new RecoveryCodeRepository(dependencies.database.db);
  }

  /** Uses a code up. It is good once, also when two requests race with it. */
  async use(person: Actor, code: string): Promise<boolean> {
    const recoveryCode = readRecoveryCode(code);
    return recoveryCode === undefined
      ? this.#useTotp(person.userId, code)
      : this.#useRecoveryCode(person, recoveryCode);
  }

  countRecoveryCodes(userId: string): Promise<number> {
    return this.#codes.countOf(userId);
  }

  /** A new secret for the login to confirm. It replaces one that was not confirmed. */
  async begin(userId: string, loginId: string): Promise<Secret> {
    const { database, vault, clock } = this.#deps;
    const secret = new OtpSecret({ size: SECRET_BYTES }).base32;
    const pending: Pending = { loginId, expiresAt: clock.now() + PENDING_MS, secret };
    await database.transact((tx) =>
      vault.put(owner(userId), PENDING, new Secret(JSON.stringify(pending)), tx),
    );
    return new Secret(secret);
  }

  /** The secret that this login has to confirm; undefined when there is none any more. */
  async pending(userId: string, loginId: string): Promise<Secret | undefined> {
    const { vault, clock } = this.#deps;
    return readPending(await vault.get(owner(userId), PENDING), loginId, clock.now());
  }

  /** The step of a code of a secret that is not on yet. */
  check(secret: Secret, code: string): number | undefined {
    return checkTotp(secret, code, this.#deps.clock.now());
  }

  /** Turns the confirmed secret on. False when it was confirmed, replaced or has lapsed meanwhile. */
  async confirm(
    userId: string,
    loginId: string,
    confirmed: { secret: Secret; step: number },
    tx: Tx,
  ): Promise<boolean> {
    const { vault, clock } = this.#deps;
    const taken = readPending(await vault.take(owner(userId), PENDING, tx), loginId, clock.now());
    if (taken?.expose() !== confirmed.secret.expose()) {
      return false;
    }
    await vault.put(owner(userId), TOTP, taken, tx);
    await this.#users.startTotp(userId, confirmed.step, tx);
    return true;
  }

  /** New recovery codes; those before are worth nothing any more. */
  async replaceRecoveryCodes(userId: string, tx: Tx): Promise<Secret[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.#codes.replace(
      userId,
      codes.map((code) => hashRecoveryCode(userId, code)),
      tx,
    );
    return codes.map((code) => new Secret(code));
  }

  /** Nothing is left of the person's codes. */
  async clear(userId: string, tx: Tx): Promise<void> {
    await this.clearTotp(userId, tx);
    await this.#codes.replace(userId, [], tx);
  }

  /** Recovery codes stay, for another factor. */
  async clearTotp(userId: string, tx: Tx): Promise<void> {
    await this.#deps.vault.remove(owner(userId), [TOTP, PENDING], tx);
    await this.#users.clearTotp(userId, tx);
  }

  async #useTotp(userId: string, code: string): Promise<boolean> {
    const secret = await this.#deps.vault.get(owner(userId), TOTP);
    const step = secret && this.check(secret, code);
    return step !== undefined && (await this.#users.useTotpStep(userId, step));
  }

  #useRecoveryCode(person: Actor, code: string): Promise<boolean> {
    return this.#deps.database.transact(async (tx) => {
      const isGood = await this.#codes.take(person.userId, hashRecoveryCode(person.userId, code), tx);
      if (isGood) {
        const object = { type: 'user', id: person.userId, name: person.username };
        await this.#deps.audit.write(person, { action: 'account.recovery-code-used', object }, tx);
      }
      return isGood;
    });
  }
}

function readPending(sealed: Secret | undefined, loginId: string, now: number): Secret | undefined {
  const pending = sealed && (JSON.parse(sealed.expose()) as Pending);
  return pending?.loginId === loginId && pending.expiresAt > now ? new Secret(pending.secret) : undefined;
}

function owner(userId: string): string {
  return `user:${userId}`;
}
