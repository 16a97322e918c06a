import type { Insertable } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { SessionLoginTable } from '../../db/schema.ts';

/** By what the processes of sessions are known on their hosts. */
export class SessionLoginRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** Whether somebody asks the machine behind this asset about its processes: its own node, or one at the same address. */
  async isOfNode(assetId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('asset as one')
      .innerJoin('asset as other', 'other.ip', 'one.ip')
      .innerJoin('node', 'node.asset_id', 'other.id')
      .select('node.id')
      .where('one.id', '=', assetId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async insert(row: Insertable<SessionLoginTable>): Promise<void> {
    await this.#db
      .insertInto('session_login')
      .values(row)
      .onConflict((c) => c.column('session_id').doNothing())
      .execute();
  }
}
