import { sql, type Kysely } from 'kysely';

/** Sessions on the consoles of virtual machines; those that were here before are on assets. */
export async function sessionVm(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('vm_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createIndex('session_vm_ix')
    .on('session')
    .columns(['vm_id', 'id'])
    .where(sql.ref('vm_id'), '!=', '')
    .execute();
}
