import type { PasskeyQuestion } from '@jadegate/contract/identity/passkey';
import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';

import type { Database, Tx } from '../../db/database.ts';
import { loginOf, type Actor, type Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { hashToken, newToken } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { NotificationService } from '../../platform/notification/notification.service.ts';
import type { GivenPasskey, PasskeyProofs } from '../auth/sign-in.interface.ts';
import { readChallenge, verifyAnswer } from './passkey-answer.ts';
import { PasskeyChallengeRepository, type ChallengeRow } from './passkey-challenge.repository.ts';
import { relyingPartyAt, type PasskeyPlace } from './passkey-place.policy.ts';
import { PasskeyRepository, type PasskeyRecord } from './passkey.repository.ts';

/** How long a challenge waits for its answer. */
export const CHALLENGE_MS = 2 * MINUTE_MS;
/** Time to type a code of one's own second factor afterwards. */
const PROVEN_MS = 5 * MINUTE_MS;

interface Dependencies {
  database: Database;
  audit: AuditService;
  notifications: Pick<NotificationService, 'notify'>;
  clock: Clock;
}

/** Who asks: a browser in which nobody is signed in yet, or a login. */
type Asker = { bindingHash: string } | { loginId: string };

/** A passkey that was given, by whom it is. */
interface Weighed {
  challenge: ChallengeRow;
  passkey: PasskeyRecord;
  /** The authenticator has seen a finger, a face or a PIN. */
  isVerified: boolean;
}

/**
 * Challenges and what is answered to them. Each is good once, for one purpose, in the browser or at the login that asked, at the
 * address where it was asked. A passkey that has counted further than this answer says is in two hands, and is used up.
 */
export class PasskeyJudge implements PasskeyProofs {
  readonly #challenges: PasskeyChallengeRepository;
  readonly #passkeys: PasskeyRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#challenges = new PasskeyChallengeRepository(dependencies.database.db);
    this.#passkeys = new PasskeyRepository(dependencies.database.db);
  }

  async begin(
    purpose: ChallengeRow['purpose'],
    asker: Asker,
    place: PasskeyPlace,
  ): Promise<{ challenge: string; rpId: string }> {
    const party = relyingPartyAt(place);
    if (typeof party === 'string') {
      throw new AppError(`passkey.${party}`);
    }
    const { rpId, origin } = party;
    const challenge = newToken();
    const now = this.#deps.clock.now();
    await this.#challenges.insert({
      challenge_hash: hashToken(challenge),
      purpose,
      rp_id: rpId,
      origin,
      binding_hash: 'bindingHash' in asker ? asker.bindingHash : '',
      login_id: 'loginId' in asker ? asker.loginId : null,
      user_id: null,
      passkey_id: null,
      created_at: now,
      expires_at: now + CHALLENGE_MS,
    });
    return { challenge, rpId };
  }

  /** For a login: any passkey of this place, or those of the person who is signed in. */
  async ask(
    purpose: 'login' | 'factor' | 'prove',
    asker: Asker,
    place: PasskeyPlace,
    userId?: string,
  ): Promise<PasskeyQuestion> {
    const { challenge, rpId } = await this.begin(purpose, asker, place);
    const own = userId === undefined ? [] : await this.#passkeys.listOf(userId);
    return {
      challenge,
      rpId,
      timeout: CHALLENGE_MS,
      allowCredentials: own.filter(({ rp_id }) => rp_id === rpId).map(descriptor),
      userVerification: purpose === 'factor' ? 'preferred' : 'required',
    };
  }

  /** Takes the challenge, whatever comes of it. Undefined for one that is not this asker's, not for this, or too old. */
  async take(
    clientDataJSON: string,
    purpose: ChallengeRow['purpose'],
    asker: Asker,
  ): Promise<{ row: ChallengeRow; challenge: string } | undefined> {
    const challenge = readChallenge(clientDataJSON);
    const row = challenge === undefined ? undefined : await this.#challenges.take(hashToken(challenge));
    if (!row || challenge === undefined) {
      return undefined;
    }
    const isTheirs =
      'loginId' in asker ? row.login_id === asker.loginId : row.binding_hash === asker.bindingHash;
    const isGood = isTheirs && row.purpose === purpose && row.expires_at > this.#deps.clock.now();
    return isGood ? { row, challenge } : undefined;
  }

  /** What an answer is worth. Throws where the passkey may have been copied; undefined for anything else that is not good. */
  async weigh(
    caller: Caller,
    answer: PasskeyAnswer,
    purpose: 'login' | 'factor' | 'prove',
    asker: Asker,
  ): Promise<Weighed | undefined> {
    const taken = await this.take(answer.response.clientDataJSON, purpose, asker);
    const passkey = taken && (await this.#passkeys.findByCredential(answer.id));
    if (!taken || passkey?.rp_id !== taken.row.rp_id || !isOf(passkey, answer)) {
      return undefined;
    }
    const asked = { challenge: taken.challenge, rpId: taken.row.rp_id, origin: taken.row.origin };
    const good = await verifyAnswer(answer, asked, passkey);
    if (!good || (purpose !== 'factor' && !good.isVerified)) {
      return undefined;
    }
    if (!(await this.#passkeys.countOn(passkey.id, good.counter))) {
      await this.#refuseCopied(caller, passkey, good.counter);
    }
    return { challenge: taken.row, passkey, isVerified: good.isVerified };
  }

  /** Whoever was known by it may still owe a code: kept for the call that brings one, in the same browser. */
  async keep({ challenge, passkey }: Weighed): Promise<void> {
    const expires_at = this.#deps.clock.now() + PROVEN_MS;
    await this.#challenges.insert({
      ...challenge,
      user_id: passkey.user_id,
      passkey_id: passkey.id,
      expires_at,
    });
  }

  /** The row that `keep` left for this very answer, in this browser. */
  async findKept(answer: PasskeyAnswer, bindingHash: string): Promise<ChallengeRow | undefined> {
    const challenge = readChallenge(answer.response.clientDataJSON);
    const row = challenge === undefined ? undefined : await this.#challenges.find(hashToken(challenge));
    const isKept = row?.user_id !== null && row?.binding_hash === bindingHash;
    return row && isKept && row.expires_at > this.#deps.clock.now() ? row : undefined;
  }

  async isGood(userId: string, id: string, tx?: Tx): Promise<boolean> {
    const row = await this.#challenges.find(id, tx);
    return row?.user_id === userId && row.purpose === 'login' && row.expires_at > this.#deps.clock.now();
  }

  async use({ address }: Caller, id: string, tx: Tx): Promise<boolean> {
    const row = await this.#challenges.take(id, tx);
    if (!row?.passkey_id) {
      return false;
    }
    await this.#passkeys.markUsed(row.passkey_id, this.#deps.clock.now(), address, tx);
    return true;
  }

  async judgeFactor(
    caller: Caller,
    userId: string,
    { answer, binding }: GivenPasskey,
  ): Promise<string | undefined> {
    const weighed = await this.weigh(caller, answer, 'factor', { bindingHash: hashToken(binding) });
    if (weighed?.passkey.user_id !== userId) {
      return undefined;
    }
    await this.#passkeys.markUsed(weighed.passkey.id, this.#deps.clock.now(), caller.address);
    return weighed.passkey.name;
  }

  async judgeProof(actor: Actor, answer: PasskeyAnswer): Promise<{ id: string } | undefined> {
    const weighed = await this.weigh(actor, answer, 'prove', { loginId: loginOf(actor) });
    if (weighed?.passkey.user_id !== actor.userId) {
      return undefined;
    }
    await this.#passkeys.markUsed(weighed.passkey.id, this.#deps.clock.now(), actor.address);
    return { id: weighed.passkey.id };
  }

  sweep(): Promise<void> {
    return this.#challenges.removeExpiredBefore(this.#deps.clock.now());
  }

  /** It is in two hands, or its authenticator is broken: no more of it until its person has removed it. */
  async #refuseCopied(caller: Caller, passkey: PasskeyRecord, counter: number): Promise<never> {
    const { database, audit, notifications, clock } = this.#deps;
    const isNew = await database.transact(async (tx) => {
      const isFirst = await this.#passkeys.markCopied(passkey.id, clock.now(), tx);
      const object = { type: 'passkey', id: passkey.id, name: passkey.name };
      const detail = { user: passkey.user_id, counted: passkey.counter, shown: counter };
      const entry = { action: 'account.passkey-copied', object, result: 'failure', detail } as const;
      await audit.write(caller, entry, tx);
      return isFirst;
    });
    if (isNew) {
      notifications.notify(passkey.user_id, 'passkey-copied', caller);
    }
    throw new AppError('passkey.copied');
  }
}

export function descriptor({ credential_id, transports }: PasskeyRecord) {
  return {
    id: credential_id,
    type: 'public-key' as const,
    transports: JSON.parse(transports) as string[],
  };
}

/** The handle is the person's id, where the authenticator sends one. */
function isOf({ user_id }: PasskeyRecord, { response: { userHandle } }: PasskeyAnswer): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === user_id;
}
