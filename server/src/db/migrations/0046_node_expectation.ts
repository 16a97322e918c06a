import type { Kysely } from 'kysely';

/** Whether a host is other than it should be, kept beside its state so that lists can be filtered by it. */
export async function nodeExpectation(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('node_state')
    .addColumn('differs', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
