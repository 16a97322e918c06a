import type { Kysely } from 'kysely';

/** What the SSH client of a session called itself: its login, which knew, is gone when the session is looked at. */
export async function sessionSshClient(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('session')
    .addColumn('ssh_client', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
