import type { Kysely } from 'kysely';

/** How many refusals a row of the file log stands for beyond itself, and the parts of the audit log that lie in files. */
export async function boundedLogs(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('storage_log')
    .addColumn('more', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('audit_archive')
    .addColumn('first_seq', 'bigint', (c) => c.primaryKey())
    .addColumn('last_seq', 'bigint', (c) => c.notNull())
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('hash_before', 'text', (c) => c.notNull())
    .addColumn('last_hash', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('checksum', 'text', (c) => c.notNull())
    .addColumn('disk', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seal', 'text', (c) => c.notNull())
    .execute();
}
