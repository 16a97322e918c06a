import { sql, type Insertable, type Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import type { EventHeadTable, EventOutboxTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

type EventRow = Selectable<EventOutboxTable>;
/** An event that has its number. */
export interface NumberedRow extends EventRow {
  seq: number;
  ends_at: number;
  head_seq: number;
  head_hash: string;
}
export type EventHead = Selectable<EventHeadTable>;
type NewRow = Omit<Insertable<EventOutboxTable>, 'seq' | 'ends_at' | 'head_seq' | 'head_hash'>;

export class EventOutboxRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Filters of the destinations that are on, and how long events are kept for programs; as JSON and text. */
  async readWanted(tx: Db): Promise<{ filters: string[]; pullDays: string | undefined }> {
    const filters = await tx
      .selectFrom('event_destination')
      .select('filter')
      .where('enabled', '=', 1)
      .execute();
    const setting = await tx
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'event-pull-days')
      .executeTakeFirst();
    return { filters: filters.map(({ filter }) => filter), pullDays: setting?.value };
  }

  async insert(rows: readonly NewRow[], tx: Tx): Promise<void> {
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx.insertInto('event_outbox').values(some).execute();
    }
  }

  async hasNew(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('event_outbox')
      .select('id')
      .where('seq', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Gives the next numbers to what has none, in the order of ids: within a process that is the order in which it
   * happened. Answers how many got one. To be called in the turn of those who count.
   */
  async number(limit: number, tx: Tx): Promise<number> {
    const head = await tx
      .selectFrom('event_head')
      .select(['seq', 'bytes'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    const audit = await this.findAuditHead(tx);
    const fresh = tx
      .selectFrom('event_outbox')
      .select('id')
      .select(sql<number>`row_number() over (order by id)`.as('place'))
      .select(sql<number>`cast(sum(bytes) over (order by id) as bigint)`.as('upto'))
      .where('seq', 'is', null)
      .orderBy('id')
      .limit(limit);
    const { numUpdatedRows } = await tx
      .updateTable('event_outbox')
      .from(fresh.as('fresh'))
      .set({
        seq: sql<number>`${head.seq} + fresh.place`,
        ends_at: sql<number>`${head.bytes} + fresh.upto`,
        head_seq: audit.seq,
        head_hash: audit.hash,
      })
      .whereRef('event_outbox.id', '=', 'fresh.id')
      .executeTakeFirst();
    const count = Number(numUpdatedRows);
    if (count > 0) {
      const { ends_at: bytes } = await tx
        .selectFrom('event_outbox')
        .select('ends_at')
        .where('seq', '=', head.seq + count)
        .$narrowType<{ ends_at: number }>()
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('event_head')
        .set({ seq: head.seq + count, bytes })
        .where('id', '=', 1)
        .execute();
    }
    return count;
  }

  findAuditHead(tx: Db = this.#db): Promise<{ seq: number; hash: string }> {
    return tx.selectFrom('audit_head').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirstOrThrow();
  }

  findHead(tx: Db = this.#db): Promise<EventHead> {
    return tx.selectFrom('event_head').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
  }

  listAfter(seq: number, limit: number, tx: Db = this.#db): Promise<NumberedRow[]> {
    return tx
      .selectFrom('event_outbox')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(limit)
      .$narrowType<NumberedRow>()
      .execute();
  }

  /** All up to the number. */
  async remove(upTo: number, tx: Tx): Promise<void> {
    const last = await tx
      .selectFrom('event_outbox')
      .select(['seq', 'ends_at'])
      .where('seq', '<=', upTo)
      .orderBy('seq', 'desc')
      .limit(1)
      .$narrowType<{ seq: number; ends_at: number }>()
      .executeTakeFirst();
    if (last) {
      await tx.deleteFrom('event_outbox').where('seq', '<=', last.seq).execute();
      await tx
        .updateTable('event_head')
        .set({ gone_seq: last.seq, gone_bytes: last.ends_at })
        .where('id', '=', 1)
        .execute();
    }
  }
}
