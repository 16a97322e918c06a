import type { Kysely } from 'kysely';

/** What an SSH client of one's own may open under a strategy; those that were here before leave shell and commands on. */
export async function channelRights(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('strategy')
    .addColumn('channels', 'text', (c) => c.notNull().defaultTo('["shell","exec"]'))
    .execute();
  await db.schema
    .alterTable('strategy')
    .addColumn('forward_targets', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
}
