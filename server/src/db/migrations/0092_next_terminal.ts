import type { Kysely } from 'kysely';

/** What was brought from an old installation, by its id there; and which sessions were not held here. */
export async function nextTerminal(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('imported_thing')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('old_id', 'text', (c) => c.notNull())
    .addColumn('new_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('imported_thing_pk', ['kind', 'old_id'])
    .execute();
  await db.schema
    .alterTable('session')
    .addColumn('imported_from', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
