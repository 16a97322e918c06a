import type { Selectable } from 'kysely';

import type { Db, Tx } from '../../db/database.ts';
import type { SourceGrantTable, SourceIdentityTable } from '../../db/schema.ts';

export type IdentityRow = Selectable<SourceIdentityTable>;
export type GrantRow = Selectable<SourceGrantTable>;

/** Who people are at sources, and what sources gave them. */
export class SourceIdentityRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  find(issuer: string, subject: string, tx: Db | Tx = this.#db): Promise<IdentityRow | undefined> {
    return tx
      .selectFrom('source_identity')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
  }

  listOf(userId: string, tx: Db | Tx = this.#db): Promise<IdentityRow[]> {
    return tx
      .selectFrom('source_identity')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
  }

  async insert(identity: IdentityRow, tx: Tx): Promise<void> {
    await tx.insertInto('source_identity').values(identity).execute();
  }

  async noteLogin(id: string, label: string, now: number, tx: Tx): Promise<void> {
    await tx.updateTable('source_identity').set({ label, last_login_at: now }).where('id', '=', id).execute();
  }

  async remove(id: string, tx: Tx): Promise<void> {
    await tx.deleteFrom('source_identity').where('id', '=', id).execute();
  }

  /**
   * Accounts with this mail address, in any case; two are enough to know that it is nobody's alone. Not those whose person
   * wrote it, nor those whose password somebody else knows: they would get what the owner of the address is given.
   */
  listByMail(mail: string, tx: Db | Tx = this.#db): Promise<{ id: string; type: 'admin' | 'user' }[]> {
    return tx
      .selectFrom('user')
      .select(['id', 'type'])
      .where((eb) => eb(eb.fn<string>('lower', ['mail']), '=', mail.toLowerCase()))
      .where('mail_claimed', '=', 0)
      .where('id', 'not in', (eb) => eb.selectFrom('account_custody').select('user_id'))
      .limit(2)
      .execute();
  }

  /** Those who came in by a source that is on, other than these, and may still sign in. */
  async listArrived(except: readonly string[]): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('source_identity')
      .innerJoin('identity_source', 'identity_source.id', 'source_identity.source_id')
      .innerJoin('user', 'user.id', 'source_identity.user_id')
      .select('source_identity.user_id')
      .distinct()
      .where('source_identity.last_login_at', '>', 0)
      .where('identity_source.enabled', '=', 1)
      .$if(except.length > 0, (query) => query.where('identity_source.id', 'not in', except))
      .where('user.status', '=', 'enabled')
      .where('user.type', '=', 'admin')
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  /** Whom this source made. */
  async listMade(sourceId: string, tx: Tx): Promise<string[]> {
    const rows = await tx
      .selectFrom('source_identity')
      .select('user_id')
      .where('source_id', '=', sourceId)
      .where('made', '=', 1)
      .execute();
    return rows.map(({ user_id }) => user_id);
  }

  /** Roles that somebody has by this source alone. */
  async listRolesBy(sourceId: string, userId: string): Promise<string[]> {
    const grants = await this.#db
      .selectFrom('source_grant')
      .select(['source_id', 'role_id'])
      .where('user_id', '=', userId)
      .execute();
    const given = (isOwn: boolean) =>
      grants.flatMap(({ source_id, role_id }) => ((source_id === sourceId) === isOwn ? (role_id ?? []) : []));
    const byOthers = given(false);
    return given(true).filter((id) => !byOthers.includes(id));
  }

  async addGrant(grant: GrantRow, tx: Tx): Promise<void> {
    await tx.insertInto('source_grant').values(grant).execute();
  }

  async removeGrants(ids: readonly string[], tx: Tx): Promise<void> {
    if (ids.length > 0) {
      await tx.deleteFrom('source_grant').where('id', 'in', ids).execute();
    }
  }

  /** Assets that are granted to these groups or to this person. */
  async listAssetNames(groupIds: readonly string[], userId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('authorised')
      .innerJoin('asset', 'asset.id', 'authorised.asset_id')
      .select('asset.name')
      .distinct()
      .where((eb) =>
        eb.or([
          eb('authorised.user_id', '=', userId),
          ...(groupIds.length > 0 ? [eb('authorised.user_group_id', 'in', groupIds)] : []),
        ]),
      )
      .orderBy('asset.name')
      .execute();
    return rows.map(({ name }) => name);
  }

  async listAllAssetNames(limit: number): Promise<{ total: number; names: string[] }> {
    const { total } = await this.#db
      .selectFrom('asset')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await this.#db.selectFrom('asset').select('name').orderBy('name').limit(limit).execute();
    return { total, names: rows.map(({ name }) => name) };
  }

  async listNames(
    table: 'role' | 'user_group',
    ids: readonly string[],
  ): Promise<{ id: string; name: string }[]> {
    return ids.length === 0
      ? []
      : this.#db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).orderBy('name').execute();
  }
}
