import type { Kysely } from 'kysely';

/** What people prove themselves with beside the password, and what their programs show. */
export async function factors(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('recovery_code')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('recovery_code_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('recovery_code_user_ix').on('recovery_code').column('user_id').execute();

  await db.schema
    .createTable('access_token')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_address', 'text', (c) => c.notNull())
    .addUniqueConstraint('access_token_hash_uq', ['token_hash'])
    .addUniqueConstraint('access_token_user_name_uq', ['user_id', 'name'])
    .addForeignKeyConstraint('access_token_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('access_token_expires_ix').on('access_token').column('expires_at').execute();
}
