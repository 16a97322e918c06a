import type { Kysely } from 'kysely';

/** Work that one process does at a time, and until when it is that one's. */
export async function soleWork(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sole_work')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
}
