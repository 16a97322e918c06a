import type { Kysely } from 'kysely';

/** Where a key was learned, when it was not shown to ourselves. */
export async function hostKeySource(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('host_key')
    .addColumn('seen_via', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
