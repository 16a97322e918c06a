import type { Database, Db } from '../../db/database.ts';

export class NotificationRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  async hasSignedIn(username: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('login_log')
      .select('id')
      .where('username', '=', username)
      .where('state', '=', '1')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** What signed in as this person from this address last, newest first. */
  async listUserAgents(username: string, address: string, limit: number): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('login_log')
      .select('user_agent')
      .where('username', '=', username)
      .where('state', '=', '1')
      .where('address', '=', address)
      .orderBy('login_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => row.user_agent);
  }
}
