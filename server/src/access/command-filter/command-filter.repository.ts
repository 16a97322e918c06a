import type { CommandFilterQuery } from '@jadegate/contract/access/command-filter';
import type { Page } from '@jadegate/contract/paging';
import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { CommandFilterTable } from '../../db/schema.ts';

export type CommandFilterRecord = Selectable<CommandFilterTable> & {
  rule_count: number;
  strategy_count: number;
  grant_count: number;
};

const SORT_COLUMNS = { name: 'command_filter.name', created: 'command_filter.created_at' } as const;

/** Knows the tables and nothing else. */
export class CommandFilterRepository extends RowsById<'command_filter', CommandFilterRecord> {
  constructor(database: Database) {
    super(database, 'command_filter');
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('command_filter')
      .selectAll('command_filter')
      .select([
        countOf('command_filter_rule.command_filter_id', 'command_filter.id').as('rule_count'),
        countOf('strategy.command_filter_id', 'command_filter.id').as('strategy_count'),
        countOf('authorised.command_filter_id', 'command_filter.id').as('grant_count'),
      ]);
  }

  listOptions(): Promise<{ id: string; name: string }[]> {
    return this.db.selectFrom('command_filter').select(['id', 'name']).orderBy('name').execute();
  }

  page(query: CommandFilterQuery): Promise<Page<CommandFilterRecord>> {
    const { name } = query;
    return readPage(this.db, this.records(this.db), query, {
      table: 'command_filter',
      filters: name === undefined ? [] : [this.engine.contains('command_filter', 'name', name)],
      sort: SORT_COLUMNS,
      defaultSort: ['created', 'descend'],
    });
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
}
