import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import type { AuditArchiveTable, AuditLogTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export type AuditRow = Selectable<AuditLogTable>;
export type ArchiveRow = Selectable<AuditArchiveTable>;

export class AuditRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Takes the next number, or several, and answers the last. The row stays locked until the transaction ends, so entries form one line. */
  advanceHead(tx: Tx, by = 1): Promise<{ seq: number; hash: string }> {
    return tx
      .updateTable('audit_head')
      .set((eb) => ({ seq: eb('seq', '+', by) }))
      .where('id', '=', 1)
      .returning(['seq', 'hash'])
      .executeTakeFirstOrThrow();
  }

  async append(rows: readonly AuditRow[], tx: Tx): Promise<void> {
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx.insertInto('audit_log').values(some).execute();
    }
    await tx
      .updateTable('audit_head')
      .set({ hash: rows.at(-1)?.hash ?? '' })
      .where('id', '=', 1)
      .execute();
  }

  findHead(): Promise<{ seq: number; hash: string }> {
    return this.#db
      .selectFrom('audit_head')
      .select(['seq', 'hash'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
  }

  /** Along the log; at most so many. */
  listAbout(type: string, id: string, limit: number): Promise<AuditRow[]> {
    return this.#db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', id)
      .where('object_type', '=', type)
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  listAfter(seq: number, limit: number): Promise<AuditRow[]> {
    return this.#db
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .execute();
  }
}
