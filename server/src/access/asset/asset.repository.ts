import type { AssetOption, AssetQuery } from '@jadegate/contract/access/asset';
import type { PlainAttributeName, Protocol } from '@jadegate/contract/access/asset-attributes';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type Insertable, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT, type Engine } from '../../db/dialect.ts';
import { filteredBy, readPage } from '../../db/page.ts';
import type { AssetTable } from '../../db/schema.ts';
import { WholeListCache } from '../../db/whole-list-cache.ts';
import { newId } from '../../kernel/id.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export type AssetRecord = Selectable<AssetTable> & {
  owner_name: string | null;
  owner_account: string | null;
  gateway_name: string | null;
  credential_name: string | null;
  credential_username: string | null;
};

/** With its tags, comma-separated in any order; null when it has none. */
export type ListedAsset = AssetRecord & { tags: string | null };

/** A list's query without its place in the list. */
export type AssetFilters = Omit<AssetQuery, 'pageIndex' | 'pageSize' | 'field' | 'order'>;

export interface NewAsset {
  row: Insertable<AssetTable>;
  tags: readonly string[];
  attributes: Attributes;
}

export type Attributes = Partial<Record<PlainAttributeName, string>>;

const SORT_COLUMNS = {
  name: 'asset.name',
  protocol: 'asset.protocol',
  ip: 'asset.ip',
  active: 'asset.active',
  created: 'asset.created_at',
  lastAccessTime: 'asset.last_access_at',
  checked: 'asset.checked_at',
} as const;

const LIST = {
  table: 'asset',
  sort: SORT_COLUMNS,
  defaultSort: ['created', 'descend'],
  nullable: ['active', 'lastAccessTime', 'checked'],
} as const;

/** Knows the asset with its tags and attributes, and nothing else. Secrets are the vault's and are never joined here. */
export class AssetRepository {
  readonly #db: Db;
  readonly #engine: Engine;
  readonly #whole: WholeListCache<ListedAsset, keyof typeof SORT_COLUMNS>;

  constructor(database: Database) {
    this.#db = database.db;
    this.#engine = database.engine;
    this.#whole = new WholeListCache(database, () => this.#listed(), LIST);
  }

  #records(db: Db | Tx) {
    return db
      .selectFrom('asset')
      .leftJoin('user', 'user.id', 'asset.owner_id')
      .leftJoin('access_gateway', 'access_gateway.id', 'asset.access_gateway_id')
      .leftJoin('credential', 'credential.id', 'asset.credential_id')
      .selectAll('asset')
      .select([
        'user.nickname as owner_name',
        'user.username as owner_account',
        'access_gateway.name as gateway_name',
        'credential.name as credential_name',
        'credential.username as credential_username',
      ]);
  }

  find(id: string, tx: Db | Tx = this.#db): Promise<AssetRecord | undefined> {
    return this.#records(tx).where('asset.id', '=', id).executeTakeFirst();
  }

  listByIds(ids: readonly string[], tx: Tx): Promise<AssetRecord[]> {
    return this.#records(tx).where('asset.id', 'in', ids).execute();
  }

  async listOptions(protocol: Protocol | undefined): Promise<AssetOption[]> {
    const rows = await this.#db
      .selectFrom('asset')
      .select(['asset.id', 'asset.name', this.#tags()])
      .$if(protocol !== undefined, (all) => all.where('asset.protocol', '=', protocol ?? 'ssh'))
      .orderBy('asset.name')
      .orderBy('asset.id')
      .execute();
    return rows.map(({ tags, ...row }) => ({ ...row, tags: (tags ?? '').split(',').toSorted().join(',') }));
  }

  #tags() {
    const joined = this.#engine.joined('asset_tag.tag');
    const own = this.#db.selectFrom('asset_tag').whereRef('asset_tag.asset_id', '=', sql.ref('asset.id'));
    return own.select(joined.as('tags')).as('tags');
  }

  #listed() {
    return this.#records(this.#db).select(this.#tags());
  }

  page(query: AssetQuery): Promise<Page<ListedAsset>> {
    const filters = this.#conditions(query);
    return filters.length === 0
      ? this.#whole.read(query, {})
      : readPage(this.#db, this.#listed(), query, { ...LIST, filters });
  }

  async count(query: AssetFilters): Promise<number> {
    const rows = this.#db.selectFrom('asset').select((eb) => eb.fn.countAll<number>().as('total'));
    const { total } = await filteredBy(rows, this.#conditions(query)).executeTakeFirstOrThrow();
    return total;
  }

  #conditions(query: AssetFilters): Expression<SqlBool>[] {
    const conditions: Expression<SqlBool>[] = [];
    const equal = (column: string, value: string | number | undefined) => {
      if (value !== undefined) {
        conditions.push(sql<SqlBool>`${sql.ref(`asset.${column}`)} = ${value}`);
      }
    };
    for (const column of ['name', 'ip'] as const) {
      const text = query[column];
      if (text !== undefined) {
        conditions.push(this.#engine.contains('asset', column, text));
      }
    }
    equal('protocol', query.protocol);
    equal('port', query.port);
    equal('owner_id', query.owner);
    equal('access_gateway_id', query.accessGatewayId);
    equal('credential_id', query.credentialId);
    const state = query.state ?? (query.active === undefined ? undefined : query.active ? 'up' : 'not-up');
    if (state !== undefined) {
      conditions.push(STATE_CONDITIONS[state]);
    }
    for (const tag of query.tags ?? []) {
      conditions.push(
        sql<SqlBool>`asset.id in (select asset_tag.asset_id from asset_tag where asset_tag.tag = ${tag})`,
      );
    }
    return conditions;
  }

  /** What the filters match, in order of creation, from after `id` on: for reading all of it in pieces. */
  listAfter(query: AssetFilters, id: string, limit: number): Promise<AssetRecord[]> {
    return this.#records(this.#db)
      .where((eb) => eb.and(this.#conditions(query)))
      .where('asset.id', '>', id)
      .orderBy('asset.id')
      .limit(limit)
      .execute();
  }

  async insert(row: Insertable<AssetTable>, tx: Tx): Promise<void> {
    await tx.insertInto('asset').values(row).execute();
  }

  /** New assets with what belongs to them, in few statements however many there are. */
  async insertMany(assets: readonly NewAsset[], tx: Tx): Promise<void> {
    for (const some of inChunks(assets, ROWS_PER_STATEMENT)) {
      await tx
        .insertInto('asset')
        .values(some.map(({ row }) => row))
        .execute();
    }
    const tags = assets.flatMap(({ row, tags }) => tags.map((tag) => ({ asset_id: row.id, tag })));
    for (const some of inChunks(tags, ROWS_PER_STATEMENT)) {
      await tx.insertInto('asset_tag').values(some).execute();
    }
    const attributes = assets.flatMap(({ row, attributes }) =>
      Object.entries(attributes).map(([name, value]) => ({ asset_id: row.id, name, value })),
    );
    for (const some of inChunks(attributes, ROWS_PER_STATEMENT)) {
      await tx.insertInto('asset_attribute').values(some).execute();
    }
  }

  async update(
    ids: readonly string[],
    change: Partial<Omit<Selectable<AssetTable>, 'id'>>,
    tx: Db | Tx = this.#db,
  ): Promise<void> {
    await tx.updateTable('asset').set(change).where('id', 'in', ids).execute();
  }

  /** Tags, attributes, grants, favourites and last uses go with it. */
  async remove(ids: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('asset').where('id', 'in', ids).execute();
  }

  async listAllTags(): Promise<string[]> {
    const rows = await this.#db.selectFrom('asset_tag').select('tag').distinct().orderBy('tag').execute();
    return rows.map((row) => row.tag);
  }

  /** The tags of each asset, in order. */
  async listTags(ids: readonly string[], tx: Db | Tx = this.#db): Promise<Map<string, string[]>> {
    const tags = new Map<string, string[]>(ids.map((id) => [id, []]));
    if (ids.length > 0) {
      const rows = await tx
        .selectFrom('asset_tag')
        .selectAll()
        .where('asset_id', 'in', ids)
        .orderBy('tag')
        .execute();
      for (const { asset_id, tag } of rows) {
        tags.get(asset_id)?.push(tag);
      }
    }
    return tags;
  }

  async replaceTags(assetId: string, tags: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('asset_tag').where('asset_id', '=', assetId).execute();
    if (tags.length > 0) {
      await tx
        .insertInto('asset_tag')
        .values(tags.map((tag) => ({ asset_id: assetId, tag })))
        .execute();
    }
  }

  async listAttributes(assetId: string, tx: Db | Tx = this.#db): Promise<Attributes> {
    const rows = await tx
      .selectFrom('asset_attribute')
      .select(['name', 'value'])
      .where('asset_id', '=', assetId)
      .execute();
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  async listAttributesOf(ids: readonly string[]): Promise<Map<string, Attributes>> {
    const found = new Map<string, Attributes>(ids.map((id) => [id, {}]));
    if (ids.length > 0) {
      const rows = await this.#db
        .selectFrom('asset_attribute')
        .selectAll()
        .where('asset_id', 'in', ids)
        .execute();
      for (const { asset_id, name, value } of rows) {
        Object.assign(found.get(asset_id) ?? {}, { [name]: value });
      }
    }
    return found;
  }

  /** Those that any asset has. */
  async listAttributeNames(): Promise<string[]> {
    const rows = await this.#db.selectFrom('asset_attribute').select('name').distinct().execute();
    return rows.map(({ name }) => name);
  }

  async replaceAttributes(assetId: string, attributes: Attributes, tx: Tx): Promise<void> {
    await tx.deleteFrom('asset_attribute').where('asset_id', '=', assetId).execute();
    const rows = Object.entries(attributes).map(([name, value]) => ({ asset_id: assetId, name, value }));
    if (rows.length > 0) {
      await tx.insertInto('asset_attribute').values(rows).execute();
    }
  }

  /** How many people and groups were granted it. */
  async countGrants(assetId: string): Promise<{ users: number; groups: number }> {
    return this.#db
      .selectFrom('authorised')
      .select((eb) => [
        eb.fn.count<number>('user_id').as('users'),
        eb.fn.count<number>('user_group_id').as('groups'),
      ])
      .where('asset_id', '=', assetId)
      .executeTakeFirstOrThrow();
  }

  /** Gives an asset the grants that another has. */
  async copyGrants(fromId: string, toId: string, tx: Tx): Promise<void> {
    const grants = await tx.selectFrom('authorised').selectAll().where('asset_id', '=', fromId).execute();
    const rows = grants.map((grant) => ({ ...grant, id: newId(), asset_id: toId }));
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx.insertInto('authorised').values(some).execute();
    }
  }

  async hasGateway(id: string, tx: Tx): Promise<boolean> {
    const row = await tx.selectFrom('access_gateway').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }
}

const STATE_CONDITIONS = {
  up: sql<SqlBool>`asset.active = 1`,
  down: sql<SqlBool>`asset.active = 0`,
  unknown: sql<SqlBool>`asset.active is null`,
  'not-up': sql<SqlBool>`(asset.active = 0 or asset.active is null)`,
};
