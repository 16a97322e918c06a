import type { Db } from '../../db/database.ts';

export class NoticeRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async listPutAway(userId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('notice_put_away')
      .select('notice_id')
      .where('user_id', '=', userId)
      .execute();
    return rows.map((row) => row.notice_id);
  }

  async insertPutAway(userId: string, noticeId: string, now: number): Promise<void> {
    await this.#db
      .insertInto('notice_put_away')
      .values({ user_id: userId, notice_id: noticeId, put_away_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'notice_id']).doNothing())
      .execute();
  }

  async removePutAway(userId: string, before: number, offered: readonly string[]): Promise<void> {
    await this.#db
      .deleteFrom('notice_put_away')
      .where('user_id', '=', userId)
      .where('put_away_at', '<', before)
      .$if(offered.length > 0, (rows) => rows.where('notice_id', 'not in', offered))
      .execute();
  }
}
