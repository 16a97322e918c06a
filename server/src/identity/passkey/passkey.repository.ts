import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { PasskeyTable } from '../../db/schema.ts';

export type PasskeyRecord = Selectable<PasskeyTable>;

export class PasskeyRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  listOf(userId: string, tx: Db | Tx = this.#db): Promise<PasskeyRecord[]> {
    return tx
      .selectFrom('passkey')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  }

  findByCredential(credentialId: string, tx: Db | Tx = this.#db): Promise<PasskeyRecord | undefined> {
    return tx.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
  }

  async hasAny(): Promise<boolean> {
    const row = await this.#db.selectFrom('passkey').select('id').limit(1).executeTakeFirst();
    return row !== undefined;
  }

  /** Those that may have been copied, with whose they are. */
  listCopied(): Promise<{ id: string; name: string; username: string }[]> {
    return this.#db
      .selectFrom('passkey')
      .innerJoin('user', 'user.id', 'passkey.user_id')
      .select(['passkey.id', 'passkey.name', 'user.username'])
      .where('passkey.copied_at', 'is not', null)
      .orderBy('user.username_key')
      .execute();
  }

  /** Administrators who have come in by one of these host names. */
  async listArrived(rpIds: readonly string[]): Promise<string[]> {
    if (rpIds.length === 0) {
      return [];
    }
    const rows = await this.#db
      .selectFrom('passkey')
      .innerJoin('user', 'user.id', 'passkey.user_id')
      .select('passkey.user_id')
      .distinct()
      .where('passkey.last_used_at', 'is not', null)
      .where('passkey.rp_id', 'in', rpIds)
      .where('passkey.copied_at', 'is', null)
      .where('user.status', '=', 'enabled')
      .where('user.type', '=', 'admin')
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  async insert(passkey: PasskeyRecord, tx: Tx): Promise<void> {
    await tx.insertInto('passkey').values(passkey).execute();
    await this.#count(passkey.user_id, tx);
  }

  /** False where it has counted further, here or at another server at the same moment. */
  async countOn(id: string, counter: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('passkey')
      .set({ counter })
      .where('id', '=', id)
      .where('copied_at', 'is', null)
      // Some never count: theirs stays at 0.
      .where('counter', counter === 0 ? '=' : '<', counter)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** True the first time. */
  async markCopied(id: string, at: number, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('passkey')
      .set({ copied_at: at })
      .where('id', '=', id)
      .where('copied_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async markUsed(id: string, at: number, address: string, tx: Db | Tx = this.#db): Promise<void> {
    await tx
      .updateTable('passkey')
      .set({ last_used_at: at, last_address: address })
      .where('id', '=', id)
      .execute();
  }

  /** Only of this person: somebody else's id finds nothing. */
  async rename(userId: string, id: string, name: string, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('passkey')
      .set({ name })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async remove(userId: string, id: string, tx: Tx): Promise<PasskeyRecord | undefined> {
    const removed = await tx
      .deleteFrom('passkey')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    await this.#count(userId, tx);
    return removed;
  }

  async removeAllOf(userId: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('passkey').where('user_id', '=', userId).execute();
    await this.#count(userId, tx);
  }

  async #count(userId: string, tx: Tx): Promise<void> {
    await tx
      .updateTable('user')
      .set((eb) => ({
        passkeys: eb
          .selectFrom('passkey')
          .select((of) => of.fn.countAll<number>().as('count'))
          .where('passkey.user_id', '=', userId),
      }))
      .where('id', '=', userId)
      .execute();
  }
}
