import type { CommandFilterRuleQuery } from '@jadegate/contract/access/command-filter';
import type { Page } from '@jadegate/contract/paging';
import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { CommandFilterRuleTable } from '../../db/schema.ts';

export type RuleRecord = Selectable<CommandFilterRuleTable>;

/** Rules always come in the order they are asked. */
export class CommandFilterRuleRepository extends RowsById<'command_filter_rule'> {
  constructor(database: Database) {
    super(database, 'command_filter_rule');
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('command_filter_rule').selectAll('command_filter_rule');
  }

  #ordered(commandFilterId: string, db: Db | Tx) {
    return db
      .selectFrom('command_filter_rule')
      .selectAll()
      .where('command_filter_id', '=', commandFilterId)
      .orderBy('priority')
      .orderBy('created_at')
      .orderBy('id');
  }

  listOf(commandFilterId: string, tx: Db | Tx = this.db): Promise<RuleRecord[]> {
    return this.#ordered(commandFilterId, tx).execute();
  }

  async page(query: CommandFilterRuleQuery): Promise<Page<RuleRecord>> {
    const { total } = await this.db
      .selectFrom('command_filter_rule')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('command_filter_id', '=', query.commandFilterId)
      .executeTakeFirstOrThrow();
    const items = await this.#ordered(query.commandFilterId, this.db)
      .limit(query.pageSize)
      .offset((query.pageIndex - 1) * query.pageSize)
      .execute();
    return { total, items };
  }
}
