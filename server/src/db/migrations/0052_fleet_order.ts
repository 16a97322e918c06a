import { sql, type Kysely } from 'kysely';

/** The map of all cards and the view of racks, in their order and without a look at rows that are kilobytes long. */
export async function fleetOrder(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('gpu_map_ix')
    .on('gpu')
    .columns(['node_id', 'number', 'id', 'usage', 'health', 'util_pct', 'mem_pct'])
    .execute();
  await db.schema
    .createIndex('node_place_ix')
    .on('node')
    .columns(['site', 'room', 'rack'])
    .where(sql.ref('rack'), '!=', sql.lit(''))
    .execute();
  await db.schema.createIndex('node_site_ix').on('node').columns(['site', 'id']).execute();
}
