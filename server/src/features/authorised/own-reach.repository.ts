import type { Database, Db, Tx } from '../../db/database.ts';

export class OwnReachRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async listAssetsOfGroup(groupId: string, tx: Tx): Promise<string[]> {
    const grants = await tx
      .selectFrom('authorised')
      .select('asset_id')
      .where('user_group_id', '=', groupId)
      .execute();
    return grants.map((grant) => grant.asset_id);
  }

  async isInAny(userId: string, groupIds: readonly string[], tx: Tx): Promise<boolean> {
    const row = await tx
      .selectFrom('user_group_member')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('user_group_id', 'in', groupIds)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** One of these assets belongs to somebody else. */
  async areOthers(userId: string, assetIds: readonly string[], db: Db | Tx = this.#db): Promise<boolean> {
    const row = await db
      .selectFrom('asset')
      .select('id')
      .where('id', 'in', assetIds)
      .where('owner_id', '!=', userId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
