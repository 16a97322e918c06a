import type { CommandQuery } from '@jadegate/contract/command';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { CommandTable } from '../../db/schema.ts';

export type CommandRecord = Selectable<CommandTable> & {
  owner_name: string | null;
  owner_account: string | null;
};

const SORT_COLUMNS = { name: 'command.name', created: 'command.created_at' } as const;

/** Knows the tables and nothing else. With a reader only what that person may read is seen: own and shared. */
export class CommandRepository extends RowsById<'command', CommandRecord> {
  constructor(database: Database) {
    super(database, 'command');
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('command')
      .leftJoin('user', 'user.id', 'command.owner_id')
      .selectAll('command')
      .select(['user.nickname as owner_name', 'user.username as owner_account']);
  }

  listAll(reader?: string): Promise<CommandRecord[]> {
    return this.records(this.db)
      .$if(reader !== undefined, (rows) => rows.where(readableBy(reader)))
      .orderBy('command.name')
      .orderBy('command.id')
      .execute();
  }

  page(query: CommandQuery, reader?: string): Promise<Page<CommandRecord>> {
    const { name, content } = query;
    return readPage(this.db, this.records(this.db), query, {
      table: 'command',
      filters: [
        ...(name === undefined ? [] : [this.engine.contains('command', 'name', name)]),
        ...(content === undefined ? [] : [this.engine.contains('command', 'content', content)]),
        ...(reader === undefined ? [] : [readableBy(reader)]),
      ],
      sort: SORT_COLUMNS,
      defaultSort: ['created', 'descend'],
    });
  }
}

function readableBy(reader = '') {
  return sql<SqlBool>`(command.owner_id = ${reader} or command.shared = 1)`;
}
