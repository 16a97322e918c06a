import type { Kysely } from 'kysely';

/**
 * Who knows the secret of an account that is not theirs, because they made it or set its password; and what an access
 * token is for: those from before this are for using the product, not for administering it.
 */
export async function accountCustody(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('account_custody')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('custodian_id', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('account_custody_pk', ['user_id', 'custodian_id'])
    .addForeignKeyConstraint('account_custody_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('account_custody_custodian_fk', ['custodian_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('account_custody_custodian')
    .on('account_custody')
    .column('custodian_id')
    .execute();
  await db.schema
    .alterTable('access_token')
    .addColumn('scope', 'text', (c) => c.notNull().defaultTo('use'))
    .execute();
}
