import type { CredentialQuery } from '@jadegate/contract/credential';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { readPage } from '../../db/page.ts';
import type { CredentialTable } from '../../db/schema.ts';
import { WholeList } from '../../db/whole-list.ts';

export type CredentialRecord = Selectable<CredentialTable> & {
  owner_name: string | null;
  asset_count: number;
};

const SORT_COLUMNS = {
  name: 'credential.name',
  type: 'credential.type',
  username: 'credential.username',
  created: 'credential.created_at',
} as const;

const LIST = { table: 'credential', sort: SORT_COLUMNS, defaultSort: ['created', 'descend'] } as const;

/** Knows the tables and nothing else. Secrets are the vault's and are never joined here. */
export class CredentialRepository {
  readonly #db: Db;
  readonly #engine: Engine;
  readonly #whole: WholeList<CredentialRecord, keyof typeof SORT_COLUMNS>;

  constructor(database: Database) {
    this.#db = database.db;
    this.#engine = database.engine;
    this.#whole = new WholeList(database, () => this.#records(database.db), LIST);
  }

  #records(db: Db | Tx) {
    return db
      .selectFrom('credential')
      .leftJoin('user', 'user.id', 'credential.owner_id')
      .selectAll('credential')
      .select((eb) => [
        'user.nickname as owner_name',
        eb
          .selectFrom('asset')
          .whereRef('asset.credential_id', '=', 'credential.id')
          .select((count) => count.fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('asset_count'),
      ]);
  }

  find(id: string, tx: Db | Tx = this.#db): Promise<CredentialRecord | undefined> {
    return this.#records(tx).where('credential.id', '=', id).executeTakeFirst();
  }

  /** What it takes to decide who may use them and where; without ids all of them, by name. */
  listForUse(ids: readonly string[] | undefined, tx: Db | Tx = this.#db) {
    return tx
      .selectFrom('credential')
      .select(['id', 'name', 'type', 'owner_id', 'addresses'])
      .$if(ids !== undefined, (rows) => rows.where('id', 'in', ids ?? []))
      .orderBy('name')
      .execute();
  }

  page(query: CredentialQuery): Promise<Page<CredentialRecord>> {
    const { name, type } = query;
    const filters = [
      ...(name === undefined ? [] : [this.#engine.contains('credential', 'name', name)]),
      ...(type === undefined ? [] : [sql<SqlBool>`credential.type = ${type}`]),
    ];
    return filters.length === 0
      ? this.#whole.read(query, {})
      : readPage(this.#db, this.#records(this.#db), query, { ...LIST, filters });
  }

  async insert(row: Selectable<CredentialTable>, tx: Tx): Promise<void> {
    await tx.insertInto('credential').values(row).execute();
  }

  async update(id: string, change: Partial<Selectable<CredentialTable>>, tx: Tx): Promise<void> {
    await tx.updateTable('credential').set(change).where('id', '=', id).execute();
  }

  listByIds(ids: readonly string[], tx: Tx): Promise<{ id: string; name: string }[]> {
    return tx.selectFrom('credential').select(['id', 'name']).where('id', 'in', ids).execute();
  }

  /** Names of assets that use the credential, a few of them, and how many there are. */
  async assetsUsing(id: string, sample: number, tx: Tx): Promise<{ count: number; names: string[] }> {
    const { count } = await tx
      .selectFrom('asset')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('credential_id', '=', id)
      .executeTakeFirstOrThrow();
    const rows = await tx
      .selectFrom('asset')
      .select('name')
      .where('credential_id', '=', id)
      .orderBy('name')
      .limit(sample)
      .execute();
    return { count, names: rows.map((row) => row.name) };
  }

  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('credential').where('id', 'in', ids).execute();
  }
}
