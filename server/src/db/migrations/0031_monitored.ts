import type { Kysely } from 'kysely';

/** How the servers did, by minute and by hour. */
export async function monitored(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('monitored')
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('span', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('monitored_pk', ['span', 'at', 'server'])
    .execute();
}
