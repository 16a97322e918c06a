import { sql, type Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Jobs, the assets they name, their runs, and what became of each asset in a run. */
export async function job(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('func', 'text', (c) => c.notNull())
    .addColumn('cron', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('overlap', 'text', (c) => c.notNull())
    .addColumn('timeout_seconds', 'integer', (c) => c.notNull())
    .addColumn('retries', 'integer', (c) => c.notNull())
    .addColumn('failure_mail', 'text', (c) => c.notNull())
    .addColumn('is_paused', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_run_at', 'bigint')
    .addColumn('next_at', 'bigint')
    .addColumn('told_at', 'bigint')
    .execute();
  for (const [name, columns] of [
    ['due', ['status', 'next_at']],
    ['name', ['name', 'id']],
    ['created', ['created_at', 'id']],
    ['last_run', ['last_run_at', 'id']],
  ] as const) {
    await db.schema
      .createIndex(`job_${name}_ix`)
      .on('job')
      .columns([...columns])
      .execute();
  }
  await engine.createTextIndex(db, 'job', ['name']);

  await db.schema
    .createTable('job_asset')
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_asset_pk', ['job_id', 'asset_id'])
    .addForeignKeyConstraint('job_asset_job_fk', ['job_id'], 'job', ['id'], (c) => c.onDelete('cascade'))
    .addForeignKeyConstraint('job_asset_asset_fk', ['asset_id'], 'asset', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('job_asset_asset_ix').on('job_asset').column('asset_id').execute();

  await db.schema
    .createTable('job_run')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('process_id', 'text')
    .addColumn('stop_asked', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('planned_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('total', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('succeeded', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failed', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('message', 'text', (c) => c.notNull().defaultTo(sql`''`))
    .addForeignKeyConstraint('job_run_job_fk', ['job_id'], 'job', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  for (const [name, columns] of [
    ['job', ['job_id', 'planned_at', 'id']],
    ['state', ['state', 'process_id']],
    ['ended', ['ended_at', 'id']],
  ] as const) {
    await db.schema
      .createIndex(`job_run_${name}_ix`)
      .on('job_run')
      .columns([...columns])
      .execute();
  }

  await db.schema
    .createTable('job_result')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('run_id', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('asset_name', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('exit_code', 'integer')
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('output', 'text', (c) => c.notNull())
    .addColumn('is_cut', 'integer', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('job_result_run_fk', ['run_id'], 'job_run', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('job_result_run_ix').on('job_result').columns(['run_id', 'place']).execute();
}
