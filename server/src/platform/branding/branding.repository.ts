import type { Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import type { BrandImageTable } from '../../db/schema.ts';

type BrandImage = Selectable<BrandImageTable>;

export class BrandingRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  find(name: string): Promise<BrandImage | undefined> {
    return this.#db.selectFrom('brand_image').selectAll().where('name', '=', name).executeTakeFirst();
  }

  /** Without the picture itself: this is asked for on every page. */
  async findVersion(name: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('brand_image')
      .select('version')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.version;
  }

  async put({ name, ...image }: BrandImage, tx: Tx): Promise<void> {
    await tx
      .insertInto('brand_image')
      .values({ name, ...image })
      .onConflict((c) => c.column('name').doUpdateSet(image))
      .execute();
  }

  async remove(name: string, tx: Tx): Promise<boolean> {
    const { numDeletedRows } = await tx.deleteFrom('brand_image').where('name', '=', name).executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
