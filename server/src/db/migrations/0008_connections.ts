import type { Kysely } from 'kysely';

import type { Engine } from '../dialect.ts';

/** Machines, the way to them, what people may do on them, and who may use which. */
export async function connections(db: Kysely<never>, engine: Engine): Promise<void> {
  await gateways(db, engine);
  await assets(db, engine);
  await commandFilters(db, engine);
  await strategies(db, engine);
  await grants(db);
  await commands(db, engine);
}

async function gateways(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('access_gateway')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .addColumn('account_type', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('access_gateway_name_uq', ['name'])
    .addForeignKeyConstraint('access_gateway_parent_fk', ['parent_id'], 'access_gateway', ['id'], (c) =>
      c.onDelete('restrict'),
    )
    .execute();
  await db.schema
    .createIndex('access_gateway_created_ix')
    .on('access_gateway')
    .columns(['created_at', 'id'])
    .execute();
  await db.schema.createIndex('access_gateway_parent_ix').on('access_gateway').column('parent_id').execute();
  await engine.createTextIndex(db, 'access_gateway', ['name', 'ip']);

  await db.schema
    .createTable('host_key')
    .addColumn('owner', 'text', (c) => c.notNull())
    .addColumn('key_type', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addColumn('seen_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('host_key_pk', ['owner', 'key_type', 'state'])
    .execute();
}

async function assets(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('asset')
    .addColumn('access_gateway_id', 'text', (c) => c.references('access_gateway.id').onDelete('restrict'))
    .execute();
  await db.schema.alterTable('asset').addColumn('active', 'integer').execute();
  await db.schema
    .alterTable('asset')
    .addColumn('active_message', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema.alterTable('asset').addColumn('checked_at', 'bigint').execute();
  await db.schema.alterTable('asset').addColumn('last_access_at', 'bigint').execute();
  for (const column of ['created_at', 'name', 'protocol', 'ip', 'active', 'last_access_at', 'checked_at']) {
    await db.schema
      .createIndex(`asset_${column.replace(/_at$/, '')}_ix`)
      .on('asset')
      .columns([column, 'id'])
      .execute();
  }
  await db.schema.createIndex('asset_gateway_ix').on('asset').column('access_gateway_id').execute();
  await db.schema.createIndex('asset_owner_ix').on('asset').column('owner_id').execute();
  await engine.createTextIndex(db, 'asset', ['name', 'ip']);

  await db.schema
    .createTable('asset_tag')
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('tag', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('asset_tag_pk', ['asset_id', 'tag'])
    .addForeignKeyConstraint('asset_tag_asset_fk', ['asset_id'], 'asset', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('asset_tag_tag_ix').on('asset_tag').columns(['tag', 'asset_id']).execute();

  await db.schema
    .createTable('asset_attribute')
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('asset_attribute_pk', ['asset_id', 'name'])
    .addForeignKeyConstraint('asset_attribute_asset_fk', ['asset_id'], 'asset', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .execute();

  for (const [table, time] of [
    ['asset_favourite', 'created_at'],
    ['asset_use', 'used_at'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('asset_id', 'text', (c) => c.notNull())
      .addColumn(time, 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['user_id', 'asset_id'])
      .addForeignKeyConstraint(`${table}_user_fk`, ['user_id'], 'user', ['id'], (c) => c.onDelete('cascade'))
      .addForeignKeyConstraint(`${table}_asset_fk`, ['asset_id'], 'asset', ['id'], (c) =>
        c.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex(`${table}_asset_ix`).on(table).column('asset_id').execute();
  }
}

async function commandFilters(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('command_filter')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('command_filter_name_uq', ['name'])
    .execute();
  await db.schema
    .createIndex('command_filter_created_ix')
    .on('command_filter')
    .columns(['created_at', 'id'])
    .execute();
  await engine.createTextIndex(db, 'command_filter', ['name']);

  await db.schema
    .createTable('command_filter_rule')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('command_filter_id', 'text', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('pattern', 'text', (c) => c.notNull())
    .addColumn('ignore_case', 'integer', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addForeignKeyConstraint(
      'command_filter_rule_filter_fk',
      ['command_filter_id'],
      'command_filter',
      ['id'],
      (c) => c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('command_filter_rule_order_ix')
    .on('command_filter_rule')
    .columns(['command_filter_id', 'priority', 'id'])
    .execute();
}

async function strategies(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('strategy')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('upload', 'integer', (c) => c.notNull())
    .addColumn('download', 'integer', (c) => c.notNull())
    .addColumn('edit', 'integer', (c) => c.notNull())
    .addColumn('remove', 'integer', (c) => c.notNull())
    .addColumn('rename', 'integer', (c) => c.notNull())
    .addColumn('copy', 'integer', (c) => c.notNull())
    .addColumn('paste', 'integer', (c) => c.notNull())
    .addColumn('create_dir', 'integer', (c) => c.notNull())
    .addColumn('idle_minutes', 'integer', (c) => c.notNull())
    .addColumn('max_minutes', 'integer', (c) => c.notNull())
    .addColumn('recording', 'integer', (c) => c.notNull())
    .addColumn('recording_reason', 'text', (c) => c.notNull())
    .addColumn('command_filter_id', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('strategy_name_uq', ['name'])
    .addForeignKeyConstraint(
      'strategy_command_filter_fk',
      ['command_filter_id'],
      'command_filter',
      ['id'],
      (c) => c.onDelete('restrict'),
    )
    .execute();
  await db.schema.createIndex('strategy_created_ix').on('strategy').columns(['created_at', 'id']).execute();
  await db.schema
    .createIndex('strategy_command_filter_ix')
    .on('strategy')
    .column('command_filter_id')
    .execute();
  await engine.createTextIndex(db, 'strategy', ['name']);
}

/** One row per asset and person or group. A strategy or filter in use cannot be deleted: the foreign key refuses. */
async function grants(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('authorised')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('asset_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('user_group_id', 'text')
    .addColumn('strategy_id', 'text')
    .addColumn('command_filter_id', 'text')
    .addColumn('starts_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('time_period', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('authorised_user_uq', ['user_id', 'asset_id'])
    .addUniqueConstraint('authorised_user_group_uq', ['user_group_id', 'asset_id'])
    .addForeignKeyConstraint('authorised_asset_fk', ['asset_id'], 'asset', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('authorised_user_fk', ['user_id'], 'user', ['id'], (c) => c.onDelete('cascade'))
    .addForeignKeyConstraint('authorised_user_group_fk', ['user_group_id'], 'user_group', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('authorised_strategy_fk', ['strategy_id'], 'strategy', ['id'], (c) =>
      c.onDelete('restrict'),
    )
    .addForeignKeyConstraint(
      'authorised_command_filter_fk',
      ['command_filter_id'],
      'command_filter',
      ['id'],
      (c) => c.onDelete('restrict'),
    )
    .execute();
  await db.schema
    .createIndex('authorised_asset_ix')
    .on('authorised')
    .columns(['asset_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('authorised_user_ix')
    .on('authorised')
    .columns(['user_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('authorised_user_group_ix')
    .on('authorised')
    .columns(['user_group_id', 'created_at'])
    .execute();
  await db.schema.createIndex('authorised_strategy_ix').on('authorised').column('strategy_id').execute();
  await db.schema
    .createIndex('authorised_command_filter_ix')
    .on('authorised')
    .column('command_filter_id')
    .execute();
}

async function commands(db: Kysely<never>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('command')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'text', (c) => c.notNull())
    .addColumn('shared', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('command_created_ix').on('command').columns(['created_at', 'id']).execute();
  await db.schema.createIndex('command_name_ix').on('command').columns(['name', 'id']).execute();
  await db.schema.createIndex('command_owner_ix').on('command').columns(['owner_id', 'created_at']).execute();
  await db.schema.createIndex('command_shared_ix').on('command').columns(['shared', 'created_at']).execute();
  await engine.createTextIndex(db, 'command', ['name', 'content']);
}
