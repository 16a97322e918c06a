import type { Kysely } from 'kysely';

/** Which server finds what a session printed, so that several find everything once; and when servers were last there. */
export async function indexedBy(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('indexed_by', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.createIndex('session_indexed_by').on('session').columns(['indexed_by', 'id']).execute();
  await db.schema
    .alterTable('server_disk')
    .addColumn('seen_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
