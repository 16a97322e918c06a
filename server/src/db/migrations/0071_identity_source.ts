import type { Kysely } from 'kysely';

/** Where people are known beside this product, who they are there, what that gave them, and logins on their way. */
export async function identitySource(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('identity_source')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('icon', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('identity_source_key_uq', ['key'])
    .execute();

  await db.schema
    .createTable('source_rule')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('source_id', 'text', (c) => c.notNull().references('identity_source.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('role_id', 'text', (c) => c.references('role.id').onDelete('cascade'))
    .addColumn('user_group_id', 'text', (c) => c.references('user_group.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('source_rule_source_ix').on('source_rule').column('source_id').execute();

  await db.schema
    .createTable('source_identity')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('source_id', 'text', (c) => c.notNull().references('identity_source.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_login_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('source_identity_uq', ['issuer', 'subject'])
    .execute();
  await db.schema.createIndex('source_identity_user_ix').on('source_identity').column('user_id').execute();
  await db.schema
    .createIndex('source_identity_source_ix')
    .on('source_identity')
    .column('source_id')
    .execute();

  await db.schema
    .createTable('source_grant')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('source_id', 'text', (c) => c.notNull().references('identity_source.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('role_id', 'text', (c) => c.references('role.id').onDelete('cascade'))
    .addColumn('user_group_id', 'text', (c) => c.references('user_group.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('source_grant_user_ix').on('source_grant').column('user_id').execute();
  await db.schema.createIndex('source_grant_source_ix').on('source_grant').column('source_id').execute();

  await db.schema
    .createTable('source_sign_in')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .addColumn('source_id', 'text', (c) => c.notNull().references('identity_source.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('binding_hash', 'text', (c) => c.notNull())
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('verifier', 'text', (c) => c.notNull())
    .addColumn('redirect_uri', 'text', (c) => c.notNull())
    .addColumn('login_id', 'text')
    .addColumn('user_id', 'text')
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('source_sign_in_expires_ix')
    .on('source_sign_in')
    .column('expires_at')
    .execute();
}
