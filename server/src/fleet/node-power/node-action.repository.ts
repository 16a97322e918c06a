import type { NodeActionState, NodeFault } from '@jadegate/contract/fleet/node-power';
import type { Selectable } from 'kysely';

import { ActRows } from '../../db/act-rows.ts';
import type { Database, Db, Tx } from '../../db/database.ts';
import type { NodeActionTable } from '../../db/schema.ts';

export type ActionRecord = Selectable<NodeActionTable>;

export interface ActionEnd {
  state: Exclude<NodeActionState, 'running'>;
  fault?: NodeFault | undefined;
  detail?: string | undefined;
}

/** Restarts and shutdowns: those that were, and those under way. */
export class NodeActionRepository extends ActRows<'node_action', ActionRecord> {
  constructor(database: Database) {
    super(database, 'node_action', 'node_id');
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('node_action').selectAll();
  }

  listOpenOfOthers(processId: string): Promise<ActionRecord[]> {
    return this.records(this.db).where('ended_at', 'is', null).where('process_id', '!=', processId).execute();
  }

  end(id: string, { state, fault, detail = '' }: ActionEnd, at: number, tx: Tx): Promise<boolean> {
    return this.endOpen(id, { state, fault: fault ?? '', detail, ended_at: at }, tx);
  }
}
