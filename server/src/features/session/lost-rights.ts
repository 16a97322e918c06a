import type { SessionEnd } from '@jadegate/contract/session-end';

import type { LoginService } from '../auth/login.service.ts';
import type { AccessService } from '../authorised/access.service.ts';
import type { SessionRecord } from './session.repository.ts';

/** What goes with a right. */
type Decided = Pick<Awaited<ReturnType<AccessService['decide']>>, 'limits' | 'flags'>;

interface Dependencies {
  logins: LoginService;
  access: AccessService;
}

/**
 * One look at whether people may still be where they are. Many sessions hang on the same login and the same right; each
 * of these is asked for once.
 */
export class LostRights {
  readonly #on: Dependencies;
  readonly #answers = new Map<string, Promise<boolean>>();
  readonly #decisions = new Map<string, Decided>();

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  async endOf({ login_id, user_id, asset_id }: SessionRecord): Promise<SessionEnd | undefined> {
    const { logins, access } = this.#on;
    if (login_id !== null) {
      const isLive = await this.#ask(login_id, async () => (await logins.identify(login_id)) !== undefined);
      if (!isLive) {
        return { kind: 'login_ended' };
      }
    }
    const pair = `${user_id} ${asset_id}`;
    const isAllowed = await this.#ask(pair, async () => {
      const { allowed, limits, flags } = await access.decide(user_id, asset_id);
      this.#decisions.set(pair, { limits, flags });
      return allowed;
    });
    return isAllowed ? undefined : { kind: 'access_lost' };
  }

  /** What goes with the right, once `endOf` has found that there is one. */
  decisionOf({ user_id, asset_id }: SessionRecord): Decided | undefined {
    return this.#decisions.get(`${user_id} ${asset_id}`);
  }

  #ask(key: string, question: () => Promise<boolean>): Promise<boolean> {
    const answer = this.#answers.get(key) ?? question();
    this.#answers.set(key, answer);
    return answer;
  }
}
