import type { Kysely } from 'kysely';

/** What is the matter with the installation, so that it is told once, whoever sees it and however often it restarts. */
export async function alert(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('alert')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('wording', 'text', (c) => c.notNull())
    .addColumn('level', 'text', (c) => c.notNull())
    .addColumn('params', 'text', (c) => c.notNull())
    .addColumn('readers', 'text', (c) => c.notNull())
    .addColumn('occasion', 'text', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('told_at', 'bigint')
    .addColumn('over_at', 'bigint')
    .addPrimaryKeyConstraint('alert_pk', ['kind', 'subject'])
    .execute();
  await db.schema.alterTable('job').dropColumn('told_at').execute();
}
