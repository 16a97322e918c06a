import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** What a run was asked for besides its script, so that it can be looked at and run again, and files that were sent. */
export async function commandRunRequest(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('command_run')
    .addColumn('request', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  await db.schema
    .alterTable('command_run_host')
    .addColumn('sent_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('command_run_created_ix')
    .on('command_run')
    .columns(['created_at', 'id'])
    .execute();
  await engine.createTextIndex(db, 'command_run', ['script', 'user_name']);
}
