import { sql, type Kysely } from 'kysely';

/** Logins of somebody who is searched by name or mail address: the log only has the account, in any case. */
export async function loginLogAccount(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('login_log_account_ix')
    .on('login_log')
    .column(sql<string>`lower(username)`)
    .execute();
}
