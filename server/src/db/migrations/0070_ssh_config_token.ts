import type { Kysely } from 'kysely';

/** The address under which somebody's SSH client fetches its configuration: one per person, known by its hash alone. */
export async function sshConfigToken(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('ssh_config_token')
    .addColumn('user_id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_address', 'text', (c) => c.notNull())
    .addUniqueConstraint('ssh_config_token_hash_uq', ['token_hash'])
    .addForeignKeyConstraint('ssh_config_token_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
}
