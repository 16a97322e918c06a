import type { Kysely } from 'kysely';

/** What administrators set, their logo, and the indexes that old login logs are found by. */
export async function settings(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('brand_image')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('login_log_logout_ix').on('login_log').column('logout_at').execute();
  await db.schema
    .createIndex('login_log_device_ix')
    .on('login_log')
    .columns(['username', 'state', 'address', 'login_at'])
    .execute();
}
