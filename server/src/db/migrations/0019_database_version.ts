import type { Kysely } from 'kysely';

/** Which version of the product last changed the tables, for older ones that come across them. */
export async function databaseVersion(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('database_version')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('version', 'text', (c) => c.notNull())
    .execute();
}
