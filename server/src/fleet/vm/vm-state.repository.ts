import type { Insertable, Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import type { VmSourceTable, VmStateTable, VmTable } from '../../db/schema.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import { isSilent, type ClusterMember } from './cluster-authority.policy.ts';

function isAsked(node: {
  asset_id: string | null;
  lifecycle: string;
  collects: 0 | 1;
  collects_vms: 0 | 1;
}): boolean {
  const isPolled = node.lifecycle === 'active' || node.lifecycle === 'maintenance';
  return isPolled && node.asset_id !== null && node.collects === 1 && node.collects_vms === 1;
}

export type SourceRecord = Selectable<VmSourceTable>;
export type StateRow = Selectable<VmStateTable>;

/** Where machines are known: on one host alone, or anywhere in a cluster. */
export type VmPlace = { nodeId: string } | { cluster: string };

export type KnownVm = Pick<Selectable<VmTable>, 'id' | 'provider' | 'vm_key' | 'uuid' | 'name'> & {
  [Key in keyof Omit<StateRow, 'vm_id'>]: StateRow[Key] | null;
};

/** What hypervisors said, and what came of asking them. */
export class VmStateRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  findSource(nodeId: string): Promise<SourceRecord | undefined> {
    return this.#db.selectFrom('vm_source').selectAll().where('node_id', '=', nodeId).executeTakeFirst();
  }

  listSources() {
    return this.#db
      .selectFrom('vm_source')
      .innerJoin('node', 'node.id', 'vm_source.node_id')
      .selectAll('vm_source')
      .select((eb) => [
        'node.name as node_name',
        eb
          .selectFrom('vm_state')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('vm_state.node_id', '=', 'vm_source.node_id')
          .where('vm_state.missing_since', 'is', null)
          .as('count'),
      ])
      .orderBy('node.name_key')
      .execute();
  }

  async writeSource(row: Insertable<VmSourceTable>, tx: Db | Tx = this.#db): Promise<void> {
    await tx
      .insertInto('vm_source')
      .values(row)
      .onConflict((c) => c.column('node_id').doUpdateSet(row))
      .execute();
  }

  /** The hosts of ours that are of a cluster. */
  async membersOf(cluster: string, tx: Db | Tx = this.#db): Promise<ClusterMember[]> {
    const rows = await tx
      .selectFrom('vm_source')
      .innerJoin('node', 'node.id', 'vm_source.node_id')
      .leftJoin('node_state', 'node_state.node_id', 'vm_source.node_id')
      .selectAll('vm_source')
      .select([
        'node.asset_id',
        'node.lifecycle',
        'node.collects',
        'node.collects_vms',
        'node.vm_interval_seconds',
        'node_state.status',
      ])
      .where('vm_source.cluster_name', '=', cluster)
      .execute();
    return rows.map(({ node_id, host_name, cluster_hosts, ...row }) => ({
      nodeId: node_id,
      name: host_name,
      hosts: JSON.parse(cluster_hosts) as string[],
      isSilent: isSilent({ ...row, isAsked: isAsked(row) }),
    }));
  }

  listKnown(place: VmPlace, tx: Db | Tx = this.#db): Promise<KnownVm[]> {
    const rows = tx
      .selectFrom('vm')
      .leftJoin('vm_state', 'vm_state.vm_id', 'vm.id')
      .selectAll('vm_state')
      .select(['vm.id', 'vm.provider', 'vm.vm_key', 'vm.uuid', 'vm.name']);
    return 'nodeId' in place
      ? rows.where('vm.home_node_id', '=', place.nodeId).execute()
      : rows.where('vm.home_node_id', 'is', null).where('vm.cluster_name', '=', place.cluster).execute();
  }

  /** How many there are of which this host was the last to speak. */
  async countOf(nodeId: string, tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('vm_state')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('node_id', '=', nodeId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Of these, forgets those of which nobody ever said anything, until there are enough. Answers which. */
  async removeUntold(ids: readonly string[], enough: number, tx: Tx): Promise<string[]> {
    const removed: string[] = [];
    for (const some of inChunks(ids, ROWS_PER_STATEMENT)) {
      if (removed.length >= enough) {
        break;
      }
      const rows = await tx
        .deleteFrom('vm')
        .where('id', 'in', some)
        .where('asset_id', 'is', null)
        .where('is_protected', '=', 0)
        .where('labels', '=', '{}')
        .where((eb) => eb.and({ owner_id: '', department: '', description: '', manual_ip: '' }))
        .returning('id')
        .execute();
      removed.push(...rows.map(({ id }) => id));
    }
    return removed;
  }

  async insertVms(rows: readonly Selectable<VmTable>[], tx: Tx): Promise<void> {
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx.insertInto('vm').values(some).execute();
    }
  }

  async rename(id: string, change: Partial<Selectable<VmTable>>, tx: Tx): Promise<void> {
    await tx.updateTable('vm').set(change).where('id', '=', id).execute();
  }

  async writeStates(rows: readonly StateRow[], tx: Tx): Promise<void> {
    const [first] = rows;
    const columns = Object.keys(first ?? {}).filter((name) => name !== 'vm_id') as (keyof StateRow)[];
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx
        .insertInto('vm_state')
        .values(some)
        .onConflict((c) =>
          c
            .column('vm_id')
            .doUpdateSet((eb) =>
              Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)])),
            ),
        )
        .execute();
    }
  }

  async markMissing(ids: readonly string[], at: number, tx: Tx): Promise<void> {
    for (const some of inChunks(ids, ROWS_PER_STATEMENT)) {
      await tx
        .updateTable('vm_state')
        .set({ missing_since: at })
        .where('vm_id', 'in', some)
        .where('missing_since', 'is', null)
        .execute();
    }
  }
}
