import type { Kysely } from 'kysely';

/** How recordings are signed and what came out when somebody looked; and what is left of sessions that were deleted. */
export async function sessionEvidence(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('session_evidence')
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('links', 'integer', (c) => c.notNull())
    .addColumn('head', 'text', (c) => c.notNull())
    .addColumn('verdict', 'text', (c) => c.notNull())
    .addColumn('finding', 'text', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('session_evidence_pk', ['session_id'])
    .addForeignKeyConstraint('session_evidence_session_fk', ['session_id'], 'session', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('session_evidence_due_ix')
    .on('session_evidence')
    .columns(['checked_at', 'session_id'])
    .execute();
  await db.schema
    .createIndex('session_evidence_verdict_ix')
    .on('session_evidence')
    .columns(['verdict', 'session_id'])
    .execute();
  await db.schema
    .createTable('tombstone')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'bigint', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('tombstone_pk', ['id'])
    .execute();
  await db.schema.createIndex('tombstone_session_ix').on('tombstone').column('session_id').execute();
}
