import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Lines that the target did not show are listed without their text, and those that no filter could judge say so. */
export async function unseenCommands(db: Kysely<never>, _engine: Engine): Promise<void> {
  for (const column of ['hidden', 'unchecked']) {
    await db.schema
      .alterTable('session_command')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  }
}
