import type { Kysely } from 'kysely';

/**
 * Files of recordings in the store. A row comes before its file and goes after it, also when the session is gone: so
 * nothing can lie in the store that nobody knows of.
 */
export async function storedRecordingFile(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('stored_recording_file')
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('checksum', 'text', (c) => c.notNull())
    .addColumn('head', 'text', (c) => c.notNull())
    .addColumn('is_verified', 'smallint', (c) => c.notNull())
    .addPrimaryKeyConstraint('stored_recording_file_pk', ['session_id', 'name'])
    .execute();
}
