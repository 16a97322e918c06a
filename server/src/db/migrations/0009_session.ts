import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/**
 * Sessions, what was typed in them and which files went through them. They outlive the asset and the person: names are
 * kept as they were, and no foreign key ties them down.
 */
export async function session(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('protocol', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('asset_name', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('access_gateway_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('login_id', 'text')
    .addColumn('client_ip', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('end_reason', 'text', (c) => c.notNull())
    .addColumn('flags', 'text', (c) => c.notNull())
    .addColumn('storage_id', 'text', (c) => c.notNull())
    .addColumn('recording', 'text', (c) => c.notNull())
    .addColumn('recording_bytes', 'bigint', (c) => c.notNull())
    .addColumn('reviewed', 'integer', (c) => c.notNull())
    .addColumn('command_count', 'integer', (c) => c.notNull())
    .addColumn('process_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('connected_at', 'bigint')
    .addColumn('disconnected_at', 'bigint')
    .execute();
  for (const [name, columns] of [
    ['status', ['status', 'connected_at', 'id']],
    ['user', ['user_id', 'connected_at']],
    ['asset', ['asset_id', 'connected_at']],
    ['disconnected', ['status', 'disconnected_at', 'id']],
  ] as const) {
    await db.schema
      .createIndex(`session_${name}_ix`)
      .on('session')
      .columns([...columns])
      .execute();
  }
  await engine.createTextIndex(db, 'session', ['asset_name', 'user_name', 'client_ip']);

  await db.schema
    .createTable('session_command')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('command', 'text', (c) => c.notNull())
    .addColumn('risk_level', 'integer', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('offset_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('session_command_session_fk', ['session_id'], 'session', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('session_command_session_ix')
    .on('session_command')
    .columns(['session_id', 'offset_ms'])
    .execute();
  await engine.createTextIndex(db, 'session_command', ['command']);

  await db.schema
    .createTable('storage_log')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('asset_name', 'text', (c) => c.notNull())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('checksum', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('storage_log_created_ix')
    .on('storage_log')
    .columns(['created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('storage_log_session_ix')
    .on('storage_log')
    .columns(['session_id', 'created_at'])
    .execute();
  await engine.createTextIndex(db, 'storage_log', ['file_name']);
}
