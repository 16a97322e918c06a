import type { Kysely } from 'kysely';

/** Which notices somebody has put away. The id changes with what a notice says, so it comes back then. */
export async function notice(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('notice_put_away')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('notice_id', 'text', (c) => c.notNull())
    .addColumn('put_away_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('notice_put_away_pk', ['user_id', 'notice_id'])
    .addForeignKeyConstraint('notice_put_away_user_fk', ['user_id'], 'user', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
}
