import type { Kysely } from 'kysely';

/** By which identity source a login came, so that the source can end it, and what the log of logins says about it. */
export async function loginSource(db: Kysely<never>): Promise<void> {
  for (const column of ['source_id', 'source_sid']) {
    await db.schema
      .alterTable('login')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await db.schema.createIndex('login_source_ix').on('login').columns(['source_id', 'source_sid']).execute();
  for (const column of ['source', 'rule']) {
    await db.schema
      .alterTable('login_log')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
}
