import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Credentials, and the assets that use them: the foreign key is what refuses to delete one in use. */
export async function credential(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('credential')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('key_type', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('credential_name_uq', ['name'])
    .execute();
  await db.schema
    .createIndex('credential_created_ix')
    .on('credential')
    .columns(['created_at', 'id'])
    .execute();
  await engine.createTextIndex(db, 'credential', ['name']);

  await db.schema
    .createTable('asset')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('protocol', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .addColumn('account_type', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('credential_id', 'text')
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('asset_credential_fk', ['credential_id'], 'credential', ['id'], (c) =>
      c.onDelete('restrict'),
    )
    .execute();
  await db.schema.createIndex('asset_credential_ix').on('asset').column('credential_id').execute();
}
