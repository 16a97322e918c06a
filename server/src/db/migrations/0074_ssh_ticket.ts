import type { Kysely } from 'kysely';

/** Tickets with which programs reach one asset by SSH, known by their hash alone, and which of them a login came by. */
export async function sshTicket(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('ssh_ticket')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('ticket_hash', 'text', (c) => c.notNull())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('kinds', 'text', (c) => c.notNull())
    .addColumn('ip_group', 'text', (c) => c.notNull())
    .addColumn('max_uses', 'integer', (c) => c.notNull())
    .addColumn('used', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('last_address', 'text', (c) => c.notNull())
    .addUniqueConstraint('ssh_ticket_hash_uq', ['ticket_hash'])
    .addUniqueConstraint('ssh_ticket_user_name_uq', ['user_id', 'name'])
    .addForeignKeyConstraint('ssh_ticket_user_fk', ['user_id'], 'user', ['id'], (c) => c.onDelete('cascade'))
    .addForeignKeyConstraint('ssh_ticket_asset_fk', ['asset_id'], 'asset', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('ssh_ticket_asset_ix').on('ssh_ticket').column('asset_id').execute();
  await db.schema.createIndex('ssh_ticket_expires_ix').on('ssh_ticket').column('expires_at').execute();
  await db.schema
    .alterTable('login_log')
    .addColumn('ticket', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
