import {
  GPU_HEALTH_LEVELS,
  type GpuFilters,
  type GpuQuery,
  type GpuUsage,
} from '@jadegate/contract/fleet/gpu';
import type { Page } from '@jadegate/contract/paging';
import { sql, type Expression, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { peopleNamed, type PeopleSearch } from '../../db/match-person.ts';
import { filteredBy, readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { GpuTable } from '../../db/schema.ts';
import { WholeListCache } from '../../db/whole-list-cache.ts';

type AskedGpus = GpuFilters & PeopleSearch;

interface Told {
  node_name: string | null;
  note: string | null;
  labels: string | null;
}

export type GpuRecord = Selectable<GpuTable> & Told & { asset_id: string | null };

/** What lists need; all that a driver tells, kilobytes of it, is read for one card alone. */
const LISTED_COLUMNS = [
  'id',
  'node_id',
  'vendor',
  'uuid',
  'bdf',
  'number',
  'model',
  'driver',
  'cuda',
  'attach',
  'usage',
  'health',
  'reasons',
  'util_pct',
  'mem_used',
  'mem_total',
  'temp_c',
  'power_w',
  'power_limit_w',
  'slices',
  'processes',
  'idle_since',
  'created_at',
  'seen_at',
  'gone_at',
] as const;

export type ListedGpu = Pick<Selectable<GpuTable>, (typeof LISTED_COLUMNS)[number]> & Told;

const LIST = {
  table: 'gpu',
  sort: {
    node: 'gpu.node_id',
    model: 'gpu.model',
    util: 'gpu.util_pct',
    memory: 'gpu.mem_pct',
    temperature: 'gpu.temp_c',
    power: 'gpu.power_w',
    health: 'gpu.health',
    idle: 'gpu.idle_since',
    seen: 'gpu.seen_at',
  },
  defaultSort: ['node', 'ascend'],
  nullable: ['util', 'memory', 'temperature', 'power', 'idle', 'seen'],
} as const;

/** Cards as they were last found, with the host they are in and what people say of them. */
export class GpuRepository extends RowsById<'gpu', GpuRecord> {
  readonly #whole: WholeListCache<ListedGpu, keyof (typeof LIST)['sort']>;

  constructor(database: Database) {
    super(database, 'gpu');
    this.#whole = new WholeListCache(database, () => this.#listed(), LIST);
  }

  protected override records(db: Db | Tx) {
    return this.#told(db).selectAll('gpu').select('node.asset_id');
  }

  #listed() {
    return this.#told(this.db).select(LISTED_COLUMNS.map((column) => `gpu.${column}` as const));
  }

  #told(db: Db | Tx) {
    return db
      .selectFrom('gpu')
      .leftJoin('node', 'node.id', 'gpu.node_id')
      .leftJoin('gpu_note', 'gpu_note.card_key', 'gpu.card_key')
      .select(['node.name as node_name', 'gpu_note.note', 'gpu_note.labels']);
  }

  page(query: GpuQuery & PeopleSearch): Promise<Page<ListedGpu>> {
    const filters = this.#conditions(query);
    return filters.length === 0
      ? this.#whole.read(query, {})
      : readPage(this.db, this.#listed(), query, { ...LIST, filters });
  }

  listOfNode(nodeId: string, tx: Db | Tx = this.db): Promise<Selectable<GpuTable>[]> {
    return tx.selectFrom('gpu').selectAll().where('node_id', '=', nodeId).execute();
  }

  listOptions(limit: number) {
    return this.db
      .selectFrom('gpu')
      .innerJoin('node', 'node.id', 'gpu.node_id')
      .select([
        'gpu.id',
        'gpu.model',
        'gpu.number',
        'gpu.bdf',
        'gpu.usage',
        'gpu.node_id',
        'node.name as node_name',
      ])
      .orderBy('gpu.node_id')
      .orderBy('gpu.id')
      .limit(limit)
      .execute();
  }

  counts(filters: AskedGpus) {
    return this.#filtered(filters)
      .select((eb) => ['gpu.model', 'gpu.usage', 'gpu.health', eb.fn.countAll<number>().as('count')])
      .groupBy(['gpu.model', 'gpu.usage', 'gpu.health'])
      .execute();
  }

  totals(filters: AskedGpus) {
    return this.#filtered(filters)
      .select((eb) => [
        eb.fn.avg<number | null>('gpu.util_pct').as('util'),
        eb.fn.sum<number | string | null>('gpu.mem_used').as('mem_used'),
        eb.fn.sum<number | string | null>('gpu.mem_total').as('mem_total'),
        eb.fn.sum<number | string | null>('gpu.power_w').as('power'),
      ])
      .executeTakeFirstOrThrow();
  }

  /** Held and not computing, longest first. */
  listIdle(filters: AskedGpus, limit: number): Promise<ListedGpu[]> {
    const conditions = [sql<SqlBool>`gpu.usage = 'held'`, ...this.#conditions(filters)];
    return filteredBy(this.#listed(), conditions)
      .orderBy('gpu.idle_since')
      .orderBy('gpu.id')
      .limit(limit)
      .execute();
  }

  /** Every card with as little as a map of them needs, host by host. */
  listCells(filters: AskedGpus) {
    return this.#filtered(filters)
      .innerJoin('node', 'node.id', 'gpu.node_id')
      .select([
        'gpu.id',
        'gpu.number',
        'gpu.usage',
        'gpu.health',
        'gpu.util_pct',
        'gpu.mem_pct',
        'node.id as node_id',
        'node.name as node_name',
      ])
      .orderBy('node.name_key')
      .orderBy('node.id')
      .orderBy('gpu.number')
      .orderBy('gpu.id')
      .execute();
  }

  async writeNote(
    row: { id: string; card_key: string; note: string; labels: string; updated_at: number },
    tx: Tx,
  ): Promise<void> {
    const { note, labels, updated_at } = row;
    await tx
      .insertInto('gpu_note')
      .values(row)
      .onConflict((c) => c.column('card_key').doUpdateSet({ note, labels, updated_at }))
      .execute();
  }

  /** Cards whose host has told nothing for three of its intervals. Answers how many there were. */
  async markStale(now: number, reasons: string): Promise<void> {
    await this.db
      .updateTable('gpu')
      .set({ usage: 'unknown' satisfies GpuUsage, health: GPU_HEALTH_LEVELS.indexOf('unknown'), reasons })
      .where('gone_at', 'is', null)
      .where('seen_at', 'is not', null)
      .where('reasons', '!=', reasons)
      .where(
        sql<SqlBool>`gpu.seen_at + 3000 * (select node.interval_seconds from node where node.id = gpu.node_id) < ${now}`,
      )
      .execute();
  }

  #filtered(filters: AskedGpus) {
    return filteredBy(this.db.selectFrom('gpu'), this.#conditions(filters));
  }

  /** All on the table of cards itself, or on what another one says of its id: the count joins nothing. */
  #conditions(query: AskedGpus): Expression<SqlBool>[] {
    const { keyword, nodeId, model, usage, health, userId, mig, gone, label, byMail } = query;
    return [
      ...(keyword === undefined ? [] : [this.#mentions(keyword, { byMail })]),
      ...(nodeId === undefined ? [] : [sql<SqlBool>`gpu.node_id = ${nodeId}`]),
      ...(model === undefined ? [] : [this.engine.like('gpu.model', model)]),
      ...(usage === undefined ? [] : [sql<SqlBool>`gpu.usage = ${usage}`]),
      ...(health === undefined ? [] : [sql<SqlBool>`gpu.health = ${GPU_HEALTH_LEVELS.indexOf(health)}`]),
      ...(userId === undefined
        ? []
        : [sql<SqlBool>`gpu.id in (select gpu_process.gpu_id from gpu_process where user_id = ${userId})`]),
      ...(mig === undefined
        ? []
        : [mig ? sql<SqlBool>`gpu.slices is not null` : sql<SqlBool>`gpu.slices is null`]),
      ...(gone === undefined
        ? []
        : [gone ? sql<SqlBool>`gpu.gone_at is not null` : sql<SqlBool>`gpu.gone_at is null`]),
      ...(label === undefined ? [] : [this.#isLabelled(label)]),
    ];
  }

  #mentions(keyword: string, search: PeopleSearch): Expression<SqlBool> {
    return sql<SqlBool>`(${this.engine.contains('gpu', 'found', keyword)}
      or gpu.node_id in (select node.id from node where ${this.engine.contains('node', 'name', keyword)})
      or gpu.card_key in (select gpu_note.card_key from gpu_note where ${this.engine.like('gpu_note.note', keyword)})
      or gpu.id in (select gpu_process.gpu_id from gpu_process where ${this.engine.like('gpu_process.account', keyword)}
        or gpu_process.user_id in (${peopleNamed(this.engine, keyword, search)})))`;
  }

  /** Labels are JSON text, written by ourselves in one form. */
  #isLabelled(label: string): Expression<SqlBool> {
    const [key = '', ...rest] = label.split('=');
    const value = rest.length === 0 ? '' : JSON.stringify(rest.join('=').trim());
    const wanted = `${JSON.stringify(key.trim())}:${value}`;
    return sql<SqlBool>`gpu.card_key in
      (select gpu_note.card_key from gpu_note where ${this.engine.like('gpu_note.labels', wanted)})`;
  }
}
