import type { NodeStatus } from '@jadegate/contract/node-status';
import { sql } from 'kysely';

import type { Database, Db } from '../../db/database.ts';

export interface DownNode {
  id: string;
  name: string;
  status: NodeStatus;
  problem: string;
}

/** Machines that nobody can say anything about any more. */
const DOWN: readonly NodeStatus[] = ['offline', 'auth-failed', 'host-key-changed'];
const MOST = 50;

/** What is wrong with machines in use. */
export class NodeAlarmRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** Those that are down longest. */
  listDown(limit: number): Promise<DownNode[]> {
    return this.#watched()
      .select(['node.id', 'node.name', 'node_state.status', 'node_state.problem'])
      .where('node_state.status', 'in', DOWN)
      .where('node_state.problem', '!=', '')
      .orderBy('node_state.status_since')
      .orderBy('node.id')
      .limit(limit)
      .execute();
  }

  async countDown(): Promise<number> {
    const { count } = await this.#watched()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('node_state.status', 'in', DOWN)
      .where('node_state.problem', '!=', '')
      .executeTakeFirstOrThrow();
    return count;
  }

  /** What a machine printed is escaped in there: only we write these words with such quotes. */
  listGpuLost() {
    return this.#watched()
      .select(['node.id', 'node.name', 'node_state.problems'])
      .where('node_state.problems', 'like', '%"kind":"gpu-lost"%')
      .limit(MOST)
      .execute();
  }

  listGpuSick() {
    return this.#watched()
      .select(['node.id', 'node.name'])
      .where('node_state.status', 'in', ['online', 'degraded'])
      .where('node_state.gpus', '!=', '[]')
      .where(
        sql<boolean>`(node_state.gpus like '%"rowRemapFailure":true%'
          or (node_state.gpus like '%"recoveryAction":"%' and replace(node_state.gpus, '"recoveryAction":"none"', '') like '%"recoveryAction":"%'))`,
      )
      .limit(MOST)
      .execute();
  }

  /** Fewer cards than there should be, and nobody has confirmed it. */
  listGpuMissing() {
    return this.#watched()
      .innerJoin('node_change', 'node_change.node_id', 'node.id')
      .select(['node.id', 'node.name', 'node_change.old_value', 'node_change.new_value'])
      .where('node_change.confirmed_at', 'is', null)
      .where('node_change.path', '=', 'expect.gpuCount')
      .where('node_change.severity', '=', 'critical')
      .limit(MOST)
      .execute();
  }

  #watched() {
    return this.#db
      .selectFrom('node_state')
      .innerJoin('node', 'node.id', 'node_state.node_id')
      .where('node.lifecycle', '=', 'active')
      .where('node.collects', '=', 1);
  }
}
