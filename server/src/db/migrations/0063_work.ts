import { sql, type Kysely } from 'kysely';

/** Work that outlives the request it came by, whatever it is. */
export async function work(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('work')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('fair_key', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('person_name', 'text', (c) => c.notNull())
    .addColumn('input', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('process_id', 'text')
    .addColumn('cancel_asked', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .execute();
  // Whoever comes second finds the door shut, whichever server they came by.
  await db.schema
    .createIndex('work_open_uq')
    .unique()
    .on('work')
    .columns(['kind', 'subject'])
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('work_state_ix')
    .on('work')
    .columns(['state', 'kind', 'due_at', 'id'])
    .execute();
  await db.schema.createIndex('work_over_ix').on('work').columns(['kind', 'ended_at', 'id']).execute();
}
