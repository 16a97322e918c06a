import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { SourceSignInTable } from '../../db/schema.ts';

export type SignInRow = Selectable<SourceSignInTable>;

/** Logins at sources that are on their way. In the database, because the browser may come back to another server. */
export class SourceSignInRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async insert(row: SignInRow): Promise<void> {
    await this.#db.insertInto('source_sign_in').values(row).execute();
  }

  find(stateHash: string, tx: Db | Tx = this.#db): Promise<SignInRow | undefined> {
    return tx.selectFrom('source_sign_in').selectAll().where('state_hash', '=', stateHash).executeTakeFirst();
  }

  /** Taking it removes it: of two racing returns one finds nothing. */
  take(stateHash: string, tx: Db | Tx = this.#db): Promise<SignInRow | undefined> {
    return tx
      .deleteFrom('source_sign_in')
      .where('state_hash', '=', stateHash)
      .returningAll()
      .executeTakeFirst();
  }

  async removeExpiredBefore(time: number): Promise<void> {
    await this.#db.deleteFrom('source_sign_in').where('expires_at', '<', time).execute();
  }
}
