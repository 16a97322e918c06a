import type { CredentialQuery } from '@jadegate/contract/access/credential';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { CredentialTable } from '../../db/schema.ts';
import { WholeListCache } from '../../db/whole-list-cache.ts';

export type CredentialRecord = Selectable<CredentialTable> & {
  owner_name: string | null;
  owner_account: string | null;
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
export class CredentialRepository extends RowsById<'credential', CredentialRecord> {
  readonly #whole: WholeListCache<CredentialRecord, keyof typeof SORT_COLUMNS>;

  constructor(database: Database) {
    super(database, 'credential');
    this.#whole = new WholeListCache(database, () => this.records(database.db), LIST);
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('credential')
      .leftJoin('user', 'user.id', 'credential.owner_id')
      .selectAll('credential')
      .select([
        'user.nickname as owner_name',
        'user.username as owner_account',
        countOf('asset.credential_id', 'credential.id').as('asset_count'),
      ]);
  }

  /** What it takes to decide who may use them and where; without ids all of them, by name. */
  listForUse(ids: readonly string[] | undefined, tx: Db | Tx = this.db) {
    return tx
      .selectFrom('credential')
      .select(['id', 'name', 'username', 'type', 'owner_id', 'addresses'])
      .$if(ids !== undefined, (rows) => rows.where('id', 'in', ids ?? []))
      .orderBy('name')
      .execute();
  }

  page(query: CredentialQuery): Promise<Page<CredentialRecord>> {
    const { name, type } = query;
    const filters = [
      ...(name === undefined ? [] : [this.engine.contains('credential', 'name', name)]),
      ...(type === undefined ? [] : [sql<SqlBool>`credential.type = ${type}`]),
    ];
    return filters.length === 0
      ? this.#whole.read(query, {})
      : readPage(this.db, this.records(this.db), query, { ...LIST, filters });
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
}
