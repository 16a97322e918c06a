import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { LoginService } from '../../identity/auth/login.service.ts';
import { useOf } from './live-session.ts';
import type { SessionDecision, SessionPlaces } from './session-places.ts';
import type { SessionRecord } from './session.repository.ts';

/** What goes with a right. */
type Decided = Omit<SessionDecision, 'allowed'>;

interface Dependencies {
  logins: Pick<LoginService, 'identify'>;
  places: Pick<SessionPlaces, 'decide'>;
}

/**
 * One look at whether people may still be where they are. Many sessions hang on the same login and the same right; each
 * of these is asked for once.
 */
export class AccessRecheck {
  readonly #deps: Dependencies;
  readonly #answers = new Map<string, Promise<boolean>>();
  readonly #decisions = new Map<string, Decided>();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async endOf(record: SessionRecord): Promise<SessionEnd | undefined> {
    const { places } = this.#deps;
    const { login_id } = record;
    if (login_id !== null && !(await this.#ask(login_id, () => this.#isLive(login_id)))) {
      return { kind: 'login_ended' };
    }
    const key = keyOf(record);
    const isAllowed = await this.#ask(key, async () => {
      const { allowed, ...decided } = await places.decide(record);
      this.#decisions.set(key, decided);
      return allowed;
    });
    if (!isAllowed) {
      // Whoever is disabled loses both at once, perhaps between these two questions.
      if (login_id !== null && !(await this.#isLive(login_id))) {
        return { kind: 'login_ended' };
      }
      return { kind: record.vm_id === '' ? 'access_lost' : 'console_lost' };
    }
    const place = this.#decisions.get(key)?.place;
    // The right is to the asset, which is another machine now.
    const hasMoved = place && (place.ip !== record.ip || place.port !== record.port);
    return hasMoved ? { kind: 'asset_moved' } : undefined;
  }

  /** What goes with the right, once `endOf` has found that there is one. */
  decisionOf(record: SessionRecord): Decided | undefined {
    return this.#decisions.get(keyOf(record));
  }

  async #isLive(loginId: string): Promise<boolean> {
    return (await this.#deps.logins.identify(loginId)) !== undefined;
  }

  #ask(key: string, question: () => Promise<boolean>): Promise<boolean> {
    const answer = this.#answers.get(key) ?? question();
    this.#answers.set(key, answer);
    return answer;
  }
}

function keyOf(record: SessionRecord): string {
  return `${record.user_id} ${record.asset_id} ${record.vm_id} ${useOf(record)}`;
}
