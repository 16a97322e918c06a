import type { Kysely } from 'kysely';

/** The import from an old installation that is open: one at a time. */
export async function nextTerminalImport(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('next_terminal_import')
    .addColumn('slot', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('options', 'text', (c) => c.notNull())
    .addColumn('disk', 'text', (c) => c.notNull())
    .addColumn('person_name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('failure', 'text', (c) => c.notNull())
    .addColumn('report', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('next_terminal_import_pk', ['slot'])
    .execute();
}
