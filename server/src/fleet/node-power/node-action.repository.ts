import type { NodeActionState, NodeFault } from '@jadegate/contract/fleet/node-power';
import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { sql, type Selectable, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { isPieceOfWork } from '../../db/is-piece-of-work.ts';
import { readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { NodeActionTable } from '../../db/schema.ts';

export type ActionRecord = Selectable<NodeActionTable>;

export interface ActionEnd {
  state: Exclude<NodeActionState, 'running'>;
  fault?: NodeFault | undefined;
  detail?: string | undefined;
}

const LIST = {
  table: 'node_action',
  sort: { startedAt: 'node_action.started_at' },
  defaultSort: ['startedAt', 'descend'],
} as const;

/** Restarts and shutdowns: those that were, and those under way. */
export class NodeActionRepository extends RowsById<'node_action', ActionRecord> {
  constructor(database: Database) {
    super(database, 'node_action');
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('node_action').selectAll();
  }

  page(nodeId: string, query: PagingRequest<'startedAt'>): Promise<Page<ActionRecord>> {
    const filters = [sql<SqlBool>`node_action.node_id = ${nodeId}`];
    return readPage(this.db, this.records(this.db), query, { ...LIST, filters });
  }

  listOpenOfOthers(processId: string): Promise<ActionRecord[]> {
    return this.records(this.db).where('ended_at', 'is', null).where('process_id', '!=', processId).execute();
  }

  /** Open ones that are no piece of work, because a server of the version before began them. */
  listStrays(kind: string): Promise<ActionRecord[]> {
    return this.records(this.db)
      .where('ended_at', 'is', null)
      .where((row) => row.not(isPieceOfWork(row, kind, 'node_action.id')))
      .execute();
  }

  /** Of several that would end it, one does. */
  async end(id: string, { state, fault, detail = '' }: ActionEnd, at: number, tx: Tx) {
    const { numUpdatedRows } = await tx
      .updateTable('node_action')
      .set({ state, fault: fault ?? '', detail, ended_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Those that ended before, at most so many. */
  async removeOlder(before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('node_action')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('node_action')
          .select('id')
          .where('ended_at', '<', before)
          .orderBy('ended_at')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
