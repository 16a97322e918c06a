import { sql, type Kysely } from 'kysely';

/** Which people wrote their mail address themselves: it proves nothing about whose it is. */
export async function mailClaimed(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('user')
    .addColumn('mail_claimed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update "user" set mail_claimed = 1 where mail <> '' and id in (
    select object_id from audit_log where action = 'account.mail-changed'
  )`.execute(db);
}
