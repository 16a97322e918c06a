import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Physical hosts, what was found on them, how they did and what changed. */
export async function node(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('node')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'text')
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('room', 'text', (c) => c.notNull())
    .addColumn('rack', 'text', (c) => c.notNull())
    .addColumn('unit', 'integer')
    .addColumn('unit_height', 'integer')
    .addColumn('asset_tag', 'text', (c) => c.notNull())
    .addColumn('department', 'text', (c) => c.notNull())
    .addColumn('purchased_at', 'text', (c) => c.notNull())
    .addColumn('warranty_until', 'text', (c) => c.notNull())
    .addColumn('retire_at', 'text', (c) => c.notNull())
    .addColumn('labels', 'text', (c) => c.notNull())
    .addColumn('lifecycle', 'text', (c) => c.notNull())
    .addColumn('expect', 'text', (c) => c.notNull())
    .addColumn('collects', 'integer', (c) => c.notNull())
    .addColumn('interval_seconds', 'integer', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('node_name_uq', ['name_key'])
    .addUniqueConstraint('node_asset_uq', ['asset_id'])
    .addForeignKeyConstraint('node_asset_fk', ['asset_id'], 'asset', ['id'], (c) => c.onDelete('set null'))
    .execute();
  await db.schema.createIndex('node_created_ix').on('node').columns(['created_at', 'id']).execute();
  await engine.createTextIndex(db, 'node', ['name', 'asset_tag']);

  await db.schema
    .createTable('node_state')
    .addColumn('node_id', 'text', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('problem_kind', 'text', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('problems', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('status_since', 'bigint')
    .addColumn('seen_at', 'bigint')
    .addColumn('collected_at', 'bigint')
    .addColumn('facts_at', 'bigint')
    .addColumn('next_at', 'bigint')
    .addColumn('held_by', 'text', (c) => c.notNull())
    .addColumn('held_until', 'bigint', (c) => c.notNull())
    .addColumn('asking_until', 'bigint', (c) => c.notNull())
    .addColumn('latency_ms', 'integer')
    .addColumn('poll_ms', 'integer')
    .addColumn('clock_skew', 'integer')
    .addColumn('cpu_pct', 'double precision')
    .addColumn('mem_pct', 'double precision')
    .addColumn('mem_used', 'bigint')
    .addColumn('mem_total', 'bigint')
    .addColumn('disk_pct', 'double precision')
    .addColumn('load_share', 'double precision')
    .addColumn('temp_c', 'double precision')
    .addColumn('found', 'text', (c) => c.notNull())
    .addColumn('brief', 'text')
    .addColumn('facts', 'text')
    .addColumn('sample', 'text')
    .addColumn('gpus', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('node_state_node_fk', ['node_id'], 'node', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('node_state_next_ix').on('node_state').column('next_at').execute();
  await db.schema.createIndex('node_state_status_ix').on('node_state').column('status').execute();

  await db.schema
    .createTable('node_sample')
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('span', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('node_sample_pk', ['node_id', 'span', 'at'])
    .addForeignKeyConstraint('node_sample_node_fk', ['node_id'], 'node', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('node_sample_age_ix').on('node_sample').columns(['span', 'at']).execute();

  await db.schema
    .createTable('node_change')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('old_value', 'text', (c) => c.notNull())
    .addColumn('new_value', 'text', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addColumn('confirmed_by', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('node_change_node_fk', ['node_id'], 'node', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema
    .createIndex('node_change_node_ix')
    .on('node_change')
    .columns(['node_id', 'at', 'id'])
    .execute();
}
