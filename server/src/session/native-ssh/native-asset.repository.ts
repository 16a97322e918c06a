import { isSshHandle } from '@jadegate/contract/session/ssh-user-name';
import { sql } from 'kysely';

import type { Database, Db } from '../../db/database.ts';
import type { Engine } from '../../db/dialect.ts';

/** An asset as an SSH client names it. */
export interface NamedAsset {
  id: string;
  name: string;
  protocol: string;
  ip: string;
  port: number;
}

/** One in a list of what a person may use. */
export interface ListedAsset {
  id: string;
  name: string;
  /** Whether the person has used it before. */
  isUsed: boolean;
}

/** Few share a name; of an address that many share only that there are several is of interest. */
const MOST = 20;

export class NativeAssetRepository {
  readonly #db: Db;
  readonly #engine: Engine;

  constructor({ db, engine }: Database) {
    this.#db = db;
    this.#engine = engine;
  }

  /** All of them, those that the person used last first. */
  async listAll(
    userId: string,
    { text, tag, most }: { text: string; tag?: string | undefined; most: number },
  ): Promise<ListedAsset[]> {
    const usedAt = sql<number>`coalesce((select used_at from asset_use
      where asset_use.asset_id = asset.id and asset_use.user_id = ${userId}), 0)`;
    const rows = await this.#db
      .selectFrom('asset')
      .select(['asset.id', 'asset.name', usedAt.as('used_at')])
      .where('asset.protocol', '=', 'ssh')
      .$if(text !== '', (query) => query.where(this.#engine.contains('asset', 'name', text)))
      .$if(tag !== undefined, (query) =>
        query.where(
          sql<boolean>`exists (select 1 from asset_tag where asset_id = asset.id and tag = ${tag})`,
        ),
      )
      .orderBy(usedAt, 'desc')
      .orderBy('asset.name')
      .limit(most)
      .execute();
    return rows.map(({ id, name, used_at }) => ({ id, name, isUsed: used_at > 0 }));
  }

  async listTags(): Promise<string[]> {
    const rows = await this.#db.selectFrom('asset_tag').select('tag').distinct().orderBy('tag').execute();
    return rows.map(({ tag }) => tag);
  }

  find(id: string): Promise<NamedAsset | undefined> {
    return this.#db
      .selectFrom('asset')
      .select(['id', 'name', 'protocol', 'ip', 'port'])
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** Those that have this name, handle or address. */
  listByText(text: string): Promise<NamedAsset[]> {
    return this.#db
      .selectFrom('asset')
      .select(['id', 'name', 'protocol', 'ip', 'port'])
      .where((is) =>
        is.or([
          is('name', '=', text),
          is('ip', '=', text),
          ...(isSshHandle(text) ? [is('id', 'like', `%${text}`)] : []),
        ]),
      )
      .orderBy('id')
      .limit(MOST)
      .execute();
  }
}
