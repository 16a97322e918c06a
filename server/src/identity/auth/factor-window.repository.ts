import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { FactorWindowTable } from '../../db/schema.ts';

type FactorWindow = Selectable<FactorWindowTable>;
export type FactorPlace = Pick<FactorWindow, 'user_id' | 'address' | 'proof'>;

export class FactorWindowRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async provenAt({ user_id, address, proof }: FactorPlace, tx: Db | Tx = this.#db): Promise<number> {
    const found = await tx
      .selectFrom('factor_window')
      .select('proven_at')
      .where('user_id', '=', user_id)
      .where('address', '=', address)
      .where('proof', '=', proof)
      .executeTakeFirst();
    return found?.proven_at ?? 0;
  }

  async put(window: FactorWindow, tx: Tx): Promise<void> {
    await tx
      .insertInto('factor_window')
      .values(window)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'address', 'proof']).doUpdateSet({ proven_at: window.proven_at }),
      )
      .execute();
  }

  /** Those proven after this moment, with the name of the key. */
  listOf(userId: string, after: number): Promise<(FactorWindow & { key_name: string | null })[]> {
    return this.#db
      .selectFrom('factor_window')
      .leftJoin('ssh_key', 'ssh_key.id', 'factor_window.proof')
      .selectAll('factor_window')
      .select('ssh_key.name as key_name')
      .where('factor_window.user_id', '=', userId)
      .where('proven_at', '>', after)
      .orderBy('proven_at', 'desc')
      .orderBy('factor_window.id')
      .execute();
  }

  /** Only of this person: somebody else's id finds nothing. */
  async remove(userId: string, id: string, tx: Tx): Promise<boolean> {
    const removed = await tx
      .deleteFrom('factor_window')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return removed !== undefined;
  }

  async removeAllOf(userId: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('factor_window').where('user_id', '=', userId).execute();
  }

  async removeProvenBefore(time: number): Promise<void> {
    await this.#db.deleteFrom('factor_window').where('proven_at', '<', time).execute();
  }
}
