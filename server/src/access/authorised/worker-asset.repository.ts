import type { AssetHost, WorkerAssetQuery } from '@jadegate/contract/access/worker-asset';
import type { GpuState } from '@jadegate/contract/fleet/gpu-state';
import type { NodeBrief } from '@jadegate/contract/fleet/node';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';
import type { AssetTable, Flag } from '../../db/schema.ts';

export interface WorkerAssetRow {
  id: string;
  name: string;
  description: string;
  protocol: AssetTable['protocol'];
  active: Flag | null;
  owner_id: string;
  used_at: number | null;
  favourite_at: number | null;
}

/** Whose list, and at what time: grants that have ended or not begun are not in it. */
interface Whose {
  userId: string;
  now: number;
}

type Filters = Omit<WorkerAssetQuery, 'pageIndex' | 'pageSize' | 'field' | 'order'>;

/**
 * Somebody with this many assets has nearly every one that comes up, so the page is found sooner by walking the assets
 * in order and asking for each than by collecting them all and sorting.
 */
const WALK_FROM = 5000;
/** Shorter texts have no index to start from. */
const INDEXED_TEXT = 3;

const SORT_COLUMNS = {
  name: sql.ref('asset.name'),
  protocol: sql.ref('asset.protocol'),
  active: sql.ref('asset.active'),
} as const;

/** The assets a person may use, as one query over what was granted, through which group, and what is owned. */
export class WorkerAssetRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  async page(whose: Whose, query: WorkerAssetQuery): Promise<Page<WorkerAssetRow>> {
    const { pageIndex, pageSize, field, order, ...filters } = query;
    const total = await this.#count(whose, filters);
    const slice = { offset: (pageIndex - 1) * pageSize, limit: pageSize };
    const isDense = total > WALK_FROM;
    if (field !== undefined || filters.favourite !== undefined) {
      const items = await this.#rows(whose, filters, { ...slice, field, order, isDense });
      return { total, items };
    }
    // Favourites first: they are few, and the rest stays in the order of an index.
    const favourites = await this.#count(whose, { ...filters, favourite: true });
    const first =
      slice.offset < favourites ? await this.#rows(whose, { ...filters, favourite: true }, slice) : [];
    const rest =
      first.length < slice.limit
        ? await this.#rows(
            whose,
            { ...filters, favourite: false },
            {
              offset: Math.max(0, slice.offset - favourites),
              limit: slice.limit - first.length,
              isDense,
            },
          )
        : [];
    return { total, items: [...first, ...rest] };
  }

  listNamed(
    whose: Whose,
    protocol: AssetTable['protocol'],
    limit: number,
  ): Promise<{ id: string; name: string }[]> {
    return this.#db
      .selectFrom('asset')
      .select(['asset.id', 'asset.name'])
      .where((eb) => eb.and(this.#where(whose, { protocol }, false)))
      .orderBy('asset.name')
      .orderBy('asset.id')
      .limit(limit)
      .execute();
  }

  async isReachable(whose: Whose, assetId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('asset')
      .select('asset.id')
      .where('asset.id', '=', assetId)
      .where(reachedOneByOne(whose))
      .executeTakeFirst();
    return row !== undefined;
  }

  async listTags(whose: Whose): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('asset_tag')
      .select('tag')
      .distinct()
      .where(sql<SqlBool>`asset_tag.asset_id in (${reachableIds(whose)})`)
      .orderBy('tag')
      .execute();
    return rows.map((row) => row.tag);
  }

  async tagsOf(assetIds: readonly string[]): Promise<Map<string, string[]>> {
    const byAsset = new Map<string, string[]>();
    if (assetIds.length === 0) {
      return byAsset;
    }
    const rows = await this.#db
      .selectFrom('asset_tag')
      .selectAll()
      .where('asset_id', 'in', assetIds)
      .orderBy('tag')
      .execute();
    for (const { asset_id, tag } of rows) {
      byAsset.set(asset_id, [...(byAsset.get(asset_id) ?? []), tag]);
    }
    return byAsset;
  }

  /** What is known of the machines behind these assets, where somebody has it collected. */
  async hostsOf(assetIds: readonly string[]): Promise<Map<string, AssetHost>> {
    if (assetIds.length === 0) {
      return new Map();
    }
    const rows = await this.#db
      .selectFrom('node')
      .innerJoin('node_state', 'node_state.node_id', 'node.id')
      .select([
        'node.asset_id',
        'node_state.status',
        'node_state.brief',
        'node_state.gpus',
        'node_state.seen_at',
      ])
      .select(['node_state.cpu_pct', 'node_state.mem_pct', 'node_state.mem_total'])
      .where('node.asset_id', 'in', assetIds)
      .where('node.lifecycle', 'in', ['active', 'maintenance'])
      .execute();
    return new Map(
      rows.map((row) => {
        const brief = JSON.parse(row.brief ?? 'null') as NodeBrief | null;
        const cards = JSON.parse(row.gpus || '[]') as GpuState[];
        const host: AssetHost = {
          status: row.status,
          cpuModel: brief?.cpuModel ?? null,
          threads: brief?.threads ?? null,
          memBytes: row.mem_total,
          cpuPct: row.cpu_pct,
          memPct: row.mem_pct,
          gpuCount: Math.max(cards.length, brief?.gpuCount ?? 0),
          gpuModel: cards[0]?.model ?? null,
          seenAt: row.seen_at === null ? null : new Date(row.seen_at).toISOString(),
        };
        return [row.asset_id ?? '', host];
      }),
    );
  }

  async addFavourite(user_id: string, asset_id: string, created_at: number): Promise<void> {
    await this.#db
      .insertInto('asset_favourite')
      .values({ user_id, asset_id, created_at })
      .onConflict((conflict) => conflict.columns(['user_id', 'asset_id']).doNothing())
      .execute();
  }

  async removeFavourite(userId: string, assetId: string): Promise<void> {
    await this.#db
      .deleteFrom('asset_favourite')
      .where('user_id', '=', userId)
      .where('asset_id', '=', assetId)
      .execute();
  }

  async #count(whose: Whose, filters: Filters): Promise<number> {
    if (Object.values(filters).every((value) => value === undefined)) {
      return this.#countAll(whose);
    }
    const where = this.#where(whose, filters, isNarrow(filters));
    const { total } = await this.#db
      .selectFrom('asset')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where((eb) => eb.and(where))
      .executeTakeFirstOrThrow();
    return total;
  }

  /** Without looking at the assets themselves: nothing else refers to one that is gone. A third quicker for many. */
  async #countAll(whose: Whose): Promise<number> {
    const { total } = await this.#db
      .selectFrom(sql<{ asset_id: string }>`(${reachableIds(whose)})`.as('reachable'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  }

  #rows(
    whose: Whose,
    filters: Filters,
    slice: Pick<WorkerAssetQuery, 'field' | 'order'> & { offset: number; limit: number; isDense?: boolean },
  ): Promise<WorkerAssetRow[]> {
    const { field = 'name', order, offset, limit, isDense = false } = slice;
    const direction = order === 'descend' ? 'desc' : 'asc';
    const own = (table: 'asset_use' | 'asset_favourite', column: 'used_at' | 'created_at') =>
      sql<number | null>`(select ${sql.ref(`${table}.${column}`)} from ${sql.table(table)}
        where ${sql.ref(`${table}.asset_id`)} = asset.id and ${sql.ref(`${table}.user_id`)} = ${whose.userId})`;
    const usedAt = own('asset_use', 'used_at');
    return this.#db
      .selectFrom('asset')
      .select(['asset.id', 'asset.name', 'asset.description', 'asset.protocol', 'asset.active'])
      .select([
        'asset.owner_id',
        usedAt.as('used_at'),
        own('asset_favourite', 'created_at').as('favourite_at'),
      ])
      .where((eb) => eb.and(this.#where(whose, filters, isDense || isNarrow(filters))))
      .orderBy(field === 'lastAccessTime' ? sql`coalesce(${usedAt}, 0)` : SORT_COLUMNS[field], direction)
      .orderBy('asset.id', direction)
      .limit(limit)
      .offset(offset)
      .execute();
  }

  #where(whose: Whose, filters: Filters, oneByOne: boolean): Expression<SqlBool>[] {
    const { name, protocol, tags = [], active, favourite, recent } = filters;
    const among = (isWanted: boolean, table: 'asset_favourite' | 'asset_use') =>
      sql<SqlBool>`asset.id ${sql.raw(isWanted ? '' : 'not ')}in (select asset_id from ${sql.table(table)} where user_id = ${whose.userId})`;
    return [
      oneByOne ? reachedOneByOne(whose) : sql<SqlBool>`asset.id in (${reachableIds(whose)})`,
      ...(name === undefined ? [] : [this.#engine.contains('asset', 'name', name)]),
      ...(protocol === undefined ? [] : [sql<SqlBool>`asset.protocol = ${protocol}`]),
      ...(active === undefined ? [] : [sql<SqlBool>`coalesce(asset.active, 0) = ${active ? 1 : 0}`]),
      ...(favourite === undefined ? [] : [among(favourite, 'asset_favourite')]),
      ...(recent === undefined ? [] : [among(recent, 'asset_use')]),
      ...tags.map(
        (tag) =>
          sql<SqlBool>`exists (select 1 from asset_tag where asset_tag.asset_id = asset.id and tag = ${tag})`,
      ),
    ];
  }
}

/** Few rows to begin with: the reach of each is then asked for by itself. */
function isNarrow({ name, favourite, recent }: Filters): boolean {
  return favourite === true || recent === true || (name !== undefined && [...name].length >= INDEXED_TEXT);
}

const begunAndNotEnded = (now: number) =>
  sql`(authorised.starts_at is null or authorised.starts_at <= ${now}) and (authorised.ends_at is null or authorised.ends_at > ${now})`;

const groupsOf = (userId: string) =>
  sql`(select user_group_id from user_group_member where user_id = ${userId})`;

/** Every asset of the person. */
function reachableIds({ userId, now }: Whose): RawBuilder<unknown> {
  const live = begunAndNotEnded(now);
  return sql`select asset_id from authorised where user_id = ${userId} and ${live}
    union select asset_id from authorised where user_group_id in ${groupsOf(userId)} and ${live}
    union select id from asset where owner_id = ${userId}`;
}

/** The same, asked of one asset. */
function reachedOneByOne({ userId, now }: Whose): RawBuilder<SqlBool> {
  const live = begunAndNotEnded(now);
  return sql<SqlBool>`(asset.owner_id = ${userId}
    or exists (select 1 from authorised where asset_id = asset.id and user_id = ${userId} and ${live})
    or exists (select 1 from authorised where asset_id = asset.id and user_group_id in ${groupsOf(userId)} and ${live}))`;
}
