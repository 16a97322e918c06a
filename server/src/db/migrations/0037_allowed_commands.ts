import type { Kysely } from 'kysely';

/** The commands to which a strategy limits people; those that were here before leave a shell to them. */
export async function allowedCommands(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('strategy')
    .addColumn('commands_only', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('strategy')
    .addColumn('allowed_commands', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
}
