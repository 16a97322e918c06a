import type { Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import { inChunks } from '../../kernel/in-chunks.ts';

export class VaultRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async put(owner: string, name: string, sealed: string, tx: Tx): Promise<void> {
    await tx
      .insertInto('vault_secret')
      .values({ owner, name, sealed })
      .onConflict((c) => c.columns(['owner', 'name']).doUpdateSet({ sealed }))
      .execute();
  }

  /** Leaves what is there as it is, also when another process has put it there this moment. */
  async putIfAbsent(owner: string, name: string, sealed: string, tx: Tx): Promise<void> {
    await tx
      .insertInto('vault_secret')
      .values({ owner, name, sealed })
      .onConflict((c) => c.columns(['owner', 'name']).doNothing())
      .execute();
  }

  /** For owners that are new: nothing of theirs can be there yet. */
  async addMany(rows: readonly { owner: string; name: string; sealed: string }[], tx: Tx): Promise<void> {
    for (const some of inChunks(rows, ROWS_PER_STATEMENT)) {
      await tx.insertInto('vault_secret').values(some).execute();
    }
  }

  find(owner: string, name: string, tx: Tx | Db = this.#db): Promise<{ sealed: string } | undefined> {
    return tx
      .selectFrom('vault_secret')
      .select('sealed')
      .where('owner', '=', owner)
      .where('name', '=', name)
      .executeTakeFirst();
  }

  get(owner: string, name: string, tx: Tx): Promise<{ sealed: string }> {
    return tx
      .selectFrom('vault_secret')
      .select('sealed')
      .where('owner', '=', owner)
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
  }

  take(owner: string, name: string, tx: Tx): Promise<{ sealed: string } | undefined> {
    return tx
      .deleteFrom('vault_secret')
      .where('owner', '=', owner)
      .where('name', '=', name)
      .returning('sealed')
      .executeTakeFirst();
  }

  async listNames(owner: string, tx: Tx | Db = this.#db): Promise<string[]> {
    const rows = await tx
      .selectFrom('vault_secret')
      .select('name')
      .where('owner', '=', owner)
      .orderBy('name')
      .execute();
    return rows.map((row) => row.name);
  }

  listByOwner(
    prefix: string,
    tx: Tx | Db = this.#db,
  ): Promise<{ owner: string; name: string; sealed: string }[]> {
    return tx
      .selectFrom('vault_secret')
      .selectAll()
      .where((eb) => eb(eb.fn<string>('substr', ['owner', eb.lit(1), eb.lit(prefix.length)]), '=', prefix))
      .execute();
  }

  async remove(owner: string, names: readonly string[], tx: Tx): Promise<void> {
    if (names.length > 0) {
      await tx.deleteFrom('vault_secret').where('owner', '=', owner).where('name', 'in', names).execute();
    }
  }

  async removeOwners(owners: readonly string[], tx: Tx): Promise<void> {
    await tx.deleteFrom('vault_secret').where('owner', 'in', owners).execute();
  }

  async isEmpty(): Promise<boolean> {
    const row = await this.#db.selectFrom('vault_secret').select('owner').limit(1).executeTakeFirst();
    return row === undefined;
  }

  /** In key order, so that a walk can go on where it stopped. */
  listAfter(
    owner: string,
    name: string,
    limit: number,
  ): Promise<{ owner: string; name: string; sealed: string }[]> {
    return this.#db
      .selectFrom('vault_secret')
      .selectAll()
      .where((eb) =>
        eb.or([eb('owner', '>', owner), eb.and([eb('owner', '=', owner), eb('name', '>', name)])]),
      )
      .orderBy('owner')
      .orderBy('name')
      .limit(limit)
      .execute();
  }

  /** Replaces a sealed value only if nobody has changed it meanwhile. */
  async swap(row: { owner: string; name: string; sealed: string }, sealed: string): Promise<void> {
    await this.#db
      .updateTable('vault_secret')
      .set({ sealed })
      .where('owner', '=', row.owner)
      .where('name', '=', row.name)
      .where('sealed', '=', row.sealed)
      .execute();
  }
}
