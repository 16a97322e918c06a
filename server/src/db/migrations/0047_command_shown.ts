import type { Kysely } from 'kysely';

/** When a command stood on the screen, which may be long after it was typed. Of older ones it is not known: 0. */
export async function commandShown(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('session_command')
    .addColumn('shown_ms', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}
