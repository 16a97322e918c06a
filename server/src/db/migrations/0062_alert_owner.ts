import type { Kysely } from 'kysely';

/** Which data directory the server works with that sees it: several servers may be on one machine. */
export async function alertOwner(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('alert')
    .addColumn('owner', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
