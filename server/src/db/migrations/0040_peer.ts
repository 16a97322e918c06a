import type { Kysely } from 'kysely';

/** Where the others reach a server process; empty for one that is alone. */
export async function peer(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('server_process')
    .addColumn('peer_url', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
