import type { Kysely } from 'kysely';

/** When the person of a login last proved who they are. A login from before counts as never: it is asked again. */
export async function loginProof(db: Kysely<never>): Promise<void> {
  for (const column of ['proven_at', 'factor_proven_at']) {
    await db.schema
      .alterTable('login')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  }
}
