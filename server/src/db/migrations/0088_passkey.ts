import type { Kysely } from 'kysely';

/** Passkeys of people, challenges that wait for an answer, and which passkey a login came by. */
export async function passkey(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('synced', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_address', 'text', (c) => c.notNull())
    .addColumn('copied_at', 'bigint')
    .addUniqueConstraint('passkey_credential_uq', ['credential_id'])
    .addUniqueConstraint('passkey_user_name_uq', ['user_id', 'name'])
    .addForeignKeyConstraint('passkey_user_fk', ['user_id'], 'user', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema
    .createTable('passkey_challenge')
    .addColumn('challenge_hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('rp_id', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('binding_hash', 'text', (c) => c.notNull())
    .addColumn('login_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('passkey_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('passkey_challenge_passkey_fk', ['passkey_id'], 'passkey', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('passkey_challenge_expires_ix')
    .on('passkey_challenge')
    .column('expires_at')
    .execute();
  await db.schema
    .createIndex('passkey_challenge_passkey_ix')
    .on('passkey_challenge')
    .column('passkey_id')
    .execute();
  await db.schema
    .alterTable('user')
    .addColumn('passkeys', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('login_log')
    .addColumn('passkey', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
