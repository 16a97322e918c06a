import type { Kysely } from 'kysely';

/** Commands and files that were sent to many hosts, and what became of each. */
export async function commandRun(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('command_run')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('script', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('stop_requested', 'integer', (c) => c.notNull())
    .addColumn('process_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  for (const [name, columns] of [
    ['command_run_user_ix', ['user_id', 'created_at', 'id']],
    ['command_run_state_ix', ['state', 'created_at']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on('command_run')
      .columns([...columns])
      .execute();
  }

  await db.schema
    .createTable('command_run_host')
    .addColumn('run_id', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('asset_name', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('exit_code', 'integer')
    .addColumn('signal', 'text', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('output', 'text', (c) => c.notNull())
    .addColumn('output_bytes', 'bigint', (c) => c.notNull())
    .addColumn('is_cut', 'integer', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('command_run_host_pk', ['run_id', 'asset_id'])
    .addForeignKeyConstraint('command_run_host_run_fk', ['run_id'], 'command_run', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
}
