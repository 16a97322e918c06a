import type { Kysely } from 'kysely';

/** How virtual machines did, and how old what was done with machines is. */
export async function vmSample(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('vm_sample')
    .addColumn('vm_id', 'text', (c) => c.notNull())
    .addColumn('span', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('vm_sample_pk', ['vm_id', 'span', 'at'])
    .addForeignKeyConstraint('vm_sample_vm_fk', ['vm_id'], 'vm', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('vm_sample_age_ix').on('vm_sample').columns(['span', 'at']).execute();
  await db.schema.createIndex('vm_task_ended_ix').on('vm_task').column('ended_at').execute();
  await db.schema.createIndex('node_action_ended_ix').on('node_action').column('ended_at').execute();
}
