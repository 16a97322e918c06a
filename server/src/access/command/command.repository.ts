import type { CommandQuery } from '@jadegate/contract/access/command';
import { LIMITS } from '@jadegate/contract/limits';
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

/** Of a list: the content may be its beginning only. */
export type ListedCommand = CommandRecord & { characters: number };

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

  /** With so much of the content as a list always has: thousands of long ones are megabytes. */
  #listed() {
    return this.db
      .selectFrom('command')
      .leftJoin('user', 'user.id', 'command.owner_id')
      .select([
        'command.id',
        'command.name',
        'command.shared',
        'command.owner_id',
        'command.created_at',
        'user.nickname as owner_name',
        'user.username as owner_account',
        sql<string>`substr(command.content, 1, ${LIMITS.commandList.each})`.as('content'),
        sql<number>`length(command.content)`.as('characters'),
      ]);
  }

  /** By name. Where there are too many, one's own are there and not all of the others. */
  listSome(limit: number, reader?: string): Promise<ListedCommand[]> {
    return this.#listed()
      .$if(reader !== undefined, (rows) =>
        rows.where('command.id', 'in', (eb) =>
          eb
            .selectFrom('command')
            .select('command.id')
            .where(readableBy(reader))
            .orderBy(sql`case when command.owner_id = ${reader} then 0 else 1 end`)
            .orderBy('command.name')
            .limit(limit),
        ),
      )
      .orderBy('command.name')
      .orderBy('command.id')
      .limit(limit)
      .execute();
  }

  page(query: CommandQuery, reader?: string): Promise<Page<ListedCommand>> {
    const { name, content } = query;
    return readPage(this.db, this.#listed(), query, {
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

  async contentsOf(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) {
      return new Map();
    }
    const rows = await this.db
      .selectFrom('command')
      .select(['id', 'content'])
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, content }) => [id, content]));
  }

  /** What somebody has, besides the one that is about to be changed. Others of theirs wait until the transaction is over. */
  async usageOf(ownerId: string, tx: Tx, except?: string): Promise<{ commands: number; characters: number }> {
    await tx
      .updateTable('user')
      .set((row) => ({ status: row.ref('status') }))
      .where('id', '=', ownerId)
      .execute();
    return tx
      .selectFrom('command')
      .select([
        sql<number>`count(*)`.as('commands'),
        sql<number>`coalesce(sum(length(content)), 0)`.as('characters'),
      ])
      .where('owner_id', '=', ownerId)
      .$if(except !== undefined, (rows) => rows.where('id', '!=', except ?? ''))
      .executeTakeFirstOrThrow();
  }
}

function readableBy(reader = '') {
  return sql<SqlBool>`(command.owner_id = ${reader} or command.shared = 1)`;
}
