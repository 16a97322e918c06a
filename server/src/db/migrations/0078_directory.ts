import { sql, type Kysely } from 'kysely';

/**
 * How sources are looked after; whom a source made, and whom it disabled; and keys that come and go with a directory.
 */
export async function directory(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('source_state')
    .addColumn('source_id', 'text', (c) =>
      c.primaryKey().references('identity_source.id').onDelete('cascade'),
    )
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('visited_at', 'bigint')
    .addColumn('answered_at', 'bigint')
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('problem_params', 'text', (c) => c.notNull())
    .addColumn('problem_since', 'bigint')
    .addColumn('report', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .alterTable('source_identity')
    .addColumn('made', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update source_identity set made = 1 where exists (
    select 1 from "user", identity_source
    where "user".id = source_identity.user_id and identity_source.id = source_identity.source_id
      and "user".source = identity_source.name)`.execute(db);
  await db.schema
    .alterTable('user')
    .addColumn('disabled_by', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('ssh_key')
    .addColumn('source_id', 'text', (c) => c.references('identity_source.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('ssh_key_source_ix').on('ssh_key').column('source_id').execute();
}
