import type { Kysely } from 'kysely';

/** Links into live sessions. A share goes with its session; of its token only the hash is kept. */
export async function sessionShare(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('session_share')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('mode', 'text', (c) => c.notNull())
    .addColumn('audience', 'text', (c) => c.notNull())
    .addColumn('people', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('creator_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .addUniqueConstraint('session_share_token_uq', ['token_hash'])
    .addForeignKeyConstraint('session_share_session_fk', ['session_id'], 'session', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('session_share_session_ix')
    .on('session_share')
    .columns(['session_id', 'created_at'])
    .execute();
}
