import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import type { VmFilters, VmQuery } from '@jadegate/contract/fleet/vm';
import type { VmAction, VmState } from '@jadegate/contract/fleet/vm-state';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { filteredBy, readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { VmStateTable, VmTable } from '../../db/schema.ts';
import { WholeListCache } from '../../db/whole-list-cache.ts';
import { DAY_MS } from '../../kernel/clock.ts';
import { actionsShownAs } from './vm-state.policy.ts';

/** What lists need; everything found is read for one machine alone. */
type ListedState = Omit<Selectable<VmStateTable>, 'vm_id' | 'detail' | 'found' | 'counters'>;
type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null };

export type VmRecord = Selectable<VmTable> &
  Nullable<ListedState> & {
    node_name: string | null;
    asset_name: string | null;
    asset_protocol: Protocol | null;
    owner_name: string | null;
    task_id: string | null;
    task_action: VmAction | null;
    task_started_at: number | null;
    task_deadline_at: number | null;
  };

const SORT_COLUMNS = {
  name: 'vm.name_key',
  state: 'vm_state.state',
  node: 'node.name_key',
  vcpus: 'vm_state.vcpus',
  cpu: 'vm_state.cpu_pct',
  memory: 'vm_state.mem_bytes',
  disk: 'vm_state.disk_bytes',
  snapshots: 'vm_state.snapshot_count',
  seen: 'vm_state.seen_at',
  created: 'vm.created_at',
} as const;

const LIST = {
  table: 'vm',
  sort: SORT_COLUMNS,
  defaultSort: ['name', 'ascend'],
  nullable: ['state', 'node', 'vcpus', 'cpu', 'memory', 'disk', 'snapshots', 'seen'],
} as const;

const STATE_COLUMNS = [
  'vm_state.node_id',
  'vm_state.host',
  'vm_state.state',
  'vm_state.state_reason',
  'vm_state.state_since',
  'vm_state.title',
  'vm_state.vcpus',
  'vm_state.mem_bytes',
  'vm_state.mem_max_bytes',
  'vm_state.mem_rss_bytes',
  'vm_state.cpu_pct',
  'vm_state.uptime_sec',
  'vm_state.disk_bytes',
  'vm_state.disk_allocated_bytes',
  'vm_state.is_autostart',
  'vm_state.is_persistent',
  'vm_state.is_template',
  'vm_state.ip',
  'vm_state.ip_source',
  'vm_state.snapshot_count',
  'vm_state.oldest_snapshot_at',
  'vm_state.brief',
  'vm_state.detail_at',
  'vm_state.seen_at',
  'vm_state.missing_since',
] as const;

/** Virtual machines with what their hypervisors said of them. */
export class VmRepository extends RowsById<'vm', VmRecord> {
  readonly #whole: WholeListCache<VmRecord, keyof typeof SORT_COLUMNS>;

  constructor(database: Database) {
    super(database, 'vm');
    this.#whole = new WholeListCache(database, () => this.records(database.db), LIST);
  }

  protected override records(db: Db | Tx) {
    return db
      .selectFrom('vm')
      .leftJoin('vm_state', 'vm_state.vm_id', 'vm.id')
      .leftJoin('node', 'node.id', 'vm_state.node_id')
      .leftJoin('asset', 'asset.id', 'vm.asset_id')
      .leftJoin('user', 'user.id', 'vm.owner_id')
      .leftJoin('vm_task', (on) => on.onRef('vm_task.vm_id', '=', 'vm.id').on('vm_task.ended_at', 'is', null))
      .selectAll('vm')
      .select(STATE_COLUMNS)
      .select([
        'node.name as node_name',
        'asset.name as asset_name',
        'asset.protocol as asset_protocol',
        'user.username as owner_name',
        'vm_task.id as task_id',
        'vm_task.action as task_action',
        'vm_task.started_at as task_started_at',
        'vm_task.deadline_at as task_deadline_at',
      ]);
  }

  page(query: VmQuery, now: number): Promise<Page<VmRecord>> {
    const filters = this.#conditions(query, now);
    return filters.length === 0
      ? this.#whole.read(query, {})
      : readPage(this.db, this.records(this.db), query, { ...LIST, filters });
  }

  async detail(id: string): Promise<{ detail: string | null; detail_at: number | null } | undefined> {
    return this.db
      .selectFrom('vm_state')
      .select(['detail', 'detail_at'])
      .where('vm_id', '=', id)
      .executeTakeFirst();
  }

  /** How many there are in each state; those that are gone are counted as such. */
  counts(filters: VmFilters, now: number) {
    const isGone = sql<number>`case when vm_state.missing_since is null then 0 else 1 end`;
    return filteredBy(
      this.db
        .selectFrom('vm')
        .leftJoin('vm_state', 'vm_state.vm_id', 'vm.id')
        .select((eb) => [
          'vm_state.state',
          isGone.as('gone'),
          eb.fn.countAll<number>().as('count'),
          eb.fn.sum<number | string | null>('vm_state.vcpus').as('vcpus'),
          eb.fn.sum<number | string | null>('vm_state.mem_bytes').as('mem_bytes'),
        ]),
      this.#conditions(filters, now),
    )
      .groupBy(['vm_state.state', isGone])
      .execute();
  }

  hasUser(id: string, tx: Tx): Promise<{ id: string } | undefined> {
    return tx.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst();
  }

  /** All on the table of machines itself, or on what another one says of its id: the count joins nothing. */
  #conditions(query: VmFilters, now: number): Expression<SqlBool>[] {
    const { keyword, nodeId, state, provider, label, linked, snapshotDays } = query;
    const stated = (condition: Expression<SqlBool>) =>
      sql<SqlBool>`vm.id in (select vm_state.vm_id from vm_state where ${condition})`;
    return [
      ...(keyword === undefined ? [] : [this.#mentions(keyword)]),
      ...(nodeId === undefined ? [] : [stated(sql<SqlBool>`vm_state.node_id = ${nodeId}`)]),
      ...(state === undefined ? [] : [isShownAs(state)]),
      ...(provider === undefined ? [] : [sql<SqlBool>`vm.provider = ${provider}`]),
      ...(label === undefined ? [] : [this.#isLabelled(label)]),
      ...(linked === undefined
        ? []
        : [linked ? sql<SqlBool>`vm.asset_id is not null` : sql<SqlBool>`vm.asset_id is null`]),
      ...(snapshotDays === undefined
        ? []
        : [stated(sql<SqlBool>`vm_state.oldest_snapshot_at < ${now - snapshotDays * DAY_MS}`)]),
    ];
  }

  #mentions(keyword: string): Expression<SqlBool> {
    return sql<SqlBool>`(${this.engine.contains('vm', 'name', keyword)}
      or vm.manual_ip = ${keyword}
      or vm.id in (select vm_state.vm_id from vm_state where ${this.engine.like('vm_state.found', keyword)}))`;
  }

  /** Labels are JSON text, written by ourselves in one form. */
  #isLabelled(label: string): Expression<SqlBool> {
    const [key = '', ...rest] = label.split('=');
    const wanted =
      rest.length === 0
        ? `${JSON.stringify(key.trim())}:`
        : `${JSON.stringify(key.trim())}:${JSON.stringify(rest.join('=').trim())}`;
    return this.engine.like('vm.labels', wanted);
  }
}

/** What is done with a machine goes before what its hypervisor last said. */
function isShownAs(state: VmState): Expression<SqlBool> {
  const actions = actionsShownAs(state);
  const seen =
    state === 'missing'
      ? sql`vm_state.missing_since is not null`
      : sql`vm_state.missing_since is null and vm_state.state = ${state}`;
  const other = sql`select vm_task.vm_id from vm_task where vm_task.ended_at is null`;
  const isSeen = sql<SqlBool>`(vm.id in (select vm_state.vm_id from vm_state where ${seen})
    and vm.id not in (${other} and vm_task.action in (${sql.join(actionsShownAs('any'))})))`;
  if (actions.length > 0) {
    return sql<SqlBool>`(${isSeen} or vm.id in (${other} and vm_task.action in (${sql.join(actions)})))`;
  }
  return state === 'unknown'
    ? sql<SqlBool>`(${isSeen} or vm.id not in (select vm_state.vm_id from vm_state))`
    : isSeen;
}
