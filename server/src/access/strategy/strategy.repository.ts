import type { StrategyGrantQuery, StrategyQuery } from '@jadegate/contract/access/strategy';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { StrategyTable } from '../../db/schema.ts';

export type StrategyRecord = Selectable<StrategyTable> & {
  command_filter_name: string | null;
  grant_count: number;
};

const SORT_COLUMNS = { name: 'strategy.name', created: 'strategy.created_at' } as const;

/** Knows the tables and nothing else. */
export class StrategyRepository extends RowsById<'strategy', StrategyRecord> {
  constructor(database: Database) {
    super(database, 'strategy');
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('strategy')
      .leftJoin('command_filter', 'command_filter.id', 'strategy.command_filter_id')
      .selectAll('strategy')
      .select([
        'command_filter.name as command_filter_name',
        countOf('authorised.strategy_id', 'strategy.id').as('grant_count'),
      ]);
  }

  listAll(): Promise<StrategyRecord[]> {
    return this.records(this.db).orderBy('strategy.name').execute();
  }

  page(query: StrategyQuery): Promise<Page<StrategyRecord>> {
    const { name } = query;
    return readPage(this.db, this.records(this.db), query, {
      table: 'strategy',
      filters: name === undefined ? [] : [this.engine.contains('strategy', 'name', name)],
      sort: SORT_COLUMNS,
      defaultSort: ['created', 'descend'],
    });
  }

  #grants(strategyId: string, db: Db | Tx) {
    return db
      .selectFrom('authorised')
      .innerJoin('asset', 'asset.id', 'authorised.asset_id')
      .leftJoin('user', 'user.id', 'authorised.user_id')
      .leftJoin('user_group', 'user_group.id', 'authorised.user_group_id')
      .where('authorised.strategy_id', '=', strategyId)
      .select([
        'authorised.id',
        'authorised.asset_id',
        'asset.name as asset_name',
        'authorised.user_id',
        'user.nickname as user_name',
        'user.username as user_account',
        'authorised.user_group_id',
        'user_group.name as user_group_name',
        'authorised.created_at',
      ]);
  }

  pageGrants(strategyId: string, query: StrategyGrantQuery) {
    return readPage(this.db, this.#grants(strategyId, this.db), query, {
      table: 'authorised',
      filters: [sql<SqlBool>`authorised.strategy_id = ${strategyId}`],
      sort: { created: 'authorised.created_at' },
      defaultSort: ['created', 'descend'],
    });
  }

  sampleGrants(strategyId: string, sample: number, tx: Tx) {
    return this.#grants(strategyId, tx)
      .orderBy('asset.name')
      .orderBy('authorised.id')
      .limit(sample)
      .execute();
  }
}
