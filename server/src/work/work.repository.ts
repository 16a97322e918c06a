import { sql } from 'kysely';

import type { Database, Db, Tx } from '../db/database.ts';
import type { WorkOutcome, WorkRecord } from './work-kind.ts';

interface ClaimBounds {
  kind: string;
  processId: string;
  /** How many this process takes now. */
  room: number;
  overall: number;
  perKey: number;
}

export type ListedWork = Omit<WorkRecord, 'input' | 'fair_key' | 'person_id' | 'cancel_asked' | 'outcome'>;

/** Which try of which piece; whoever has another one has lost it. */
type Held = Pick<WorkRecord, 'id' | 'process_id' | 'attempt'>;

/** SQLite and PostgreSQL both count as far as this. */
const NO_LIMIT = 2 ** 31 - 1;

export class WorkRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async insert(row: WorkRecord, tx: Db): Promise<void> {
    await tx.insertInto('work').values(row).execute();
  }

  /** Unless one is open about the same. */
  async adopt(row: WorkRecord): Promise<void> {
    await this.#db
      .insertInto('work')
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute();
  }

  find(id: string, tx: Db = this.#db): Promise<WorkRecord | undefined> {
    return tx.selectFrom('work').selectAll().where('id', '=', id).executeTakeFirst();
  }

  findOpen(kind: string, subject: string, tx: Db = this.#db): Promise<WorkRecord | undefined> {
    return tx
      .selectFrom('work')
      .selectAll()
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
  }

  /** What goes on, what waits, and what was given up, the oldest first. Without its input, which may be long. */
  list(limit: number): Promise<ListedWork[]> {
    return this.#db
      .selectFrom('work')
      .select(['id', 'kind', 'subject', 'subject_name', 'person_name', 'state', 'attempt', 'process_id'])
      .select(['created_at', 'due_at', 'started_at', 'ended_at', 'problem'])
      .where((row) =>
        row.or([row('state', 'in', ['running', 'waiting']), row('outcome', 'in', ['failed', 'timed-out'])]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** How many of each kind wait, and how many of these are due. */
  listWaiting(now: number): Promise<{ kind: string; waiting: number; due: number }[]> {
    return this.#db
      .selectFrom('work')
      .select((row) => ['kind', row.fn.countAll<number>().as('waiting')])
      .select(sql<number>`cast(sum(case when due_at <= ${now} then 1 else 0 end) as integer)`.as('due'))
      .where('state', '=', 'waiting')
      .groupBy('kind')
      .execute();
  }

  /**
   * Takes what is due, as far as there is room: of each key the oldest first, and of no key more than it may have, so that
   * a key with much to do keeps no other waiting. Nobody else may claim meanwhile.
   */
  async claim({ kind, processId, room, overall, perKey }: ClaimBounds, now: number, tx: Tx) {
    const running = await tx
      .selectFrom('work')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('kind', '=', kind)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow();
    const most = Math.min(room, overall - running.count);
    if (most <= 0) {
      return [];
    }
    const busy = tx
      .selectFrom('work')
      .select((row) => ['fair_key', row.fn.countAll<number>().as('count')])
      .where('kind', '=', kind)
      .where('state', '=', 'running')
      .groupBy('fair_key');
    const lined = tx
      .selectFrom('work')
      .select(['id', 'fair_key', 'due_at'])
      .select(sql<number>`row_number() over (partition by fair_key order by due_at, id)`.as('place'))
      .where('kind', '=', kind)
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now);
    const chosen = await tx
      .selectFrom(lined.as('lined'))
      .leftJoin(busy.as('busy'), 'busy.fair_key', 'lined.fair_key')
      .select('lined.id')
      .where(sql<boolean>`lined.place + coalesce(busy.count, 0) <= ${Math.min(perKey, NO_LIMIT)}`)
      .orderBy('lined.place')
      .orderBy('lined.due_at')
      .orderBy('lined.id')
      .limit(most)
      .execute();
    if (chosen.length === 0) {
      return [];
    }
    return tx
      .updateTable('work')
      .set((row) => ({
        state: 'running' as const,
        process_id: processId,
        started_at: now,
        attempt: row('attempt', '+', 1),
      }))
      .where(
        'id',
        'in',
        chosen.map(({ id }) => id),
      )
      .where('state', '=', 'waiting')
      .returningAll()
      .execute();
  }

  /** Only who has it may end it: answers false where that is somebody else by now. */
  async end(
    held: Held,
    outcome: WorkOutcome,
    problem: string,
    at: number,
    tx: Db = this.#db,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#heldBy(held, tx)
      .set({ state: 'over', outcome, problem, ended_at: at })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Waits for another try. */
  async giveBack(held: Held, problem: string, dueAt: number, tx: Db = this.#db): Promise<boolean> {
    const { numUpdatedRows } = await this.#heldBy(held, tx)
      .set({ state: 'waiting', process_id: null, problem, due_at: dueAt })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** As if it had not been begun. */
  async postpone(held: Held, dueAt: number): Promise<void> {
    await this.#heldBy(held, this.#db)
      .set((row) => ({
        state: 'waiting' as const,
        process_id: null,
        due_at: dueAt,
        attempt: row('attempt', '-', 1),
      }))
      .execute();
  }

  /** What a dead process left becomes this one's; of several that notice one gets it. */
  async takeOver(held: Held, processId: string, tx: Db = this.#db): Promise<boolean> {
    const { numUpdatedRows } = await this.#heldBy(held, tx).set({ process_id: processId }).executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  #heldBy({ id, process_id, attempt }: Held, tx: Db) {
    return tx
      .updateTable('work')
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('process_id', '=', process_id)
      .where('attempt', '=', attempt);
  }

  async listOtherHolders(processId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('work')
      .select('process_id')
      .distinct()
      .where('state', '=', 'running')
      .where('process_id', '!=', processId)
      .$narrowType<{ process_id: string }>()
      .execute();
    return rows.map(({ process_id }) => process_id);
  }

  listOf(processId: string): Promise<WorkRecord[]> {
    return this.#db
      .selectFrom('work')
      .selectAll()
      .where('state', '=', 'running')
      .where('process_id', '=', processId)
      .execute();
  }

  /** Answers how it stood: one that waits is over at once, one that runs is told by whoever runs it. */
  async askToCancel(id: string, tx: Tx): Promise<void> {
    await tx.updateTable('work').set({ cancel_asked: 1 }).where('id', '=', id).execute();
  }

  async endWaiting(id: string, outcome: WorkOutcome, at: number, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('work')
      .set({ state: 'over', outcome, ended_at: at })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Answers which it was. */
  async removeOpen(kind: string, subject: string, tx: Tx): Promise<string | undefined> {
    const row = await tx
      .deleteFrom('work')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  async remove(id: string, tx: Db): Promise<void> {
    await tx.deleteFrom('work').where('id', '=', id).execute();
  }

  /** Of a kind what ended before, at most so many. */
  async removeOlder(kind: string, outcome: WorkOutcome, before: number, limit: number): Promise<void> {
    await this.#db
      .deleteFrom('work')
      .where('id', 'in', (row) =>
        row
          .selectFrom('work')
          .select('id')
          .where('kind', '=', kind)
          .where('ended_at', '<', before)
          .where('outcome', '=', outcome)
          .orderBy('ended_at')
          .limit(limit),
      )
      .execute();
  }
}
