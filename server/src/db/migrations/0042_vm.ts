import { sql, type Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Virtual machines, what was found about them, what was done with them, and how their hosts are asked. */
export async function vm(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('node')
    .addColumn('collects_vms', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable('node')
    .addColumn('vm_interval_seconds', 'integer', (c) => c.notNull().defaultTo(60))
    .execute();
  await db.schema
    .alterTable('node')
    .addColumn('hypervisor_uri', 'text', (c) => c.notNull().defaultTo(''))
    .execute();

  await db.schema
    .createTable('vm')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('home_node_id', 'text')
    .addColumn('cluster_name', 'text', (c) => c.notNull())
    .addColumn('vm_key', 'text', (c) => c.notNull())
    .addColumn('uuid', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('department', 'text', (c) => c.notNull())
    .addColumn('labels', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('manual_ip', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'text')
    .addColumn('is_protected', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('vm_home_fk', ['home_node_id'], 'node', ['id'], (c) => c.onDelete('cascade'))
    .addForeignKeyConstraint('vm_asset_fk', ['asset_id'], 'asset', ['id'], (c) => c.onDelete('set null'))
    .execute();
  // A machine is known by its host, or by the cluster that several hosts are of: never by both.
  await db.schema
    .createIndex('vm_home_uq')
    .unique()
    .on('vm')
    .columns(['home_node_id', 'provider', 'vm_key'])
    .where(sql.ref('home_node_id'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('vm_cluster_uq')
    .unique()
    .on('vm')
    .columns(['cluster_name', 'provider', 'vm_key'])
    .where(sql.ref('home_node_id'), 'is', null)
    .execute();
  await db.schema.createIndex('vm_name_ix').on('vm').columns(['name_key', 'id']).execute();
  await db.schema.createIndex('vm_created_ix').on('vm').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('vm_asset_ix').on('vm').column('asset_id').execute();
  await engine.createTextIndex(db, 'vm', ['name']);

  await db.schema
    .createTable('vm_state')
    .addColumn('vm_id', 'text', (c) => c.primaryKey())
    .addColumn('node_id', 'text')
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('state_reason', 'text', (c) => c.notNull())
    .addColumn('state_since', 'bigint')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('vcpus', 'integer')
    .addColumn('mem_bytes', 'bigint')
    .addColumn('mem_max_bytes', 'bigint')
    .addColumn('mem_rss_bytes', 'bigint')
    .addColumn('cpu_pct', 'double precision')
    .addColumn('uptime_sec', 'bigint')
    .addColumn('disk_bytes', 'bigint')
    .addColumn('disk_allocated_bytes', 'bigint')
    .addColumn('is_autostart', 'integer')
    .addColumn('is_persistent', 'integer')
    .addColumn('is_template', 'integer', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('ip_source', 'text', (c) => c.notNull())
    .addColumn('found', 'text', (c) => c.notNull())
    .addColumn('snapshot_count', 'integer', (c) => c.notNull())
    .addColumn('oldest_snapshot_at', 'bigint')
    .addColumn('counters', 'text', (c) => c.notNull())
    .addColumn('brief', 'text', (c) => c.notNull())
    .addColumn('detail', 'text')
    .addColumn('detail_at', 'bigint')
    .addColumn('seen_at', 'bigint')
    .addColumn('missing_since', 'bigint')
    .addForeignKeyConstraint('vm_state_vm_fk', ['vm_id'], 'vm', ['id'], (c) => c.onDelete('cascade'))
    .addForeignKeyConstraint('vm_state_node_fk', ['node_id'], 'node', ['id'], (c) => c.onDelete('set null'))
    .execute();
  for (const column of ['node_id', 'state', 'oldest_snapshot_at'] as const) {
    await db.schema.createIndex(`vm_state_${column}_ix`).on('vm_state').column(column).execute();
  }

  await db.schema
    .createTable('vm_source')
    .addColumn('node_id', 'text', (c) => c.primaryKey())
    .addColumn('hypervisor', 'text', (c) => c.notNull())
    .addColumn('cluster_name', 'text', (c) => c.notNull())
    .addColumn('asked_at', 'bigint')
    .addColumn('collected_at', 'bigint')
    .addColumn('fault', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('vm_source_node_fk', ['node_id'], 'node', ['id'], (c) => c.onDelete('cascade'))
    .execute();

  await db.schema
    .createTable('vm_task')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('vm_id', 'text', (c) => c.notNull())
    .addColumn('vm_name', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('snapshot', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('process_id', 'text', (c) => c.notNull())
    .addColumn('before_state', 'text')
    .addColumn('after_state', 'text')
    .addColumn('fault', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('log', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('deadline_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addForeignKeyConstraint('vm_task_vm_fk', ['vm_id'], 'vm', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  // Whoever comes second finds the door shut, whichever server they came by.
  await db.schema
    .createIndex('vm_task_open_uq')
    .unique()
    .on('vm_task')
    .column('vm_id')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await db.schema.createIndex('vm_task_vm_ix').on('vm_task').columns(['vm_id', 'started_at', 'id']).execute();
}
