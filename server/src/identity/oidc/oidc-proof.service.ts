import type { Database, Tx } from '../../db/database.ts';
import type { Caller } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { KeptProof } from '../auth/sign-in.interface.ts';
import { SourceSignInRepository } from './source-sign-in.repository.ts';

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
}
