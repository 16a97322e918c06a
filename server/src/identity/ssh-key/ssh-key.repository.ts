import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { SshKeyTable } from '../../db/schema.ts';

export type SshKeyRecord = Selectable<SshKeyTable>;

export class SshKeyRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** With the name of the source that each comes from. */
  listOf(userId: string, tx: Db | Tx = this.#db): Promise<(SshKeyRecord & { source: string | null })[]> {
    return tx
      .selectFrom('ssh_key')
      .leftJoin('identity_source', 'identity_source.id', 'ssh_key.source_id')
      .selectAll('ssh_key')
      .select('identity_source.name as source')
      .where('ssh_key.user_id', '=', userId)
      .orderBy('ssh_key.created_at', 'desc')
      .orderBy('ssh_key.id', 'desc')
      .execute();
  }

  findByFingerprint(fingerprint: string, tx: Tx): Promise<Pick<SshKeyRecord, 'user_id'> | undefined> {
    return tx
      .selectFrom('ssh_key')
      .select('user_id')
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst();
  }

  /** A key of this person that is good now. */
  findOffered(
    username: string,
    fingerprint: string,
    now: number,
  ): Promise<Pick<SshKeyRecord, 'id' | 'algorithm' | 'blob'> | undefined> {
    return this.#good(this.#db, now)
      .innerJoin('user', 'user.id', 'ssh_key.user_id')
      .select(['ssh_key.id', 'ssh_key.algorithm', 'ssh_key.blob'])
      .where('user.username_key', '=', username)
      .where('ssh_key.fingerprint', '=', fingerprint)
      .executeTakeFirst();
  }

  async isGood(userId: string, id: string, now: number, tx: Db | Tx = this.#db): Promise<boolean> {
    const found = await this.#good(tx, now)
      .select('ssh_key.id')
      .where('ssh_key.id', '=', id)
      .where('ssh_key.user_id', '=', userId)
      .executeTakeFirst();
    return found !== undefined;
  }

  /** Those of a source only while it is on: nobody looks any more whether it still has them. */
  #good(tx: Db | Tx, now: number) {
    return tx
      .selectFrom('ssh_key')
      .where((eb) => eb.or([eb('ssh_key.expires_at', 'is', null), eb('ssh_key.expires_at', '>', now)]))
      .where((eb) =>
        eb.or([
          eb('ssh_key.source_id', 'is', null),
          eb(
            'ssh_key.source_id',
            'in',
            eb
              .selectFrom('identity_source')
              .select('identity_source.id')
              .where('identity_source.enabled', '=', 1),
          ),
        ]),
      );
  }

  async insert(key: SshKeyRecord, tx: Tx): Promise<void> {
    await tx.insertInto('ssh_key').values(key).execute();
  }

  async markUsed(id: string, at: number, address: string, tx: Tx): Promise<void> {
    await tx
      .updateTable('ssh_key')
      .set({ last_used_at: at, last_address: address })
      .where('id', '=', id)
      .execute();
  }

  /** Only of this person: somebody else's id finds nothing. */
  remove(userId: string, id: string, tx: Tx): Promise<SshKeyRecord | undefined> {
    return tx
      .deleteFrom('ssh_key')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  }

  async removeAllOf(userId: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('ssh_key').where('user_id', '=', userId).execute();
  }
}
