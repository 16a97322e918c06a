import type { AssetInput } from '@jadegate/contract/access/asset';
import type { NodeFilters, NodeQuery } from '@jadegate/contract/fleet/node';
import type { NodeStatus } from '@jadegate/contract/node-status';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { filteredBy, readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { NodeStateTable, NodeTable } from '../../db/schema.ts';
import { WholeListCache } from '../../db/whole-list-cache.ts';

/** What lists need; facts are read for one node alone. */
type ListedState = Omit<Selectable<NodeStateTable>, 'node_id' | 'facts' | 'gpus' | 'found' | 'problems'>;
type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null };

export type NodeRecord = Selectable<NodeTable> &
  Nullable<ListedState> & {
    asset_name: string | null;
    ip: string | null;
    port: number | null;
    gateway_name: string | null;
    open_changes: number;
  };

interface Counts {
  status: NodeStatus | null;
  lifecycle: string;
  count: number;
}

const SORT_COLUMNS = {
  name: 'node.name_key',
  status: 'node_state.status',
  created: 'node.created_at',
  site: 'node.site',
  cpu: 'node_state.cpu_pct',
  memory: 'node_state.mem_pct',
  disk: 'node_state.disk_pct',
  load: 'node_state.load_share',
  temperature: 'node_state.temp_c',
  seen: 'node_state.seen_at',
} as const;

const LIST = {
  table: 'node',
  sort: SORT_COLUMNS,
  defaultSort: ['created', 'descend'],
  nullable: ['status', 'cpu', 'memory', 'disk', 'load', 'temperature', 'seen'],
} as const;

const STATE_COLUMNS = [
  'node_state.status',
  'node_state.problem_kind',
  'node_state.problem',
  'node_state.failures',
  'node_state.status_since',
  'node_state.seen_at',
  'node_state.collected_at',
  'node_state.facts_at',
  'node_state.next_at',
  'node_state.held_by',
  'node_state.held_until',
  'node_state.asking_until',
  'node_state.latency_ms',
  'node_state.poll_ms',
  'node_state.clock_skew',
  'node_state.cpu_pct',
  'node_state.mem_pct',
  'node_state.mem_used',
  'node_state.mem_total',
  'node_state.disk_pct',
  'node_state.load_share',
  'node_state.temp_c',
  'node_state.brief',
  'node_state.sample',
  'node_state.differs',
] as const;

/** Nodes with what became of asking them. */
export class NodeRepository extends RowsById<'node', NodeRecord> {
  readonly #whole: WholeListCache<NodeRecord, keyof typeof SORT_COLUMNS>;

  constructor(database: Database) {
    super(database, 'node');
    this.#whole = new WholeListCache(database, () => this.records(database.db), LIST);
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('node')
      .leftJoin('node_state', 'node_state.node_id', 'node.id')
      .leftJoin('asset', 'asset.id', 'node.asset_id')
      .leftJoin('access_gateway', 'access_gateway.id', 'asset.access_gateway_id')
      .selectAll('node')
      .select(STATE_COLUMNS)
      .select([
        'asset.name as asset_name',
        'asset.ip as ip',
        'asset.port as port',
        'access_gateway.name as gateway_name',
        sql<number>`(select count(*) from node_change where node_change.node_id = node.id and node_change.confirmed_at is null)`.as(
          'open_changes',
        ),
      ]);
  }

  page(query: NodeQuery): Promise<Page<NodeRecord>> {
    const filters = this.#conditions(query);
    return filters.length === 0
      ? this.#whole.read(query, {})
      : readPage(this.db, this.records(this.db), query, { ...LIST, filters });
  }

  listOptions() {
    return this.db
      .selectFrom('node')
      .leftJoin('asset', 'asset.id', 'node.asset_id')
      .leftJoin('node_state', 'node_state.node_id', 'node.id')
      .select(['node.id', 'node.name', 'asset.ip', 'node_state.status'])
      .orderBy('node.name_key')
      .execute();
  }

  /** Those that stand in a rack, as people walk along them. */
  listRacked() {
    return (
      this.db
        .selectFrom('node')
        .leftJoin('node_state', 'node_state.node_id', 'node.id')
        .select([
          'node.id',
          'node.name',
          'node.site',
          'node.room',
          'node.rack',
          'node.unit',
          'node.unit_height',
          'node.lifecycle',
          'node_state.status',
          'node_state.cpu_pct',
          'node_state.temp_c',
        ])
        // In words and not as a value, so that SQLite knows of it when it looks for an index.
        .where(sql<SqlBool>`node.rack != ''`)
        .orderBy('node.site')
        .orderBy('node.room')
        .orderBy('node.rack')
        .orderBy(sql`case when node.unit is null then 1 else 0 end`)
        .orderBy('node.unit', 'desc')
        .orderBy('node.name_key')
        .execute()
    );
  }

  listAsked({ nodeIds, label }: { nodeIds: readonly string[]; label: string }) {
    const chosen: Expression<SqlBool>[] = [
      ...(nodeIds.length === 0 ? [] : [sql<SqlBool>`node.id in (${sql.join(nodeIds)})`]),
      ...(label === '' ? [] : [this.#isLabelled(label)]),
    ];
    return this.db
      .selectFrom('node')
      .select(['node.id', 'node.name'])
      .where('lifecycle', 'in', ['active', 'maintenance'])
      .where('collects', '=', 1)
      .where('asset_id', 'is not', null)
      .$if(chosen.length > 0, (rows) => rows.where((eb) => eb.or(chosen)))
      .orderBy('name_key')
      .execute();
  }

  /** How many there are of each kind. */
  counts(filters: NodeFilters): Promise<Counts[]> {
    return this.#summed(filters)
      .select((eb) => ['node_state.status', 'node.lifecycle', eb.fn.countAll<number>().as('count')])
      .groupBy(['node_state.status', 'node.lifecycle'])
      .execute();
  }

  totals(filters: NodeFilters) {
    return this.#summed(filters)
      .select((eb) => [
        eb.fn.avg<number | null>('node_state.cpu_pct').as('cpu_average'),
        eb.fn.max('node_state.cpu_pct').as('cpu_highest'),
        eb.fn.sum<number | string | null>('node_state.mem_used').as('mem_used'),
        eb.fn.sum<number | string | null>('node_state.mem_total').as('mem_total'),
      ])
      .executeTakeFirstOrThrow();
  }

  async countOpenChanges(filters: NodeFilters): Promise<number> {
    const conditions = this.#conditions(filters);
    const { count } = await this.db
      .selectFrom('node_change')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('confirmed_at', 'is', null)
      .$if(conditions.length > 0, (rows) =>
        rows.where('node_id', 'in', filteredBy(this.db.selectFrom('node').select('node.id'), conditions)),
      )
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Which of these assets are linked already. */
  async listLinked(assetIds: readonly string[], tx: Db | Tx = this.db): Promise<string[]> {
    const rows =
      assetIds.length === 0
        ? []
        : await tx.selectFrom('node').select('asset_id').where('asset_id', 'in', assetIds).execute();
    return rows.flatMap(({ asset_id }) => asset_id ?? []);
  }

  /** What it takes to link assets. */
  listAssets(ids: readonly string[], tx: Db | Tx = this.db) {
    return ids.length === 0
      ? Promise.resolve([])
      : tx.selectFrom('asset').select(['id', 'name', 'protocol']).where('id', 'in', ids).execute();
  }

  /** SSH assets by their id, name or address, as files name them. */
  findAssets(word: string) {
    return this.db
      .selectFrom('asset')
      .select(['id', 'name'])
      .where('protocol', '=', 'ssh')
      .where((eb) => eb.or([eb('id', '=', word), eb('name', '=', word), eb('ip', '=', word)]))
      .limit(2)
      .execute();
  }

  /** An SSH asset that nobody links yet and that leads to the same place as the same account. */
  findLike(
    { ip, port, accessGatewayId }: Pick<AssetInput, 'ip' | 'port' | 'accessGatewayId'>,
    { username, credentialId }: { username: string; credentialId: string | null },
  ): Promise<{ id: string } | undefined> {
    return this.db
      .selectFrom('asset')
      .select('asset.id')
      .where('protocol', '=', 'ssh')
      .where('ip', '=', ip)
      .where('port', '=', port)
      .where('username', '=', username)
      .where('access_gateway_id', accessGatewayId === null ? 'is' : '=', accessGatewayId)
      .where('credential_id', credentialId === null ? 'is' : '=', credentialId)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('node').select('node.id').whereRef('node.asset_id', '=', 'asset.id'))),
      )
      .orderBy('asset.created_at')
      .limit(1)
      .executeTakeFirst();
  }

  async listNameKeys(keys: readonly string[], tx: Db | Tx = this.db): Promise<string[]> {
    const rows =
      keys.length === 0
        ? []
        : await tx.selectFrom('node').select('name_key').where('name_key', 'in', keys).execute();
    return rows.map(({ name_key }) => name_key);
  }

  #summed(filters: NodeFilters) {
    const rows = this.db.selectFrom('node').leftJoin('node_state', 'node_state.node_id', 'node.id');
    const conditions = this.#conditions(filters);
    return conditions.length === 0 ? rows : rows.where((eb) => eb.and(conditions));
  }

  /** All on the table of nodes itself, or on what another one says of its id: the count joins nothing. */
  #conditions(query: NodeFilters): Expression<SqlBool>[] {
    const { keyword, status, lifecycle, site, rack, label, problem, changed, differs, attention } = query;
    const stated = (condition: Expression<SqlBool>) =>
      sql<SqlBool>`node.id in (select node_state.node_id from node_state where ${condition})`;
    return [
      ...(keyword === undefined ? [] : [this.#mentions(keyword)]),
      ...(status === undefined ? [] : [this.#hasStatus(status)]),
      ...(lifecycle === undefined ? [] : [sql<SqlBool>`node.lifecycle = ${lifecycle}`]),
      ...(site === undefined ? [] : [this.engine.like('node.site', site)]),
      ...(rack === undefined ? [] : [this.engine.like('node.rack', rack)]),
      ...(label === undefined ? [] : [this.#isLabelled(label)]),
      ...(problem === undefined ? [] : [stated(sql<SqlBool>`node_state.problem_kind = ${problem}`)]),
      ...(changed === undefined ? [] : [hasChanged(changed)]),
      ...(differs === undefined ? [] : [isOther(differs)]),
      ...(attention === undefined ? [] : [needsAttention(attention)]),
    ];
  }

  /** One that was never asked has no state yet. */
  #hasStatus(status: NodeStatus): Expression<SqlBool> {
    const has = sql<SqlBool>`node.id in (select node_state.node_id from node_state where node_state.status = ${status})`;
    return status === 'unknown'
      ? sql<SqlBool>`(${has} or node.id not in (select node_state.node_id from node_state))`
      : has;
  }

  #mentions(keyword: string): Expression<SqlBool> {
    const inState = this.engine.like('node_state.found', keyword);
    const inAsset = this.engine.like('asset.ip', keyword);
    return sql<SqlBool>`(${this.engine.contains('node', 'name', keyword)}
      or ${this.engine.contains('node', 'asset_tag', keyword)}
      or node.id in (select node_state.node_id from node_state where ${inState})
      or node.asset_id in (select asset.id from asset where ${inAsset}))`;
  }

  /** Labels are JSON text, written by ourselves in one form. */
  #isLabelled(label: string): Expression<SqlBool> {
    const [key = '', ...rest] = label.split('=');
    const wanted =
      rest.length === 0
        ? `${JSON.stringify(key.trim())}:`
        : `${JSON.stringify(key.trim())}:${JSON.stringify(rest.join('=').trim())}`;
    return this.engine.like('node.labels', wanted);
  }
}

function hasChanged(changed: boolean): Expression<SqlBool> {
  const open = sql`(select node_change.node_id from node_change where node_change.confirmed_at is null)`;
  return changed ? sql<SqlBool>`node.id in ${open}` : sql<SqlBool>`node.id not in ${open}`;
}

function isOther(differs: boolean): Expression<SqlBool> {
  const other = sql`(select node_state.node_id from node_state where node_state.differs = 1)`;
  return differs ? sql<SqlBool>`node.id in ${other}` : sql<SqlBool>`node.id not in ${other}`;
}

function needsAttention(wanted: boolean): Expression<SqlBool> {
  const unwell = sql`(node.lifecycle = 'active' and node.id in (select node_state.node_id from node_state
    where node_state.status in ('degraded', 'offline', 'auth-failed', 'host-key-changed')))`;
  return wanted ? sql<SqlBool>`${unwell}` : sql<SqlBool>`not ${unwell}`;
}
