import { sql, type Kysely } from 'kysely';

/** Restarts and shutdowns of physical hosts. */
export async function nodeAction(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('node_action')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('node_name', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('process_id', 'text', (c) => c.notNull())
    .addColumn('boot_id', 'text')
    .addColumn('session_count', 'integer', (c) => c.notNull())
    .addColumn('vm_count', 'integer', (c) => c.notNull())
    .addColumn('process_count', 'integer', (c) => c.notNull())
    .addColumn('fault', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('deadline_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addForeignKeyConstraint('node_action_node_fk', ['node_id'], 'node', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  // Whoever comes second finds the door shut, whichever server they came by.
  await db.schema
    .createIndex('node_action_open_uq')
    .unique()
    .on('node_action')
    .column('node_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('node_action_node_ix')
    .on('node_action')
    .columns(['node_id', 'started_at', 'id'])
    .execute();
}
