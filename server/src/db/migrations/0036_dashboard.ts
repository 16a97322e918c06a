import type { Kysely } from 'kysely';

/** A day of sessions with who, where, how and how much, and what nobody has reviewed, each read from an index alone. */
export async function dashboard(db: Kysely<never>): Promise<void> {
  await db.schema.dropIndex('session_day_ix').execute();
  await db.schema
    .createIndex('session_day_ix')
    .on('session')
    .columns(['connected_at', 'asset_id', 'user_id', 'protocol', 'recording_bytes'])
    .execute();
  await db.schema
    .createIndex('session_unreviewed_ix')
    .on('session')
    .columns(['reviewed', 'status', 'disconnected_at'])
    .execute();
}
