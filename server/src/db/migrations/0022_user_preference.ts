import type { Kysely } from 'kysely';

/** What people chose for themselves, as JSON: only the console reads what is in it. */
export async function userPreference(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('user_preference')
    .addColumn('user_id', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint('user_preference_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
}
