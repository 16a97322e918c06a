import { sql, type Kysely } from 'kysely';

/**
 * On whose disk a recording lies until it was moved to the store, what those servers are called, and what they are to
 * remove when they are back.
 */
export async function recordingDisk(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('recording_disk', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  // Few: live ones, and those of which only their server knows how large they are.
  await db.schema
    .createIndex('session_recording_disk')
    .on('session')
    .column('recording_disk')
    .where(sql.ref('recording'), '=', sql.lit('writing'))
    .execute();
  await db.schema
    .alterTable('server_process')
    .addColumn('disk', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('server_disk')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('recording_removal')
    .addColumn('session_id', 'text', (c) => c.primaryKey())
    .addColumn('disk', 'text', (c) => c.notNull())
    .execute();
}
