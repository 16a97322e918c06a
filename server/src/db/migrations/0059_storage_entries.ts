import type { Kysely } from 'kysely';

/** How many files and folders a space holds; -1 until it was measured. A server of before does not count them. */
export async function storageEntries(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('storage')
    .addColumn('entry_count', 'bigint', (c) => c.notNull().defaultTo(-1))
    .execute();
}
