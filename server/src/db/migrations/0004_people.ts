import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Groups of people, and the indexes that keep lists of people, roles and logins quick at any size. */
export async function people(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('user_group')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('user_group_name_uq', ['name'])
    .execute();
  await db.schema
    .createIndex('user_group_created_ix')
    .on('user_group')
    .columns(['created_at', 'id'])
    .execute();
  await db.schema
    .createTable('user_group_member')
    .addColumn('user_group_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_group_member_pk', ['user_group_id', 'user_id'])
    .addForeignKeyConstraint('user_group_member_group_fk', ['user_group_id'], 'user_group', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('user_group_member_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('user_group_member_user_ix')
    .on('user_group_member')
    .column('user_id')
    .execute();

  await db.schema.createIndex('user_created_ix').on('user').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('user_username_ix').on('user').columns(['username', 'id']).execute();
  await db.schema.createIndex('user_nickname_ix').on('user').columns(['nickname', 'id']).execute();
  await db.schema.createIndex('role_name_uq').on('role').column('name').unique().execute();
  await db.schema
    .createIndex('login_log_state_ix')
    .on('login_log')
    .columns(['state', 'login_at', 'id'])
    .execute();

  await engine.createTextIndex(db, 'user', ['username', 'nickname', 'mail']);
  await engine.createTextIndex(db, 'user_group', ['name']);
  await engine.createTextIndex(db, 'role', ['name']);
  await engine.createTextIndex(db, 'login_log', ['username', 'address']);
  await engine.createTextIndex(db, 'audit_log', ['actor_name', 'object_name']);
}
