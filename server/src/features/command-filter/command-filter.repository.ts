import type { CommandFilterQuery } from '@jadegate/contract/command-filter';
import type { Page } from '@jadegate/contract/paging';
import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { readPage } from '../../db/page.ts';
import type { CommandFilterTable } from '../../db/schema.ts';

export type CommandFilterRecord = Selectable<CommandFilterTable> & {
  rule_count: number;
  strategy_count: number;
  grant_count: number;
};

const SORT_COLUMNS = { name: 'command_filter.name', created: 'command_filter.created_at' } as const;

/** Knows the tables and nothing else. */
export class CommandFilterRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  #records(db: Db | Tx) {
    return db
      .selectFrom('command_filter')
      .selectAll('command_filter')
      .select((eb) => {
        const countOf = (table: 'command_filter_rule' | 'strategy' | 'authorised') =>
          eb
            .selectFrom(table)
            .whereRef(`${table}.command_filter_id`, '=', 'command_filter.id')
            .select((count) => count.fn.countAll<number>().as('count'))
            .$asScalar()
            .$notNull();
        return [
          countOf('command_filter_rule').as('rule_count'),
          countOf('strategy').as('strategy_count'),
          countOf('authorised').as('grant_count'),
        ];
      });
  }

  find(id: string, tx: Db | Tx = this.#db): Promise<CommandFilterRecord | undefined> {
    return this.#records(tx).where('command_filter.id', '=', id).executeTakeFirst();
  }

  listOptions(): Promise<{ id: string; name: string }[]> {
    return this.#db.selectFrom('command_filter').select(['id', 'name']).orderBy('name').execute();
  }

  page(query: CommandFilterQuery): Promise<Page<CommandFilterRecord>> {
    const { name } = query;
    return readPage(this.#db, this.#records(this.#db), query, {
      table: 'command_filter',
      filters: name === undefined ? [] : [this.#engine.contains('command_filter', 'name', name)],
      sort: SORT_COLUMNS,
      defaultSort: ['created', 'descend'],
    });
  }

  async insert(row: Selectable<CommandFilterTable>, tx: Tx): Promise<void> {
    await tx.insertInto('command_filter').values(row).execute();
  }

  async rename(id: string, name: string, tx: Tx): Promise<void> {
    await tx.updateTable('command_filter').set({ name }).where('id', '=', id).execute();
  }

  listByIds(ids: readonly string[], tx: Tx): Promise<CommandFilterRecord[]> {
    return this.#records(tx).where('command_filter.id', 'in', ids).execute();
  }

  /** A few of the strategies, and then of the granted assets, that use the filter. */
  async namesUsing(id: string, sample: number, tx: Db | Tx): Promise<string[]> {
    const strategies = await tx
      .selectFrom('strategy')
      .select('name')
      .where('command_filter_id', '=', id)
      .orderBy('name')
      .limit(sample)
      .execute();
    const assets = await tx
      .selectFrom('authorised')
      .innerJoin('asset', 'asset.id', 'authorised.asset_id')
      .select('asset.name')
      .where('authorised.command_filter_id', '=', id)
      .orderBy('asset.name')
      .limit(sample)
      .execute();
    return [...strategies, ...assets].slice(0, sample).map((row) => row.name);
  }

  /** Its rules go with it. */
  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('command_filter').where('id', 'in', ids).execute();
  }
}
