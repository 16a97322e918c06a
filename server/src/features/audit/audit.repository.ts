import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { AuditLogTable } from '../../db/schema.ts';

export type AuditRow = Selectable<AuditLogTable>;

export class AuditRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Takes the next number. The row stays locked until the transaction ends, so entries form one line. */
  advanceHead(tx: Tx): Promise<{ seq: number; hash: string }> {
    return tx
      .updateTable('audit_head')
      .set((eb) => ({ seq: eb('seq', '+', 1) }))
      .where('id', '=', 1)
      .returning(['seq', 'hash'])
      .executeTakeFirstOrThrow();
  }

  async append(row: AuditRow, tx: Tx): Promise<void> {
    await tx.insertInto('audit_log').values(row).execute();
    await tx.updateTable('audit_head').set({ hash: row.hash }).where('id', '=', 1).execute();
  }

  findHead(): Promise<{ seq: number; hash: string }> {
    return this.#db
      .selectFrom('audit_head')
      .select(['seq', 'hash'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
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
