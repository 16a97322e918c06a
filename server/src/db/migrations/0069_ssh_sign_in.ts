import type { Kysely } from 'kysely';

/**
 * Public keys of people; proofs of a second factor that count again for a while; approvals of an SSH connection given in
 * the console; and at which door a login began.
 */
export async function sshSignIn(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('ssh_key')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('algorithm', 'text', (c) => c.notNull())
    .addColumn('blob', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_address', 'text', (c) => c.notNull())
    .addUniqueConstraint('ssh_key_fingerprint_uq', ['fingerprint'])
    .addUniqueConstraint('ssh_key_user_name_uq', ['user_id', 'name'])
    .addForeignKeyConstraint('ssh_key_user_fk', ['user_id'], 'user', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema
    .createTable('factor_window')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('proof', 'text', (c) => c.notNull())
    .addColumn('proven_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('factor_window_uq', ['user_id', 'address', 'proof'])
    .addForeignKeyConstraint('factor_window_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('factor_window_proven_ix').on('factor_window').column('proven_at').execute();
  await db.schema
    .createTable('ssh_approval')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('asset_name', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('ssh_approval_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('ssh_approval_user_ix').on('ssh_approval').column('user_id').execute();
  await db.schema.createIndex('ssh_approval_expires_ix').on('ssh_approval').column('expires_at').execute();
  await db.schema
    .alterTable('login')
    .addColumn('door', 'text', (c) => c.notNull().defaultTo('web'))
    .execute();
}
