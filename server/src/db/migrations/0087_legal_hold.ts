import type { Kysely } from 'kysely';

/** What may not be deleted for as long as somebody says so. One that was lifted stays on the list. */
export async function legalHold(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('legal_hold')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text', (c) => c.notNull())
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('set_by', 'text', (c) => c.notNull())
    .addColumn('set_by_name', 'text', (c) => c.notNull())
    .addColumn('set_at', 'bigint', (c) => c.notNull())
    .addColumn('lifted_by_name', 'text', (c) => c.notNull())
    .addColumn('lifted_at', 'bigint')
    .addColumn('lift_reason', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('legal_hold_pk', ['id'])
    .execute();
  await db.schema
    .createIndex('legal_hold_subject_ix')
    .on('legal_hold')
    .columns(['kind', 'subject_id', 'lifted_at'])
    .execute();
}
