import type { Kysely } from 'kysely';

/** How often a recording could not be removed, and when that is tried again: one that is stuck keeps none of the others. */
export async function recordingRemoval(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('recording_removal')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('recording_removal')
    .addColumn('next_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('recording_removal_due')
    .on('recording_removal')
    .columns(['disk', 'next_at', 'session_id'])
    .execute();
}
