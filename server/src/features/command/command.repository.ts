import type { CommandQuery } from '@jadegate/contract/command';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import type { CommandTable, Schema } from '../../db/schema.ts';

export type CommandRecord = Selectable<CommandTable> & { owner_name: string | null };

const SORT_COLUMNS = { name: 'command.name', created: 'command.created_at' } as const;

/** Knows the tables and nothing else. With a reader only what that person may read is seen: own and shared. */
export class CommandRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  #records(db: Db | Tx) {
    return db
      .selectFrom('command')
      .leftJoin('user', 'user.id', 'command.owner_id')
      .selectAll('command')
      .select('user.nickname as owner_name');
  }

  find(id: string, tx: Db | Tx = this.#db): Promise<CommandRecord | undefined> {
    return this.#records(tx).where('command.id', '=', id).executeTakeFirst();
  }

  listByIds(ids: readonly string[], tx: Tx): Promise<CommandRecord[]> {
    return this.#records(tx).where('command.id', 'in', ids).execute();
  }

  listAll(reader?: string): Promise<CommandRecord[]> {
    return this.#records(this.#db)
      .$if(reader !== undefined, (rows) => rows.where(readableBy(reader)))
      .orderBy('command.name')
      .orderBy('command.id')
      .execute();
  }

  async page(query: CommandQuery, reader?: string): Promise<Page<CommandRecord>> {
    const contains = (column: 'name' | 'content', text: string | undefined): Expression<SqlBool> =>
      text === undefined ? sql.lit(true) : this.#engine.contains('command', column, text);
    const [named, containing] = [contains('name', query.name), contains('content', query.content)];
    const { total } = await this.#db
      .selectFrom('command')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .$if(query.name !== undefined, (rows) => rows.where(named))
      .$if(query.content !== undefined, (rows) => rows.where(containing))
      .$if(reader !== undefined, (rows) => rows.where(readableBy(reader)))
      .executeTakeFirstOrThrow();
    const direction = query.order === 'ascend' ? 'asc' : 'desc';
    const items = await this.#records(this.#db)
      .$if(query.name !== undefined, (rows) => rows.where(named))
      .$if(query.content !== undefined, (rows) => rows.where(containing))
      .$if(reader !== undefined, (rows) => rows.where(readableBy(reader)))
      .orderBy(SORT_COLUMNS[query.field ?? 'created'], direction)
      .orderBy('command.id', direction)
      .limit(query.pageSize)
      .offset((query.pageIndex - 1) * query.pageSize)
      .execute();
    return { total, items };
  }

  async insert(row: Selectable<CommandTable>, tx: Tx): Promise<void> {
    await tx.insertInto('command').values(row).execute();
  }

  async update(id: string, change: Partial<Selectable<CommandTable>>, tx: Tx): Promise<void> {
    await tx.updateTable('command').set(change).where('id', '=', id).execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('command').where('id', 'in', ids).execute();
  }
}

function readableBy(reader = '') {
  return (eb: ExpressionBuilder<Schema, 'command'>) =>
    eb.or([eb('command.owner_id', '=', reader), eb('command.shared', '=', 1)]);
}
