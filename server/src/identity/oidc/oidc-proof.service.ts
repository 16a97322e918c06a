import type { Database, Tx } from '../../db/database.ts';
import type { Caller } from '../../kernel/actor.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { hashToken } from '../../kernel/id.ts';
import type { KeptProof } from '../auth/sign-in.interface.ts';
import { SourceSignInRepository, type SignInRow } from './source-sign-in.repository.ts';

/** So long a login there may be ago, where each act asks for a proof of its own. */
const FRESH_MS = 2 * MINUTE_MS;

/** A login at a provider that has come back as somebody: it proves that for minutes, and lets them in once. */
export class OidcProofService implements KeptProof {
  readonly #signIns: SourceSignInRepository;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#signIns = new SourceSignInRepository(database.db);
    this.#clock = clock;
  }

  async isGood(userId: string, id: string, tx?: Tx): Promise<boolean> {
    const row = await this.#signIns.find(id, tx);
    return row?.user_id === userId && row.purpose === 'login' && row.expires_at > this.#clock.now();
  }

  async use(_caller: Caller, id: string, tx: Tx): Promise<boolean> {
    return (await this.#signIns.take(id, tx)) !== undefined;
  }

  /** Somebody who is signed in has just signed in there anew: it stands for a password once. */
  async keepFresh(proven: SignInRow, loginId: string): Promise<void> {
    const state_hash = freshKey(loginId);
    await this.#signIns.take(state_hash);
    await this.#signIns.insert({
      ...proven,
      state_hash,
      binding_hash: '',
      nonce: '',
      verifier: '',
      outcome: FRESH,
      expires_at: this.#clock.now() + FRESH_MS,
    });
  }

  async useFresh(loginId: string): Promise<boolean> {
    const row = await this.#signIns.take(freshKey(loginId));
    return row?.outcome === FRESH && row.expires_at > this.#clock.now();
  }
}

const FRESH = 'fresh';

function freshKey(loginId: string): string {
  return hashToken(`${FRESH} ${loginId}`);
}
