import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** GPUs as they were found, what people say of them, their processes, how they did, and whose logins processes belong to. */
export async function gpu(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('gpu')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('node_id', 'text', (c) => c.notNull())
    .addColumn('card_key', 'text', (c) => c.notNull())
    .addColumn('vendor', 'text', (c) => c.notNull())
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('bdf', 'text', (c) => c.notNull())
    .addColumn('number', 'integer')
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('driver', 'text')
    .addColumn('cuda', 'text')
    .addColumn('attach', 'text', (c) => c.notNull())
    .addColumn('usage', 'text', (c) => c.notNull())
    .addColumn('health', 'integer', (c) => c.notNull())
    .addColumn('reasons', 'text', (c) => c.notNull())
    .addColumn('util_pct', 'double precision')
    .addColumn('mem_used', 'bigint')
    .addColumn('mem_total', 'bigint')
    .addColumn('mem_pct', 'double precision')
    .addColumn('temp_c', 'double precision')
    .addColumn('power_w', 'double precision')
    .addColumn('power_limit_w', 'double precision')
    .addColumn('slices', 'integer')
    .addColumn('processes', 'integer', (c) => c.notNull())
    .addColumn('state', 'text')
    .addColumn('memory', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('knows_events', 'integer')
    .addColumn('found', 'text', (c) => c.notNull())
    .addColumn('busy_at', 'bigint')
    .addColumn('idle_since', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint')
    .addColumn('gone_at', 'bigint')
    .addUniqueConstraint('gpu_card_uq', ['node_id', 'card_key'])
    .addForeignKeyConstraint('gpu_node_fk', ['node_id'], 'node', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  const sorted = [
    'node_id',
    'model',
    'util_pct',
    'mem_pct',
    'temp_c',
    'power_w',
    'health',
    'idle_since',
    'seen_at',
  ];
  for (const column of sorted) {
    await db.schema.createIndex(`gpu_${column}_ix`).on('gpu').columns([column, 'id']).execute();
  }
  await db.schema.createIndex('gpu_usage_ix').on('gpu').columns(['usage', 'idle_since']).execute();
  await db.schema.createIndex('gpu_key_ix').on('gpu').column('card_key').execute();
  await engine.createTextIndex(db, 'gpu', ['found']);

  await db.schema
    .createTable('gpu_note')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('card_key', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('labels', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('gpu_note_uq', ['card_key'])
    .execute();

  await db.schema
    .createTable('gpu_process')
    .addColumn('gpu_id', 'text', (c) => c.notNull())
    .addColumn('pid', 'integer', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('start_ticks', 'bigint')
    .addColumn('started_at', 'bigint')
    .addColumn('type', 'text')
    .addColumn('name', 'text')
    .addColumn('mem_bytes', 'bigint')
    .addColumn('uid', 'bigint')
    .addColumn('account', 'text')
    .addColumn('container', 'text')
    .addColumn('gpu_instance', 'integer')
    .addColumn('compute_instance', 'integer')
    .addColumn('user_id', 'text')
    .addColumn('session_id', 'text')
    .addColumn('attribution', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('gpu_process_pk', ['gpu_id', 'pid', 'place'])
    .addForeignKeyConstraint('gpu_process_gpu_fk', ['gpu_id'], 'gpu', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('gpu_process_user_ix').on('gpu_process').column('user_id').execute();

  await db.schema
    .createTable('gpu_sample')
    .addColumn('gpu_id', 'text', (c) => c.notNull())
    .addColumn('span', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('figures', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('gpu_sample_pk', ['gpu_id', 'span', 'at'])
    .addForeignKeyConstraint('gpu_sample_gpu_fk', ['gpu_id'], 'gpu', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('gpu_sample_age_ix').on('gpu_sample').columns(['span', 'at']).execute();

  await db.schema
    .createTable('session_login')
    .addColumn('session_id', 'text', (c) => c.primaryKey())
    .addColumn('boot_id', 'text', (c) => c.notNull())
    .addColumn('audit_session', 'bigint')
    .addColumn('server_pid', 'integer')
    .addColumn('server_start', 'bigint')
    .addColumn('shells', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('session_login_fk', ['session_id'], 'session', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('session_login_boot_ix')
    .on('session_login')
    .columns(['boot_id', 'at'])
    .execute();
}
