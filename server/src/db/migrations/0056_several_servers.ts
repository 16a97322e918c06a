import type { Kysely } from 'kysely';

/** What one server must know of another's work: which assets it is trying, and who is in a session that it holds. */
export async function severalServers(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('asset')
    .addColumn('checking_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('session')
    .addColumn('live_facts', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
