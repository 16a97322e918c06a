import type { Kysely } from 'kysely';

/**
 * The server processes that share the database, each with a lease that it renews while it lives, and the wish of one of
 * them that another ends a session it holds.
 */
export async function serverProcess(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('server_process')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('pid', 'integer', (c) => c.notNull())
    .addColumn('born', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('renewed_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema
    .alterTable('session')
    .addColumn('end_request', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
