import type { Kysely } from 'kysely';

/** A server process that takes nothing new, and the machine it runs on, by the name people know. */
export async function drain(db: Kysely<never>): Promise<void> {
  for (const column of ['drain', 'host']) {
    await db.schema
      .alterTable('server_process')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
}
