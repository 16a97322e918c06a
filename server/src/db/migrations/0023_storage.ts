import { sql, type Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/**
 * Storage spaces, whom they are shared with, uploads that are not whole yet, and changes under way. What is used and what
 * is promised to uploads stand in the space itself, so that one statement decides whether more fits.
 */
export async function storage(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('storage')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_share', 'integer', (c) => c.notNull())
    .addColumn('limit_bytes', 'bigint', (c) => c.notNull())
    .addColumn('used_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('reserved_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('changes', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  for (const [name, columns] of [
    ['owner', ['owner_id', 'created_at']],
    ['name', ['name', 'id']],
    ['created', ['created_at', 'id']],
    ['used', ['used_bytes', 'id']],
    ['limit', ['limit_bytes', 'id']],
  ] as const) {
    await db.schema
      .createIndex(`storage_${name}_ix`)
      .on('storage')
      .columns([...columns])
      .execute();
  }
  await engine.createTextIndex(db, 'storage', ['name']);

  await db.schema
    .createTable('storage_share')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('storage_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('user_group_id', 'text')
    .addColumn('mode', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('storage_share_storage_fk', ['storage_id'], 'storage', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('storage_share_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('storage_share_group_fk', ['user_group_id'], 'user_group', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addUniqueConstraint('storage_share_user_uq', ['storage_id', 'user_id'])
    .addUniqueConstraint('storage_share_group_uq', ['storage_id', 'user_group_id'])
    .execute();
  for (const column of ['user_id', 'user_group_id']) {
    await db.schema.createIndex(`storage_share_${column}_ix`).on('storage_share').column(column).execute();
  }

  await db.schema
    .createTable('storage_upload')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('storage_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('upload_id', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('token', 'text', (c) => c.notNull())
    .addColumn('reserved_bytes', 'bigint', (c) => c.notNull())
    .addColumn('process_id', 'text', (c) => c.notNull())
    .addColumn('touched_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('storage_upload_storage_fk', ['storage_id'], 'storage', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addUniqueConstraint('storage_upload_uq', ['storage_id', 'user_id', 'upload_id'])
    .execute();

  await db.schema
    .createTable('storage_change')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('storage_id', 'text', (c) => c.notNull())
    .addColumn('process_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('storage_change_storage_fk', ['storage_id'], 'storage', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('storage_change_storage_ix')
    .on('storage_change')
    .column('storage_id')
    .execute();

  await engine.dropTextIndex(db, 'storage_log', ['file_name', 'user_name', 'asset_name']);
  for (const column of ['storage_id', 'storage_name']) {
    await db.schema
      .alterTable('storage_log')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(sql`''`))
      .execute();
  }
  await engine.createTextIndex(db, 'storage_log', ['file_name', 'user_name', 'asset_name', 'storage_name']);
  await db.schema
    .createIndex('storage_log_storage_ix')
    .on('storage_log')
    .columns(['storage_id', 'created_at', 'id'])
    .execute();
}
