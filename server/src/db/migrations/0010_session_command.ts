import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Commands know whose hands typed them and whether the target got them, and are listed over all sessions. */
export async function sessionCommand(db: Kysely<never>, _engine: Engine): Promise<void> {
  await db.schema
    .alterTable('session_command')
    .addColumn('typed_by', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('session_command')
    .addColumn('sent', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema.dropIndex('session_command_session_ix').execute();
  for (const [name, columns] of [
    ['session', ['session_id', 'offset_ms', 'id']],
    ['created', ['created_at', 'id']],
    ['user', ['user_id', 'created_at', 'id']],
    ['risk', ['risk_level', 'created_at', 'id']],
  ] as const) {
    await db.schema
      .createIndex(`session_command_${name}_ix`)
      .on('session_command')
      .columns([...columns])
      .execute();
  }
}
