import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** The file log is searched by person and asset too, and read by either of them. */
export async function storageLogSearch(db: Kysely<never>, engine: Engine): Promise<void> {
  await engine.dropTextIndex(db, 'storage_log', ['file_name']);
  await engine.createTextIndex(db, 'storage_log', ['file_name', 'user_name', 'asset_name']);
  for (const column of ['user', 'asset']) {
    await db.schema
      .createIndex(`storage_log_${column}_ix`)
      .on('storage_log')
      .columns([`${column}_id`, 'created_at', 'id'])
      .execute();
  }
}
