import type { NodeStatus } from '@jadegate/contract/node-status';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { NodeStateTable } from '../../db/schema.ts';

export type StateRecord = Selectable<NodeStateTable>;

/** A node whose turn it is. */
interface DueNode {
  id: string;
  gateway_id: string | null;
}

interface Lease {
  process: string;
  now: number;
  /** Until when nobody else asks. */
  heldUntil: number;
  askingUntil: number;
}

const NEW_STATE: Omit<Insertable<NodeStateTable>, 'node_id' | 'next_at'> = {
  status: 'unknown',
  problem_kind: '',
  problem: '',
  problems: '[]',
  failures: 0,
  status_since: null,
  seen_at: null,
  collected_at: null,
  facts_at: null,
  held_by: '',
  held_until: 0,
  asking_until: 0,
  latency_ms: null,
  poll_ms: null,
  clock_skew: null,
  cpu_pct: null,
  mem_pct: null,
  mem_used: null,
  mem_total: null,
  disk_pct: null,
  load_share: null,
  temp_c: null,
  found: '',
  brief: null,
  facts: null,
  sample: null,
  gpus: '[]',
  differs: 0,
};

/** States in which a change of the asset may be what was waited for. */
const WAITING: readonly NodeStatus[] = ['offline', 'auth-failed', 'host-key-changed', 'unknown'];

export class NodeStateRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  find(nodeId: string, tx: Db | Tx = this.#db): Promise<StateRecord | undefined> {
    return tx.selectFrom('node_state').selectAll().where('node_id', '=', nodeId).executeTakeFirst();
  }

  async insert(nodeId: string, nextAt: number | null, tx: Db | Tx = this.#db): Promise<void> {
    await tx
      .insertInto('node_state')
      .values({ ...NEW_STATE, node_id: nodeId, next_at: nextAt })
      .onConflict((c) => c.column('node_id').doNothing())
      .execute();
  }

  async update(nodeId: string, change: Updateable<NodeStateTable>, tx: Db | Tx = this.#db): Promise<void> {
    await tx.updateTable('node_state').set(change).where('node_id', '=', nodeId).execute();
  }

  /** Those that were restored from a backup, or never asked. */
  async listWithoutState(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('node')
      .select('id')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('node_state')
              .select('node_state.node_id')
              .whereRef('node_state.node_id', '=', 'node.id'),
          ),
        ),
      )
      .limit(500)
      .execute();
    return rows.map(({ id }) => id);
  }

  /**
   * Those whose time has come and which no other process keeps, longest due first, but of each gateway no more than it may
   * carry: hosts behind one that hangs keep no others waiting. `without`: gateways that carry as many already.
   */
  listDue(
    process: string,
    now: number,
    { limit, perGateway, without }: { limit: number; perGateway: number; without: readonly string[] },
  ): Promise<DueNode[]> {
    const due = this.#db
      .selectFrom('node_state')
      .innerJoin('node', 'node.id', 'node_state.node_id')
      .leftJoin('asset', 'asset.id', 'node.asset_id')
      .select(['node.id', 'node_state.next_at', 'asset.access_gateway_id as gateway_id'])
      .select(
        sql<number>`row_number() over (partition by asset.access_gateway_id order by node_state.next_at)`.as(
          'place',
        ),
      )
      .where('node_state.next_at', '<=', now)
      .where('node_state.asking_until', '<=', now)
      .where((eb) => eb.or([eb('node_state.held_by', '=', process), eb('node_state.held_until', '<=', now)]));
    return this.#db
      .selectFrom(due.as('due'))
      .select(['due.id', 'due.gateway_id'])
      .where((eb) =>
        eb.or([
          eb('due.gateway_id', 'is', null),
          eb.and([
            eb('due.place', '<=', perGateway),
            ...(without.length > 0 ? [eb('due.gateway_id', 'not in', without)] : []),
          ]),
        ]),
      )
      .orderBy('due.next_at')
      .limit(limit)
      .execute();
  }

  /** The other processes that keep nodes for themselves. */
  async listHolders(process: string, now: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('node_state')
      .select('held_by')
      .distinct()
      .where('held_by', 'not in', ['', process])
      .where('held_until', '>', now)
      .execute();
    return rows.map(({ held_by }) => held_by);
  }

  /** One statement, which succeeds for one question at a time. `isForced`: also one that another process keeps. */
  async claim(
    nodeId: string,
    { process, now, heldUntil, askingUntil }: Lease,
    isForced: boolean,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('node_state')
      .set({ held_by: process, held_until: heldUntil, asking_until: askingUntil })
      .where('node_id', '=', nodeId)
      .where('asking_until', '<=', now)
      .$if(!isForced, (rows) =>
        rows.where((eb) => eb.or([eb('held_by', '=', process), eb('held_until', '<=', now)])),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** What a process kept is anybody's. */
  async releaseAll(process: string): Promise<void> {
    await this.#db
      .updateTable('node_state')
      .set({ held_by: '', held_until: 0, asking_until: 0 })
      .where('held_by', '=', process)
      .execute();
  }

  /** What leads to its host was changed, or the host's key accepted: whoever waited for that is asked again. */
  async wake(by: { assetId: string } | { credentialId: string } | { gatewayId: string }, now: number) {
    const assets = this.#db.selectFrom('asset').select('asset.id');
    const changed =
      'assetId' in by
        ? assets.where('asset.id', '=', by.assetId)
        : 'credentialId' in by
          ? assets.where('asset.credential_id', '=', by.credentialId)
          : assets.where('asset.access_gateway_id', '=', by.gatewayId);
    await this.#db
      .updateTable('node_state')
      .set({ next_at: now })
      .where('status', 'in', WAITING)
      .where(
        'node_id',
        'in',
        this.#db
          .selectFrom('node')
          .select('node.id')
          .where('asset_id', 'in', changed)
          .where('collects', '=', 1)
          .where(sql<boolean>`node.lifecycle in ('active', 'maintenance')`),
      )
      .execute();
  }
}
