import type { Kysely } from 'kysely';

/** People, their roles, their logins, and what guards the door. */
export async function identity(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('user')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull())
    .addColumn('nickname', 'text', (c) => c.notNull())
    .addColumn('mail', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('must_change_password', 'integer', (c) => c.notNull())
    .addColumn('totp_enabled', 'integer', (c) => c.notNull())
    .addColumn('totp_last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('user_username_key_uq', ['username_key'])
    .execute();

  await db.schema
    .createTable('role')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('role_menu')
    .addColumn('role_id', 'text', (c) => c.notNull())
    .addColumn('menu_id', 'text', (c) => c.notNull())
    .addColumn('checked', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('role_menu_pk', ['role_id', 'menu_id'])
    .addForeignKeyConstraint('role_menu_role_fk', ['role_id'], 'role', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema
    .createTable('user_role')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('role_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('user_role_pk', ['user_id', 'role_id'])
    .addForeignKeyConstraint('user_role_user_fk', ['user_id'], 'user', ['id'], (c) => c.onDelete('cascade'))
    .addForeignKeyConstraint('user_role_role_fk', ['role_id'], 'role', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('user_role_role_ix').on('user_role').column('role_id').execute();

  await db.schema
    .createTable('login')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('remember', 'integer', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('login_token_hash_uq', ['token_hash'])
    .addForeignKeyConstraint('login_user_fk', ['user_id'], 'user', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('login_user_ix').on('login').column('user_id').execute();
  await db.schema.createIndex('login_expires_ix').on('login').column('expires_at').execute();

  await db.schema
    .createTable('login_log')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('login_id', 'text')
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('remember', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('login_at', 'bigint', (c) => c.notNull())
    .addColumn('logout_at', 'bigint')
    .execute();
  await db.schema.createIndex('login_log_login_ix').on('login_log').column('login_id').execute();
  await db.schema.createIndex('login_log_at_ix').on('login_log').columns(['login_at', 'id']).execute();

  await db.schema
    .createTable('login_lock')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('locked_until', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('ticket')
    .addColumn('ticket_hash', 'text', (c) => c.primaryKey())
    .addColumn('login_id', 'text', (c) => c.notNull())
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('ticket_login_fk', ['login_id'], 'login', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('ticket_expires_ix').on('ticket').column('expires_at').execute();
}
