import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { SshApprovalTable } from '../../db/schema.ts';

export type SshApprovalRecord = Selectable<SshApprovalTable>;

export class SshApprovalRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  find(id: string, now: number, tx: Db | Tx = this.#db): Promise<SshApprovalRecord | undefined> {
    return tx
      .selectFrom('ssh_approval')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at', '>', now)
      .executeTakeFirst();
  }

  /** Where those come from that ask in the name of a person now. */
  async listAddresses(userId: string, now: number, tx: Tx): Promise<string[]> {
    const rows = await tx
      .selectFrom('ssh_approval')
      .select('address')
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .execute();
    return rows.map(({ address }) => address);
  }

  async insert(approval: SshApprovalRecord, tx: Tx): Promise<void> {
    await tx.insertInto('ssh_approval').values(approval).execute();
  }

  /** Counts a try before it is looked at, in one statement: of tries at once none is judged beyond the last. */
  countTry(id: string, tries: number, tx: Tx): Promise<SshApprovalRecord | undefined> {
    return tx
      .updateTable('ssh_approval')
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('failures', '<', tries)
      .returningAll()
      .executeTakeFirst();
  }

  /** Only while it waits. */
  decide(
    id: string,
    to: Pick<SshApprovalRecord, 'state' | 'expires_at'>,
    tx: Tx,
  ): Promise<SshApprovalRecord | undefined> {
    return tx
      .updateTable('ssh_approval')
      .set(to)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returningAll()
      .executeTakeFirst();
  }

  /** Answers whether it was there. */
  async remove(id: string, tx: Tx): Promise<boolean> {
    const { numDeletedRows } = await tx.deleteFrom('ssh_approval').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async removeExpiredBefore(time: number): Promise<void> {
    await this.#db.deleteFrom('ssh_approval').where('expires_at', '<', time).execute();
  }
}
