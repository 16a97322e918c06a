import type { Kysely } from 'kysely';

/** What the dashboard counts and lists is read from indexes alone. */
export async function overview(db: Kysely<never>): Promise<void> {
  for (const [name, table, columns] of [
    ['login_log_active_ix', 'login_log', ['state', 'login_at', 'username']],
    ['session_day_ix', 'session', ['connected_at', 'asset_id']],
    ['authorised_ends_ix', 'authorised', ['ends_at']],
  ] as const) {
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  }
}
