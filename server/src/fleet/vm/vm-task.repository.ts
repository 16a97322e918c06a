import type { VmTaskState } from '@jadegate/contract/fleet/vm';
import type { VmState } from '@jadegate/contract/fleet/vm-state';

import { ActRows } from '../../db/act-rows.ts';
import type { Database, Db, Tx } from '../../db/database.ts';
import type { LogLine, TaskRecord } from './vm.present.ts';

export interface TaskEnd {
  state: Exclude<VmTaskState, 'running'>;
  after: VmState | null;
  fault?: string | undefined;
  detail?: string | undefined;
}

/** What was done with virtual machines, and what is being done. */
export class VmTaskRepository extends ActRows<'vm_task', TaskRecord> {
  constructor(database: Database) {
    super(database, 'vm_task', 'vm_id');
  }

  protected override records(db: Db | Tx) {
    return db.selectFrom('vm_task').selectAll();
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

  async writeLog(id: string, log: readonly LogLine[]): Promise<void> {
    await this.db
      .updateTable('vm_task')
      .set({ log: JSON.stringify(log) })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  }

  end(
    id: string,
    { state, after, fault = '', detail = '' }: TaskEnd,
    log: readonly LogLine[],
    at: number,
    tx: Tx,
  ): Promise<boolean> {
    const ended = { state, after_state: after, fault, detail, log: JSON.stringify(log), ended_at: at };
    return this.endOpen(id, ended, tx);
  }
}
