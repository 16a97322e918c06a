import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { AlertTable } from '../../db/schema.ts';

export type AlertRecord = Selectable<AlertTable>;
type Key = Pick<AlertRecord, 'kind' | 'subject'>;

export class AlertRepository {
  readonly #db: Db;
  /** How often this process has changed something: what was read before that is old. */
  changes = 0;

  constructor({ db }: Database) {
    this.#db = db;
  }

  list(): Promise<AlertRecord[]> {
    return this.#db.selectFrom('alert').selectAll().orderBy('since').orderBy('subject').execute();
  }

  /** Of servers that see it at once, one writes it down. */
  async insert(row: AlertRecord): Promise<void> {
    this.changes++;
    await this.#db
      .insertInto('alert')
      .values(row)
      .onConflict((c) => c.columns(['kind', 'subject']).doNothing())
      .execute();
  }

  async update({ kind, subject }: Key, change: Partial<AlertRecord>): Promise<void> {
    this.changes++;
    await this.#db
      .updateTable('alert')
      .set(change)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .execute();
  }

  /** Answers whether it is for the caller to tell: of several servers one is. */
  async claim({ kind, subject, told_at }: AlertRecord, now: number, tx: Tx): Promise<boolean> {
    this.changes++;
    const { numUpdatedRows } = await tx
      .updateTable('alert')
      .set({ told_at: now })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('told_at', told_at === null ? 'is' : '=', told_at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Answers whether this call removed it. */
  async remove({ kind, subject }: Key, tx: Db = this.#db): Promise<boolean> {
    this.changes++;
    const { numDeletedRows } = await tx
      .deleteFrom('alert')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** The addresses of these people, each once. */
  async listMails(userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) {
      return [];
    }
    const rows = await this.#db
      .selectFrom('user')
      .select('mail')
      .distinct()
      .where('id', 'in', userIds)
      .where('mail', '!=', '')
      .orderBy('mail')
      .execute();
    return rows.map(({ mail }) => mail);
  }

  /** Somebody could want a desktop. */
  async hasDesktops(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('asset')
      .select('id')
      .where('protocol', 'in', ['rdp', 'vnc'])
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
