import type { Insertable } from 'kysely';

import type { AssetTable, StrategyTable } from '../db/schema.ts';
import { newId } from '../kernel/id.ts';
import type { TestServer } from './test-server.ts';

/** Rows for tests, straight into the tables: what is tested here begins when they are there. */
export async function anAsset(server: TestServer, given: Partial<Insertable<AssetTable>> = {}) {
  const id = newId();
  const row: Insertable<AssetTable> = {
    id,
    name: `host ${id.slice(-8)}`,
    protocol: 'ssh',
    ip: '10.9.8.7',
    port: 2222,
    account_type: 'custom',
    username: '',
    credential_id: null,
    description: '',
    owner_id: '',
    created_at: Date.now(),
    ...given,
  };
  await server.db.insertInto('asset').values(row).execute();
  return { id: row.id, name: row.name };
}

export async function aStrategy(server: TestServer, given: Partial<Insertable<StrategyTable>> = {}) {
  const id = newId();
  const row: Insertable<StrategyTable> = {
    id,
    name: `strategy ${id.slice(-8)}`,
    upload: 0,
    download: 1,
    edit: 0,
    remove: 0,
    rename: 0,
    copy: 1,
    paste: 0,
    create_dir: 0,
    idle_minutes: 10,
    max_minutes: 120,
    recording: 1,
    recording_reason: '',
    command_filter_id: null,
    commands_only: 0,
    allowed_commands: '[]',
    channels: '["shell","exec"]',
    forward_targets: '[]',
    created_at: 0,
    ...given,
  };
  await server.db.insertInto('strategy').values(row).execute();
  return { id: row.id, name: row.name };
}

export async function aGroup(server: TestServer, ...members: string[]) {
  const id = newId();
  const name = `group ${id.slice(-8)}`;
  await server.db.insertInto('user_group').values({ id, name, created_at: 0 }).execute();
  if (members.length > 0) {
    const rows = members.map((user_id) => ({ user_group_id: id, user_id }));
    await server.db.insertInto('user_group_member').values(rows).execute();
  }
  return { id, name };
}

export async function tag(server: TestServer, assetId: string, ...tags: string[]) {
  const rows = tags.map((one) => ({ asset_id: assetId, tag: one }));
  await server.db.insertInto('asset_tag').values(rows).execute();
}
