import type { Db } from '../../db/database.ts';

/** What tells one account on one host from another. */
export interface StoredKey {
  id: string;
  name: string;
  protocol: string;
  ip: string;
  port: number;
  username: string;
  credential_id: string | null;
}

/** Reads what the rows of a file are held against. Assets are written by their own service. */
export class AssetImportRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  listKeysAfter(id: string, limit: number): Promise<StoredKey[]> {
    return this.#db
      .selectFrom('asset')
      .select(['id', 'name', 'protocol', 'ip', 'port', 'username', 'credential_id'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  listGateways(): Promise<{ id: string; name: string }[]> {
    return this.#db.selectFrom('access_gateway').select(['id', 'name']).execute();
  }
}
