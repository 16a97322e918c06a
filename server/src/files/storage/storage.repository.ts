import type { StorageQuery, StorageShareMode } from '@jadegate/contract/files/storage';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { readPage } from '../../db/page.ts';
import { countOf, RowsById } from '../../db/rows-by-id.ts';
import type { StorageShareTable, StorageTable } from '../../db/schema.ts';

export type StorageRecord = Selectable<StorageTable> & { owner_name: string | null; share_count: number };

export type ShareRecord = Selectable<StorageShareTable> & {
  user_name: string | null;
  group_name: string | null;
};

const SORT_COLUMNS = {
  name: 'storage.name',
  created: 'storage.created_at',
  usedSize: 'storage.used_bytes',
  limitSize: 'storage.limit_bytes',
} as const;

/** The space everybody has has the id of its person. */
export function isDefault({ id, owner_id }: Pick<StorageRecord, 'id' | 'owner_id'>): boolean {
  return id === owner_id;
}

/** Spaces and whom they are shared with. What is used is the ledger's. */
export class StorageRepository extends RowsById<'storage', StorageRecord> {
  constructor(database: Database) {
    super(database, 'storage');
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('storage')
      .leftJoin('user', 'user.id', 'storage.owner_id')
      .selectAll('storage')
      .select([
        'user.nickname as owner_name',
        countOf('storage_share.storage_id', 'storage.id').as('share_count'),
      ]);
  }

  page(query: StorageQuery): Promise<Page<StorageRecord>> {
    const { name } = query;
    return readPage(this.db, this.records(this.db), query, {
      table: 'storage',
      sort: SORT_COLUMNS,
      defaultSort: ['created', 'descend'],
      filters: name === undefined ? [] : [this.engine.contains('storage', 'name', name)],
    });
  }

  listShared(): Promise<StorageRecord[]> {
    return this.records(this.db).where('is_share', '=', 1).orderBy('storage.name').execute();
  }

  listOwned(userIds: readonly string[], tx: Db | Tx = this.db): Promise<StorageRecord[]> {
    return this.records(tx).where('owner_id', 'in', userIds).orderBy('storage.name').execute();
  }

  listIds(): Promise<{ id: string }[]> {
    return this.db.selectFrom('storage').select('id').orderBy('id').execute();
  }

  /** The spaces that are shared with somebody who does not own them: by person and by group, so one may come twice. */
  async listSharedWith(userId: string): Promise<{ id: string; mode: StorageShareMode }[]> {
    return this.#sharesOf(userId, this.db)
      .select(['storage.id as id', 'storage_share.mode as mode'])
      .execute();
  }

  async listModes(userId: string, id: string, tx: Db | Tx = this.db): Promise<StorageShareMode[]> {
    const rows = await this.#sharesOf(userId, tx)
      .select('storage_share.mode as mode')
      .where('storage.id', '=', id)
      .execute();
    return rows.map(({ mode }) => mode);
  }

  listShares(id: string, tx: Db | Tx = this.db): Promise<ShareRecord[]> {
    return tx
      .selectFrom('storage_share')
      .leftJoin('user', 'user.id', 'storage_share.user_id')
      .leftJoin('user_group', 'user_group.id', 'storage_share.user_group_id')
      .selectAll('storage_share')
      .select(['user.nickname as user_name', 'user_group.name as group_name'])
      .where('storage_id', '=', id)
      .orderBy(sql`coalesce("user"."nickname", "user_group"."name")`)
      .execute();
  }

  async replaceShares(id: string, shares: Selectable<StorageShareTable>[], tx: Tx): Promise<void> {
    await tx.deleteFrom('storage_share').where('storage_id', '=', id).execute();
    if (shares.length > 0) {
      await tx.insertInto('storage_share').values(shares).execute();
    }
  }

  /** People who have no space of their own. */
  listWithoutDefault(tx: Db | Tx = this.db) {
    return tx
      .selectFrom('user')
      .leftJoin('storage', 'storage.id', 'user.id')
      .select(['user.id as id', 'user.nickname as nickname'])
      .where('storage.id', 'is', null)
      .execute();
  }

  async hasUser(id: string, tx: Tx): Promise<boolean> {
    return (await tx.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  }

  /** Does nothing when there is one. */
  async insertDefault(row: { id: string; name: string; limit_bytes: number; created_at: number }, tx: Tx) {
    await tx
      .insertInto('storage')
      .values({ ...row, is_share: 0, entry_count: 0, owner_id: row.id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  #sharesOf(userId: string, db: Db | Tx) {
    return db
      .selectFrom('storage_share')
      .innerJoin('storage', 'storage.id', 'storage_share.storage_id')
      .where('storage.is_share', '=', 1)
      .where('storage.owner_id', '!=', userId)
      .where((eb) =>
        eb.or([
          eb('storage_share.user_id', '=', userId),
          eb(
            'storage_share.user_group_id',
            'in',
            eb.selectFrom('user_group_member').select('user_group_id').where('user_id', '=', userId),
          ),
        ]),
      );
  }
}
