import type { Kysely } from 'kysely';

/** Who a host of a cluster is, and whom it lists: by that others are taken for hosts of it. */
export async function clusterWord(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('vm_source')
    .addColumn('host_name', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('vm_source')
    .addColumn('cluster_hosts', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
}
