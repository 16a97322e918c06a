import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { PasskeyChallengeTable } from '../../db/schema.ts';

export type ChallengeRow = Selectable<PasskeyChallengeTable>;

/** In the database, because the answer may come to another server. */
export class PasskeyChallengeRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async insert(row: ChallengeRow): Promise<void> {
    await this.#db.insertInto('passkey_challenge').values(row).execute();
  }

  find(challengeHash: string, tx: Db | Tx = this.#db): Promise<ChallengeRow | undefined> {
    return tx
      .selectFrom('passkey_challenge')
      .selectAll()
      .where('challenge_hash', '=', challengeHash)
      .executeTakeFirst();
  }

  /** Taking it removes it: of two racing answers one finds nothing. */
  take(challengeHash: string, tx: Db | Tx = this.#db): Promise<ChallengeRow | undefined> {
    return tx
      .deleteFrom('passkey_challenge')
      .where('challenge_hash', '=', challengeHash)
      .returningAll()
      .executeTakeFirst();
  }

  async removeExpiredBefore(time: number): Promise<void> {
    await this.#db.deleteFrom('passkey_challenge').where('expires_at', '<', time).execute();
  }
}
