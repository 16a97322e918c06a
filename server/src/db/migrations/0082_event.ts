import { sql, type Kysely } from 'kysely';

/** Events on their way out of the house, where they go, and what could not be delivered. */
export async function event(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('event_outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('seq', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('head_seq', 'bigint')
    .addColumn('head_hash', 'text')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('severity', 'integer', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull())
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('event_outbox_seq_uq').unique().on('event_outbox').column('seq').execute();
  await db.schema
    .createIndex('event_outbox_new_ix')
    .on('event_outbox')
    .column('id')
    .where(sql.ref('seq'), 'is', null)
    .execute();

  await db.schema
    .createTable('event_head')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('gone_seq', 'bigint', (c) => c.notNull())
    .addColumn('gone_bytes', 'bigint', (c) => c.notNull())
    .execute();
  await sql`insert into event_head (id, seq, bytes, gone_seq, gone_bytes) values (1, 0, 0, 0, 0)`.execute(db);

  await db.schema
    .createTable('event_destination')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('filter', 'text', (c) => c.notNull())
    .addColumn('for_people', 'integer', (c) => c.notNull())
    .addColumn('for_assets', 'integer', (c) => c.notNull())
    .addColumn('quiet', 'text', (c) => c.notNull())
    .addColumn('fail_closed_hours', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('event_destination_name_uq', ['name'])
    .execute();

  await db.schema
    .createTable('event_destination_target')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('destination_id', 'text', (c) =>
      c.notNull().references('event_destination.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('user_group_id', 'text', (c) => c.references('user_group.id').onDelete('cascade'))
    .addColumn('asset_id', 'text', (c) => c.references('asset.id').onDelete('cascade'))
    .execute();
  for (const column of ['destination_id', 'user_id', 'user_group_id', 'asset_id']) {
    await db.schema
      .createIndex(`event_destination_target_${column.replace(/_id$/, '')}_ix`)
      .on('event_destination_target')
      .column(column)
      .execute();
  }

  await db.schema
    .createTable('event_delivery')
    .addColumn('destination_id', 'text', (c) =>
      c.primaryKey().references('event_destination.id').onDelete('cascade'),
    )
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('last_ok_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_try_at', 'bigint')
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('sent', 'bigint', (c) => c.notNull())
    .addColumn('dropped', 'bigint', (c) => c.notNull())
    .addColumn('dropped_untold', 'bigint', (c) => c.notNull())
    .addColumn('given_up_untold', 'bigint', (c) => c.notNull())
    .addColumn('lost_at', 'bigint')
    .execute();

  await db.schema
    .createTable('event_parked')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('destination_id', 'text', (c) =>
      c.notNull().references('event_destination.id').onDelete('cascade'),
    )
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addUniqueConstraint('event_parked_uq', ['destination_id', 'seq'])
    .execute();
  await db.schema
    .createIndex('event_parked_state_ix')
    .on('event_parked')
    .columns(['destination_id', 'state', 'due_at', 'seq'])
    .execute();
}
