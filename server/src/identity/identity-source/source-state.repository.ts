import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import { countOf } from '../../db/rows-by-id.ts';
import type { SourceStateTable } from '../../db/schema.ts';

export type StateRow = Selectable<SourceStateTable>;

const NEW: Omit<StateRow, 'source_id'> = {
  due_at: 0,
  started_at: null,
  visited_at: null,
  answered_at: null,
  problem: '',
  problem_params: '{}',
  problem_since: null,
  report: '{}',
};

/** How sources were when they were looked after last. */
export class SourceStateRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(sourceId: string, tx: Db | Tx = this.#db): Promise<StateRow> {
    const row = await tx
      .selectFrom('source_state')
      .selectAll()
      .where('source_id', '=', sourceId)
      .executeTakeFirst();
    return row ?? { ...NEW, source_id: sourceId };
  }

  async list(sourceIds: readonly string[]): Promise<ReadonlyMap<string, StateRow>> {
    const rows =
      sourceIds.length === 0
        ? []
        : await this.#db.selectFrom('source_state').selectAll().where('source_id', 'in', sourceIds).execute();
    return new Map(rows.map((row) => [row.source_id, row]));
  }

  /** Sources that are on, with how they were; nothing of that where nobody has looked yet. */
  listEnabled() {
    return this.#db
      .selectFrom('identity_source')
      .leftJoin('source_state', 'source_state.source_id', 'identity_source.id')
      .select(['identity_source.id', 'identity_source.key', 'identity_source.name'])
      .select(['source_state.problem', 'source_state.problem_params', 'source_state.answered_at'])
      .select(countOf('source_identity.source_id', 'identity_source.id').as('people'))
      .where('identity_source.enabled', '=', 1)
      .orderBy('identity_source.id')
      .execute();
  }

  /** Sources that are on and whose time has come; one that was never looked after is among them. */
  listDue(now: number): Promise<{ id: string; name: string }[]> {
    return this.#db
      .selectFrom('identity_source')
      .leftJoin('source_state', 'source_state.source_id', 'identity_source.id')
      .select(['identity_source.id', 'identity_source.name'])
      .where('identity_source.enabled', '=', 1)
      .where((eb) => eb.or([eb('source_state.due_at', 'is', null), eb('source_state.due_at', '<=', now)]))
      .orderBy('identity_source.id')
      .execute();
  }

  setDue(sourceId: string, due_at: number, tx: Db | Tx = this.#db): Promise<void> {
    return this.write(sourceId, { due_at }, tx);
  }

  async write(
    sourceId: string,
    change: Partial<Omit<StateRow, 'source_id'>>,
    tx: Db | Tx = this.#db,
  ): Promise<void> {
    await tx
      .insertInto('source_state')
      .values({ ...NEW, ...change, source_id: sourceId })
      .onConflict((on) => on.column('source_id').doUpdateSet(change))
      .execute();
  }
}
