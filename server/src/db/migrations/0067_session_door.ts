import type { Kysely } from 'kysely';

/** How a session was come to: with the console, or with an SSH client of the person's own. */
export async function sessionDoor(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('door', 'text', (c) => c.notNull().defaultTo('web'))
    .execute();
}
