import { sql, type SqlBool } from 'kysely';

import type { Database, Db } from '../../db/database.ts';

/** What depends on a host at this moment. */
export class NodeImpactRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** To its address by whichever asset, to machines on it, and on their consoles. */
  listSessions(nodeId: string) {
    return this.#db
      .selectFrom('session')
      .select(['id', 'user_name', 'asset_name', 'protocol', 'process_id', 'created_at'])
      .where('status', 'in', ['connecting', 'connected'])
      .where(
        sql<SqlBool>`(exists (select 1 from node join asset on asset.id = node.asset_id
            where node.id = ${nodeId} and session.vm_id = '' and asset.ip = session.ip
            and coalesce(asset.access_gateway_id, '') = session.access_gateway_id)
          or session.asset_id in (select vm.asset_id from vm join vm_state on vm_state.vm_id = vm.id
            where vm_state.node_id = ${nodeId} and vm.asset_id is not null)
          or session.vm_id in (select vm_state.vm_id from vm_state where vm_state.node_id = ${nodeId}))`,
      )
      .orderBy('created_at')
      .execute();
  }

  /** Those that run, or wait in its memory. */
  listVms(nodeId: string) {
    return this.#db
      .selectFrom('vm_state')
      .innerJoin('vm', 'vm.id', 'vm_state.vm_id')
      .select(['vm.id', 'vm.name', 'vm.is_protected'])
      .where('vm_state.node_id', '=', nodeId)
      .where('vm_state.missing_since', 'is', null)
      .where('vm_state.state', 'in', ['running', 'paused', 'suspended'])
      .orderBy('vm.name_key')
      .execute();
  }

  listProcesses(nodeId: string) {
    return this.#db
      .selectFrom('gpu_process')
      .innerJoin('gpu', 'gpu.id', 'gpu_process.gpu_id')
      .leftJoin('user', 'user.id', 'gpu_process.user_id')
      .select([
        'gpu_process.pid',
        'gpu_process.name',
        'gpu_process.account',
        'user.username',
        'user.nickname',
      ])
      .where('gpu.node_id', '=', nodeId)
      .orderBy('gpu_process.pid')
      .execute();
  }
}
