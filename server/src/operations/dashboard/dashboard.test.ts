import type { MenuId } from '@jadegate/contract/menu';
// On both engines: counts and sums.
import type { Dashboard } from '@jadegate/contract/operations/dashboard';
import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { aSession } from '../../testing/session-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

const NOTHING_DONE = {
  timeZone: false,
  credential: false,
  asset: false,
  people: false,
  grant: false,
  session: false,
};

async function read(menus?: readonly MenuId[]): Promise<Dashboard> {
  const token = menus
    ? (await server.current.loginAs({ type: 'admin', menus })).token
    : await server.current.login();
  const { data, message } = await server.current.call<Dashboard>('GET', '/overview/summary', { token });
  expect(message).toBe('success');
  return data;
}

async function anAsset(name: string, active: 0 | 1 | null = null): Promise<string> {
  const id = newId();
  const row = {
    id,
    name,
    protocol: 'ssh',
    ip: '127.0.0.1',
    port: 22,
    account_type: 'custom',
    username: '',
    credential_id: null,
    description: '',
    owner_id: '',
    created_at: 0,
    active,
  } as const;
  await server.current.db.insertInto('asset').values(row).execute();
  return id;
}

async function aGrant(
  assetId: string,
  to: { user_id?: string; user_group_id?: string },
  endsAt: number | null,
) {
  await server.current.db
    .insertInto('authorised')
    .values({
      id: newId(),
      asset_id: assetId,
      user_id: null,
      user_group_id: null,
      strategy_id: null,
      command_filter_id: null,
      starts_at: null,
      ends_at: endsAt,
      time_period: '[]',
      created_at: 0,
      ...to,
    })
    .execute();
}

async function aGroup(name: string): Promise<string> {
  const id = newId();
  await server.current.db.insertInto('user_group').values({ id, name, created_at: 0 }).execute();
  return id;
}

describe('the first steps', () => {
  it('are all to be done on an empty installation, and done when there is the first of each', async () => {
    expect((await read()).steps).toEqual(NOTHING_DONE);

    const token = await server.current.login();
    await server.current.call('PUT', '/properties', { token, body: { 'time-zone': 'Asia/Taipei' } });
    const groupId = await aGroup('ops');
    expect((await read()).steps).toEqual({ ...NOTHING_DONE, timeZone: true, people: true });

    const asset = await anAsset('web');
    await aGrant(asset, { user_group_id: groupId }, null);
    // What a job does somewhere is nobody's first connection.
    await aSession(server.current, { mode: 'exec', reviewed: 1, disconnected_at: 2 });
    expect((await read()).steps).toMatchObject({ grant: true, session: false });
    await aSession(server.current, { reviewed: 1, disconnected_at: null });
    const credential = { name: 'ops', type: 'custom', username: 'ops', password: 'x' };
    expect(await server.current.call('POST', '/credentials', { token, body: credential })).toMatchObject({
      code: 1,
    });
    expect(Object.values((await read()).steps)).toEqual([true, true, true, true, true, true]);
    await server.current.call('PUT', '/properties', { token, body: { 'time-zone': '' } });
    await server.current.db.deleteFrom('user_group').execute();
  });

  it('take a second person for people', async () => {
    expect((await read()).steps.people).toBe(false);
    await server.current.seedUser();
    expect((await read()).steps.people).toBe(true);
  });
});

describe('what needs attention', () => {
  it('counts recorded sessions of the last weeks that nobody reviewed', async () => {
    const now = server.current.now();
    await aSession(server.current, { reviewed: 0, disconnected_at: now - DAY_MS });
    await aSession(server.current, { reviewed: 0, disconnected_at: now - 2 * DAY_MS });
    await aSession(server.current, { reviewed: 1, disconnected_at: now - DAY_MS });
    await aSession(server.current, { reviewed: 0, disconnected_at: now - 40 * DAY_MS });
    await aSession(server.current, { reviewed: 0, disconnected_at: null });
    expect((await read()).unreviewedSessions).toBe(2);
  });

  it('counts assets that were not reached, and not those that nobody checked', async () => {
    await anAsset('down', 0);
    await anAsset('up', 1);
    await anAsset('unknown');
    expect((await read()).unreachableAssets).toBe(1);
  });

  it('says whether anything makes backups', async () => {
    expect((await read()).isBackedUp).toBe(false);
    const { db } = server.current;
    const row = {
      name: 'night',
      cron: '@daily',
      mode: 'all',
      tags: '',
      metadata: '{}',
      owner_id: '',
    } as const;
    const rest = { overlap: 'skip', timeout_seconds: 60, retries: 0, failure_mail: 'nobody' } as const;
    const job = { ...row, ...rest, id: newId(), func: 'backup-job', created_at: 0 } as const;
    await db
      .insertInto('job')
      .values({ ...job, status: 'not-running' })
      .execute();
    expect((await read()).isBackedUp).toBe(false);
    await db.updateTable('job').set({ status: 'running' }).where('id', '=', job.id).execute();
    expect((await read()).isBackedUp).toBe(true);
    expect((await read(['dashboard'])).isBackedUp).toBeNull();
  });

  it('lists the grants that end within a week, the soonest first', async () => {
    const now = server.current.now();
    const asset = await anAsset('web');
    const { id } = await server.current.seedUser();
    await server.current.db.updateTable('user').set({ nickname: '王小明' }).where('id', '=', id).execute();
    await aGrant(asset, { user_id: id }, now + 5 * DAY_MS);
    await aGrant(asset, { user_group_id: await aGroup('ops') }, now + DAY_MS);
    await aGrant(asset, { user_group_id: await aGroup('later') }, now + 8 * DAY_MS);
    await aGrant(asset, { user_group_id: await aGroup('past') }, now - 1);
    await aGrant(asset, { user_group_id: await aGroup('ever') }, null);
    const { endingGrants } = await read();
    expect(endingGrants?.map(({ granteeName }) => granteeName)).toEqual(['ops', '王小明']);
    expect(endingGrants?.[0]).toMatchObject({
      assetId: asset,
      assetName: 'web',
      endsAt: new Date(now + DAY_MS).toISOString(),
    });
    const names = async (menu: MenuId) =>
      (await read(['dashboard', menu])).endingGrants?.map(({ granteeName }) => granteeName);
    expect(await names('asset-authorised-user')).toEqual(['王小明']);
    expect(await names('asset-authorised-user-group')).toEqual(['ops']);
  });

  it('is told by the menus the caller holds', async () => {
    expect(await read(['dashboard'])).toMatchObject({
      unreviewedSessions: null,
      unreachableAssets: null,
      isBackedUp: null,
      endingGrants: null,
    });
    expect(await read(['dashboard', 'offline-session', 'asset'])).toMatchObject({
      unreviewedSessions: expect.any(Number) as number,
      unreachableAssets: expect.any(Number) as number,
      endingGrants: null,
    });
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['asset'] });
    expect((await server.current.call('GET', '/overview/summary', { token })).error).toBe('auth.forbidden');
  });
});
