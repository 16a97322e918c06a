import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { isPersonNamed, type PeopleSearch } from '../../db/match-person.ts';
import type { AuthorisedTable } from '../../db/schema.ts';

export type GrantRecord = Selectable<AuthorisedTable>;

/** What can be changed of a grant: everything but whom and what it joins. */
export type GrantTerms = Pick<
  GrantRecord,
  'strategy_id' | 'command_filter_id' | 'starts_at' | 'ends_at' | 'time_period'
>;

/** One side of a grant, as the column that names it. */
export type GrantSide = 'asset_id' | 'user_id' | 'user_group_id';

interface GrantFilter {
  asset_id?: string | undefined;
  user_id?: string | undefined;
  user_group_id?: string | undefined;
}

export interface GrantRow extends GrantRecord {
  strategy_name: string | null;
  command_filter_name: string | null;
  /** Of the object on the other side. */
  name: string;
  /** Of the person; null for a group. */
  account: string | null;
  protocol: string;
}

type GrantPage = PagingRequest<'created'> & PeopleSearch & { filter: GrantFilter; name: string | undefined };

/** The tables that the three sides refer to, and the columns their objects are called by. */
const OBJECTS = {
  asset_id: { table: 'asset', column: 'name' },
  user_id: { table: 'user', column: 'nickname' },
  user_group_id: { table: 'user_group', column: 'name' },
} as const satisfies Record<GrantSide, { table: string; column: string }>;

export class AuthorisedRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  /** Grants with the objects on one side of them, newest first. */
  async page(side: GrantSide, { filter, name, byMail, ...query }: GrantPage): Promise<Page<GrantRow>> {
    const { table, column } = OBJECTS[side];
    const where = [
      ...matching(filter),
      sql<SqlBool>`${sql.ref(`authorised.${side}`)} is not null`,
      ...(name === undefined ? [] : [this.#named(side, name, { byMail })]),
    ];
    const direction = query.order === 'ascend' ? 'asc' : 'desc';
    const { total } = await this.#db
      .selectFrom('authorised')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where((eb) => eb.and(where))
      .executeTakeFirstOrThrow();
    const items = await this.#db
      .selectFrom('authorised')
      .leftJoin('strategy', 'strategy.id', 'authorised.strategy_id')
      .leftJoin('command_filter', 'command_filter.id', 'authorised.command_filter_id')
      .selectAll('authorised')
      .select(['strategy.name as strategy_name', 'command_filter.name as command_filter_name'])
      .select([
        sql<string>`(select ${sql.ref(column)} from ${sql.table(table)} where id = ${sql.ref(`authorised.${side}`)})`.as(
          'name',
        ),
        sql<string | null>`(select username from "user" where id = authorised.user_id)`.as('account'),
        sql<string>`(select protocol from asset where id = authorised.asset_id)`.as('protocol'),
      ])
      .where((eb) => eb.and(where))
      .orderBy('authorised.created_at', direction)
      .orderBy('authorised.id', direction)
      .limit(query.pageSize)
      .offset((query.pageIndex - 1) * query.pageSize)
      .execute();
    return { total, items };
  }

  #named(side: GrantSide, text: string, search: PeopleSearch): Expression<SqlBool> {
    const { table, column } = OBJECTS[side];
    const found =
      side === 'user_id'
        ? isPersonNamed(this.#engine, text, search)
        : this.#engine.contains(table, column, text);
    return sql<SqlBool>`${sql.ref(`authorised.${side}`)} in (select id from ${sql.table(table)} where ${found})`;
  }

  async listIds(side: GrantSide, filter: GrantFilter): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('authorised')
      .select(`authorised.${side} as id`)
      .where((eb) => eb.and(matching(filter)))
      .where(`authorised.${side}`, 'is not', null)
      .execute();
    return rows.flatMap(({ id }) => (id === null ? [] : [id]));
  }

  listByIds(ids: readonly string[], tx: Db | Tx = this.#db): Promise<GrantRecord[]> {
    return tx.selectFrom('authorised').selectAll().where('id', 'in', ids).execute();
  }

  /** Which of these are there, and what they are called. */
  async namesOf(side: GrantSide, ids: readonly string[], tx: Tx): Promise<Map<string, string>> {
    const { table, column } = OBJECTS[side];
    const found = await sql<{
      id: string;
      name: string;
    }>`select id, ${sql.ref(column)} as name from ${sql.table(table)} where id in (${sql.join([...ids])})`.execute(
      tx,
    );
    return new Map(found.rows.map(({ id, name }) => [id, name]));
  }

  async hasStrategy(id: string, tx: Tx): Promise<boolean> {
    const row = await tx.selectFrom('strategy').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  async hasCommandFilter(id: string, tx: Tx): Promise<boolean> {
    const row = await tx.selectFrom('command_filter').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /** One row per pair: granting again keeps the row and replaces what it says. */
  async upsert(side: 'user_id' | 'user_group_id', rows: readonly GrantRecord[], tx: Tx): Promise<void> {
    await tx
      .insertInto('authorised')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns([side, 'asset_id']).doUpdateSet((eb) => ({
          strategy_id: eb.ref('excluded.strategy_id'),
          command_filter_id: eb.ref('excluded.command_filter_id'),
          starts_at: eb.ref('excluded.starts_at'),
          ends_at: eb.ref('excluded.ends_at'),
          time_period: eb.ref('excluded.time_period'),
          created_at: eb.ref('excluded.created_at'),
        })),
      )
      .execute();
  }

  async update(id: string, terms: GrantTerms, tx: Tx): Promise<void> {
    await tx.updateTable('authorised').set(terms).where('id', '=', id).execute();
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('authorised').where('id', 'in', ids).execute();
  }
}

function matching(filter: GrantFilter): Expression<SqlBool>[] {
  return Object.entries(filter).flatMap(([column, id]: [string, string | undefined]) =>
    id === undefined ? [] : [sql<SqlBool>`${sql.ref(`authorised.${column}`)} = ${id}`],
  );
}
