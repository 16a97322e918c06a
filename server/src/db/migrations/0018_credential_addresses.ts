import type { Kysely } from 'kysely';

/** The hosts that a credential may go to; empty for any, which is what those had that were here before. */
export async function credentialAddresses(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('credential')
    .addColumn('addresses', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
