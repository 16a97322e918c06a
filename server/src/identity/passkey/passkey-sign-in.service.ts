import type { PasskeyQuestion } from '@jadegate/contract/identity/passkey';
import type { PasskeyAnswer } from '@jadegate/contract/identity/passkey-answer';
import type { PASSKEY_SUFFICES } from '@jadegate/contract/platform/setting';

import type { Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { hashToken, newToken } from '../../kernel/id.ts';
import type { LoginService, SignedIn } from '../auth/login.service.ts';
import type { User, UserService } from '../user/user.service.ts';
import type { PasskeyJudge } from './passkey-judge.service.ts';
import { relyingPartyAt, type PasskeyPlace } from './passkey-place.policy.ts';
import type { PasskeyService } from './passkey.service.ts';

interface Dependencies {
  judge: PasskeyJudge;
  passkeys: Pick<PasskeyService, 'nameOf' | 'hasAny'>;
  users: UserService;
  logins: LoginService;
  /** Whose passkey needs no second factor beside it. */
  suffices: () => Promise<(typeof PASSKEY_SUFFICES)[number]>;
}

interface Finish {
  passkey: PasskeyAnswer;
  binding: string;
  totp?: string | undefined;
  remember: boolean;
}

/** Signing in with a passkey and nothing typed. The passkey says whose it is; the rest is decided as for everybody. */
export class PasskeySignInService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Whether it is worth asking: passkeys can be used here, and somebody has one. */
  async isOpen(place: PasskeyPlace): Promise<boolean> {
    return typeof relyingPartyAt(place) !== 'string' && (await this.#deps.passkeys.hasAny());
  }

  async start(
    purpose: 'login' | 'factor',
    place: PasskeyPlace,
  ): Promise<{ question: PasskeyQuestion; binding: string }> {
    const binding = newToken();
    const question = await this.#deps.judge.ask(purpose, { bindingHash: hashToken(binding) }, place);
    return { question, binding };
  }

  async finish(caller: Caller, { passkey: answer, binding, totp, remember }: Finish): Promise<SignedIn> {
    const { users, logins, passkeys } = this.#deps;
    const { challengeHash, userId, passkeyId } = await this.#arrive(caller, answer, hashToken(binding));
    const user = await users.get(userId);
    const proof = {
      kind: 'passkey',
      challengeHash,
      name: await passkeys.nameOf(userId, passkeyId),
      hasFactor: await this.#isEnough(user),
    } as const;
    return logins.signIn(caller, { username: user.username, door: 'web', proof, totp, remember });
  }

  /** Weighed once; a call that brings the code that was asked for finds what was kept. */
  async #arrive(caller: Caller, answer: PasskeyAnswer, bindingHash: string) {
    const { judge, logins } = this.#deps;
    const kept = await judge.findKept(answer, bindingHash);
    if (kept?.user_id && kept.passkey_id) {
      return { challengeHash: kept.challenge_hash, userId: kept.user_id, passkeyId: kept.passkey_id };
    }
    try {
      const weighed = await judge.weigh(caller, answer, 'login', { bindingHash });
      if (!weighed) {
        throw new AppError('passkey.refused');
      }
      await judge.keep(weighed);
      const { challenge, passkey } = weighed;
      return { challengeHash: challenge.challenge_hash, userId: passkey.user_id, passkeyId: passkey.id };
    } catch (error) {
      if (error instanceof AppError) {
        await logins.noteRefused(caller, { username: '', source: '', rule: '' }, error.code);
      }
      throw error;
    }
  }

  /** Its person was verified, so it is something they have and something they are or know. */
  async #isEnough({ type }: User): Promise<boolean> {
    const whose = await this.#deps.suffices();
    return whose === 'everyone' || (whose === 'not-admins' && type !== 'admin');
  }
}
