import type { Kysely } from 'kysely';

/** Until when people are told that a host goes, so that each server tells those it serves. */
export async function powerNotice(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('node_action').addColumn('notice_until', 'bigint').execute();
}
