import type { ReachableAssetQuery } from '@jadegate/contract/access/authorised';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import { readPage } from '../../db/page.ts';
import type { AssetTable } from '../../db/schema.ts';

type Row = Pick<Selectable<AssetTable>, 'id' | 'name' | 'protocol' | 'owner_id'>;

export class ReachableAssetRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  /** Assets that somebody owns or that were granted to them or a group of theirs, in the order of their names. */
  page({ userId, name, ...paging }: ReachableAssetQuery): Promise<Page<Row>> {
    const groups = sql`select user_group_id from user_group_member where user_id = ${userId}`;
    const reached = sql<SqlBool>`asset.id in (
      select id from asset where owner_id = ${userId}
      union select asset_id from authorised where user_id = ${userId}
      union select asset_id from authorised where user_group_id in (${groups}))`;
    const rows = this.#db
      .selectFrom('asset')
      .select(['asset.id', 'asset.name', 'asset.protocol', 'asset.owner_id']);
    return readPage(this.#db, rows as never, paging, {
      table: 'asset',
      filters: [reached, ...(name === undefined ? [] : [this.#engine.contains('asset', 'name', name)])],
      sort: { name: 'asset.name' },
      defaultSort: ['name', 'ascend'],
    });
  }
}
