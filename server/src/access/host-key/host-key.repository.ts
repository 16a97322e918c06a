import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { HostKeyTable } from '../../db/schema.ts';

export type HostKeyRecord = Selectable<HostKeyTable>;

export class HostKeyRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  list(owner: string, tx: Db | Tx = this.#db): Promise<HostKeyRecord[]> {
    return tx
      .selectFrom('host_key')
      .selectAll()
      .where('owner', '=', owner)
      .orderBy('state', 'desc')
      .orderBy('key_type')
      .execute();
  }

  listWithNames(
    owner: string,
  ): Promise<(HostKeyRecord & { seen_by_name: string | null; seen_by_account: string | null })[]> {
    return this.#db
      .selectFrom('host_key')
      .leftJoin('user', 'user.id', 'host_key.seen_by')
      .selectAll('host_key')
      .select(['user.nickname as seen_by_name', 'user.username as seen_by_account'])
      .where('owner', '=', owner)
      .orderBy('state', 'desc')
      .orderBy('key_type')
      .execute();
  }

  /** The asset or gateway a key belongs to; undefined when there is none. */
  async ownerName(
    kind: 'asset' | 'gateway',
    id: string,
    tx: Db | Tx = this.#db,
  ): Promise<string | undefined> {
    const table = kind === 'asset' ? 'asset' : 'access_gateway';
    const row = await tx.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst();
    return row?.name;
  }

  async put(row: HostKeyRecord, tx: Tx): Promise<void> {
    const { fingerprint, public_key, seen_at, seen_by, seen_via } = row;
    await tx
      .insertInto('host_key')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['owner', 'key_type', 'state'])
          .doUpdateSet({ fingerprint, public_key, seen_at, seen_by, seen_via }),
      )
      .execute();
  }

  async removeOffered(owner: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('host_key').where('owner', '=', owner).where('state', '=', 'offered').execute();
  }

  async removeOwners(owners: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('host_key').where('owner', 'in', owners).execute();
  }
}
