import type { Database, Db, Tx } from '../../db/database.ts';

export class SettingRepository {
  readonly #db: Db;

  constructor({ db }: Pick<Database, 'db'>) {
    this.#db = db;
  }

  async list(tx: Db | Tx = this.#db): Promise<Map<string, string>> {
    const rows = await tx.selectFrom('setting').select(['key', 'value']).execute();
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  async put(values: ReadonlyMap<string, string>, now: number, tx: Tx): Promise<void> {
    for (const [key, value] of values) {
      await tx
        .insertInto('setting')
        .values({ key, value, updated_at: now })
        .onConflict((c) => c.column('key').doUpdateSet({ value, updated_at: now }))
        .execute();
    }
  }
}
