import type { VmTaskState } from '@jadegate/contract/fleet/vm';
import type { VmState } from '@jadegate/contract/fleet/vm-state';
import type { Page, PagingRequest } from '@jadegate/contract/paging';
import { sql, type SqlBool } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { isPieceOfWork } from '../../db/is-piece-of-work.ts';
import { readPage } from '../../db/page.ts';
import { RowsById } from '../../db/rows-by-id.ts';
import type { LogLine, TaskRecord } from './vm.present.ts';

export interface TaskEnd {
  state: Exclude<VmTaskState, 'running'>;
  after: VmState | null;
  fault?: string | undefined;
  detail?: string | undefined;
}

const LIST = {
  table: 'vm_task',
  sort: { startedAt: 'vm_task.started_at' },
  defaultSort: ['startedAt', 'descend'],
} as const;

/** What was done with virtual machines, and what is being done. */
export class VmTaskRepository extends RowsById<'vm_task', TaskRecord> {
  constructor(database: Database) {
    super(database, 'vm_task');
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('vm_task').selectAll();
  }

  page(vmId: string, query: PagingRequest<'startedAt'>): Promise<Page<TaskRecord>> {
    const filters = [sql<SqlBool>`vm_task.vm_id = ${vmId}`];
    return readPage(this.db, this.records(this.db), query, { ...LIST, filters });
  }

  findOpen(vmId: string, tx: Db | Tx = this.db): Promise<TaskRecord | undefined> {
    return this.records(tx).where('vm_id', '=', vmId).where('ended_at', 'is', null).executeTakeFirst();
  }

  findLast(vmId: string): Promise<TaskRecord | undefined> {
    return this.records(this.db)
      .where('vm_id', '=', vmId)
      .where('ended_at', 'is not', null)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
  }

  /** Open ones that are no piece of work, because a server of the version before began them. */
  listStrays(kind: string): Promise<TaskRecord[]> {
    return this.records(this.db)
      .where('ended_at', 'is', null)
      .where((row) => row.not(isPieceOfWork(row, kind, 'vm_task.id')))
      .execute();
  }

  async writeLog(id: string, log: readonly LogLine[]): Promise<void> {
    await this.db
      .updateTable('vm_task')
      .set({ log: JSON.stringify(log) })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  }

  /** Of several that would end it, one does. */
  async end(
    id: string,
    { state, after, fault = '', detail = '' }: TaskEnd,
    log: readonly LogLine[],
    at: number,
    tx: Tx,
  ): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('vm_task')
      .set({ state, after_state: after, fault, detail, log: JSON.stringify(log), ended_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Those that ended before, at most so many. */
  async removeOlder(before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .deleteFrom('vm_task')
      .where('id', 'in', (eb) =>
        eb.selectFrom('vm_task').select('id').where('ended_at', '<', before).orderBy('ended_at').limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
