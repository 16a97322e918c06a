import type { Page } from '@jadegate/contract/paging';
import type { UndeliverableQuery } from '@jadegate/contract/platform/event-destination';
import { sql, type Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import { readPage } from '../../db/page.ts';
import type { EventParkedTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export type ParkedRow = Selectable<EventParkedTable>;

export class EventParkedRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** Those that are there already stay as they are: a try that was not written down is made again. */
  async insert(rows: readonly ParkedRow[], tx: Tx): Promise<void> {
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx
        .insertInto('event_parked')
        .values(some)
        .onConflict((c) => c.columns(['destination_id', 'seq']).doNothing())
        .execute();
    }
  }

  /** What must wait behind something that waits. */
  async listLanes(destinationId: string): Promise<Set<string>> {
    const rows = await this.#waiting(destinationId)
      .select('lane')
      .distinct()
      .where('lane', '!=', '')
      .execute();
    return new Set(rows.map(({ lane }) => lane));
  }

  async countWaiting(destinationId: string): Promise<number> {
    const { count } = await this.#waiting(destinationId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** What is due, of each lane only the first. */
  listDue(destinationId: string, now: number, limit: number): Promise<ParkedRow[]> {
    return this.#waiting(destinationId)
      .selectAll()
      .where('due_at', '<=', now)
      .where((eb) =>
        eb.or([
          eb('lane', '=', ''),
          eb(
            'seq',
            '=',
            eb
              .selectFrom('event_parked as first')
              .select(({ fn }) => fn.min<number>('first.seq').as('seq'))
              .where('first.destination_id', '=', destinationId)
              .where('first.state', '=', 'waiting')
              .whereRef('first.lane', '=', 'event_parked.lane'),
          ),
        ]),
      )
      .orderBy('seq')
      .limit(limit)
      .execute();
  }

  async hasLane(destinationId: string, lane: string, tx: Tx): Promise<boolean> {
    const row = await tx
      .selectFrom('event_parked')
      .select('id')
      .where('destination_id', '=', destinationId)
      .where('state', '=', 'waiting')
      .where('lane', '=', lane)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async update(id: string, change: Partial<ParkedRow>, tx: Tx): Promise<void> {
    await tx.updateTable('event_parked').set(change).where('id', '=', id).execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('event_parked').where('id', 'in', ids).execute();
  }

  page(destinationId: string, query: UndeliverableQuery): Promise<Page<ParkedRow>> {
    return readPage(this.#db, this.#db.selectFrom('event_parked').selectAll('event_parked') as never, query, {
      table: 'event_parked',
      filters: [
        sql`event_parked.destination_id = ${destinationId}`,
        sql`event_parked.state = 'undeliverable'`,
      ],
      sort: { sequence: 'event_parked.seq' },
      defaultSort: ['sequence', 'ascend'],
    });
  }

  /** They wait for another try. Answers how many. */
  async resend(
    destinationId: string,
    ids: readonly string[] | undefined,
    now: number,
    tx: Tx,
  ): Promise<number> {
    let query = tx
      .updateTable('event_parked')
      .set({ state: 'waiting', attempts: 0, first_at: now, due_at: now, ended_at: null })
      .where('destination_id', '=', destinationId)
      .where('state', '=', 'undeliverable');
    if (ids) {
      query = query.where('id', 'in', ids);
    }
    const { numUpdatedRows } = await query.executeTakeFirst();
    return Number(numUpdatedRows);
  }

  async hurry(destinationId: string, now: number, tx: Tx): Promise<void> {
    await tx
      .updateTable('event_parked')
      .set({ due_at: now })
      .where('destination_id', '=', destinationId)
      .where('state', '=', 'waiting')
      .execute();
  }

  /** What was given up before, and the oldest of more than so many. Answers how many of the last. */
  async tidy(destinationId: string, before: number, most: number, tx: Tx): Promise<number> {
    await tx
      .deleteFrom('event_parked')
      .where('destination_id', '=', destinationId)
      .where('state', '=', 'undeliverable')
      .where('ended_at', '<', before)
      .execute();
    const { numDeletedRows } = await tx
      .deleteFrom('event_parked')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('event_parked')
          .select('id')
          .where('destination_id', '=', destinationId)
          .where('state', '=', 'undeliverable')
          .orderBy('seq', 'desc')
          .limit(NO_LIMIT)
          .offset(most),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  #waiting(destinationId: string) {
    return this.#db
      .selectFrom('event_parked')
      .where('destination_id', '=', destinationId)
      .where('state', '=', 'waiting');
  }
}

const NO_LIMIT = 2 ** 31 - 1;
