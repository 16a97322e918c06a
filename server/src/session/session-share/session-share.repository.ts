import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { SessionShareTable } from '../../db/schema.ts';

type ShareRow = Selectable<SessionShareTable>;
/** Without the hash: it is only ever compared with. */
export type ShareRecord = Omit<ShareRow, 'token_hash'>;

const COLUMNS = [
  'id',
  'session_id',
  'mode',
  'audience',
  'people',
  'created_by',
  'creator_name',
  'created_at',
  'expires_at',
  'revoked_at',
] as const;

export class SessionShareRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async insert(row: ShareRow, tx: Tx): Promise<void> {
    await tx.insertInto('session_share').values(row).execute();
  }

  findByToken(tokenHash: string): Promise<ShareRecord | undefined> {
    return this.#db
      .selectFrom('session_share')
      .select(COLUMNS)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
  }

  find(id: string, db: Db | Tx = this.#db): Promise<ShareRecord | undefined> {
    return db.selectFrom('session_share').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  }

  /** Neither revoked nor run out, newest first. */
  listOpen(sessionId: string, now: number, db: Db | Tx = this.#db): Promise<ShareRecord[]> {
    return db
      .selectFrom('session_share')
      .select(COLUMNS)
      .where('session_id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .execute();
  }

  /** Answers whether it was still open to be revoked. */
  async revoke(id: string, now: number, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('session_share')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
