import type { Kysely } from 'kysely';

/** The public halves of the keys that sign recordings, and what is signed of the audit log. */
export async function signing(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('signing_key')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('predecessor', 'text', (c) => c.notNull())
    .addColumn('handover', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('signing_key_pk', ['id'])
    .execute();
  await db.schema
    .createTable('audit_checkpoint')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('statement', 'text', (c) => c.notNull())
    .addColumn('signature', 'text', (c) => c.notNull())
    .addColumn('locked', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_checkpoint_pk', ['id'])
    .execute();
  await db.schema
    .createIndex('audit_checkpoint_seq_ix')
    .on('audit_checkpoint')
    .columns(['seq', 'id'])
    .execute();
  await db.schema
    .createIndex('audit_checkpoint_locked_ix')
    .on('audit_checkpoint')
    .columns(['locked', 'id'])
    .execute();
}
