import { sql, type Kysely } from 'kysely';

/**
 * Past sessions in the order of their beginning, with those that never came to connect among them. Behind the key stands
 * what it is computed from: PostgreSQL reads an index alone only where it holds that.
 */
export async function sessionBegun(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('session_begun_ix')
    .on('session')
    .column('status')
    .column(sql`coalesce(connected_at, created_at)`)
    .columns(['id', 'connected_at', 'created_at'])
    .execute();
}
