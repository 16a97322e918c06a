import type { Strategy, StrategyGrant } from '@jadegate/contract/access/strategy';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const create = (body: object) => server.current.call<Strategy>('POST', '/strategies', { token, body });
const update = (id: string, body: object) => server.current.call('PUT', `/strategies/${id}`, { token, body });
const get = (id: string) => server.current.call<Strategy>('GET', `/strategies/${id}`, { token });
const remove = (ids: string) => server.current.call('DELETE', `/strategies/${ids}`, { token });
const list = (query: Record<string, string> = {}) =>
  server.current.call<Page<Strategy>>('GET', '/strategies/paging', { token, query });

let count = 0;
async function created(body: object = {}): Promise<Strategy> {
  const { data, message } = await create({ name: `strategy ${++count}`, ...body });
  expect(message).toBe('success');
  return data;
}

async function aFilter(): Promise<string> {
  const body = { name: `filter ${newId()}` };
  return (await server.current.call<{ id: string }>('POST', '/command-filters', { token, body })).data.id;
}

/** A grant of an asset of this name to a new person, or to a new group. */
async function grantWith(strategyId: string, assetName: string, to: 'user' | 'group' = 'user') {
  const { db } = server.current;
  const assetId = newId();
  const asset = {
    id: assetId,
    name: assetName,
    protocol: 'ssh',
    ip: '127.0.0.1',
    port: 22,
    account_type: 'custom',
    username: '',
    credential_id: null,
    description: '',
    owner_id: '',
    created_at: 0,
  } as const;
  await db.insertInto('asset').values(asset).execute();
  const person = to === 'user' ? await server.current.seedUser() : undefined;
  const groupId = newId();
  if (!person) {
    await db
      .insertInto('user_group')
      .values({ id: groupId, name: `group of ${assetName}`, created_at: 0 })
      .execute();
  }
  await db
    .insertInto('authorised')
    .values({
      id: newId(),
      asset_id: assetId,
      user_id: person?.id ?? null,
      user_group_id: person ? null : groupId,
      strategy_id: strategyId,
      command_filter_id: null,
      starts_at: null,
      ends_at: null,
      time_period: '[]',
      created_at: 0,
    })
    .execute();
  return person;
}

async function auditOf(id: string) {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('object_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ action: row.action, detail: JSON.parse(row.detail) as unknown }));
}

const NOTHING_ALLOWED = {
  upload: false,
  download: false,
  edit: false,
  delete: false,
  rename: false,
  copy: false,
  paste: false,
  createDir: false,
};

const USUAL_CHANNELS = {
  shell: true,
  exec: true,
  localForward: false,
  socketForward: false,
  remoteForward: false,
  agentForward: false,
  x11: false,
  ide: false,
  forwardTargets: [],
};

describe('creating', () => {
  it('allows nothing that is not given, and records by default', async () => {
    const strategy = await created();
    expect(strategy).toMatchObject({
      ...NOTHING_ALLOWED,
      idleMinutes: 0,
      maxMinutes: 0,
      recording: true,
      recordingReason: '',
      commandFilterId: '',
      commandFilterName: '',
      ...USUAL_CHANNELS,
      grantCount: 0,
    });
    expect(await auditOf(strategy.id)).toMatchObject([{ action: 'strategy.created' }]);
  });

  it('takes every flag and limit', async () => {
    const commandFilterId = await aFilter();
    const body = {
      ...Object.fromEntries(Object.keys(NOTHING_ALLOWED).map((flag) => [flag, true])),
      idleMinutes: 15,
      maxMinutes: 480,
      commandFilterId,
    };
    const { id } = await created(body);
    expect((await get(id)).data).toMatchObject({
      ...body,
      commandFilterName: expect.stringContaining('filter') as string,
    });
  });

  it.each([
    ['a name that is blank', { name: ' ' }, 'name'],
    ['a flag that is a word', { upload: 'true' }, 'upload'],
    ['minutes below zero', { idleMinutes: -1 }, 'idleMinutes'],
    ['minutes beyond a week', { maxMinutes: 10_081 }, 'maxMinutes'],
    ['half minutes', { idleMinutes: 0.5 }, 'idleMinutes'],
    ['a forward to no port', { forwardTargets: ['db.internal'] }, 'forwardTargets.0'],
  ])('refuses %s', async (_what, body, path) => {
    expect(await create({ name: newId(), ...body })).toMatchObject({ code: 400, fields: [{ path }] });
  });

  it('refuses fields that are not its own', async () => {
    expect(await create({ name: newId(), created_at: 1 })).toMatchObject({ code: 400 });
  });

  it('refuses a taken name, a filter that is not there, and no recording without a reason', async () => {
    const { name } = await created();
    expect(await create({ name })).toMatchObject({
      error: 'strategy.name_taken',
      fields: [{ path: 'name' }],
    });
    expect(await create({ name: newId(), commandFilterId: 'nothing' })).toMatchObject({
      code: 404,
      error: 'command_filter.not_found',
    });
    for (const recordingReason of ['', '   ']) {
      expect(await create({ name: newId(), recording: false, recordingReason })).toMatchObject({
        error: 'strategy.reason_required',
        fields: [{ path: 'recordingReason' }],
      });
    }
  });
});

describe('changing', () => {
  it('honours false, as the family’s client sends it, and keeps what that client does not know', async () => {
    const commandFilterId = await aFilter();
    const before = await created({
      upload: true,
      copy: true,
      createDir: true,
      idleMinutes: 5,
      commandFilterId,
      exec: false,
      localForward: true,
      forwardTargets: ['db.internal:5432'],
    });
    const { createDir: _, ...flags } = NOTHING_ALLOWED;
    expect(await update(before.id, { name: before.name, ...flags })).toMatchObject({ code: 1, data: null });
    expect((await get(before.id)).data).toEqual({ ...before, upload: false, copy: false });
  });

  it('takes back its own answer', async () => {
    const before = await created({ paste: true });
    expect((await update(before.id, { ...before, maxMinutes: 30 })).code).toBe(1);
    expect((await get(before.id)).data).toEqual({ ...before, maxMinutes: 30 });
  });

  it('takes the filter away with an empty id', async () => {
    const { id, name } = await created({ commandFilterId: await aFilter() });
    await update(id, { name, commandFilterId: '' });
    expect((await get(id)).data).toMatchObject({ commandFilterId: '', commandFilterName: '' });
  });

  it('writes down turning the recording off by itself, once, with the reason', async () => {
    const { id, name } = await created();
    expect(await update(id, { name, recording: false })).toMatchObject({ error: 'strategy.reason_required' });
    await update(id, { name, recording: false, recordingReason: '法務要求' });
    await update(id, { name, upload: true });
    expect((await get(id)).data).toMatchObject({
      recording: false,
      recordingReason: '法務要求',
      upload: true,
    });
    const entries = await auditOf(id);
    expect(entries.filter(({ action }) => action === 'strategy.recording-disabled')).toEqual([
      { action: 'strategy.recording-disabled', detail: { reason: '法務要求' } },
    ]);
    expect(entries.at(-1)).toEqual({
      action: 'strategy.updated',
      detail: { upload: { before: false, after: true } },
    });
    await update(id, { name, recording: true });
    expect((await get(id)).data).toMatchObject({ recording: true, recordingReason: '' });
  });

  it('writes it down also when a strategy is made that way', async () => {
    const { id } = await created({ recording: false, recordingReason: 'x' });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'strategy.created',
      'strategy.recording-disabled',
    ]);
  });

  it('refuses a taken name and one that is gone', async () => {
    const [first, second] = [await created(), await created()];
    expect(await update(first.id, { name: second.name })).toMatchObject({ error: 'strategy.name_taken' });
    expect(await update('nothing', { name: newId() })).toMatchObject({
      code: 404,
      error: 'strategy.not_found',
    });
    expect((await get(first.id)).data.name).toBe(first.name);
  });
});

describe('deleting', () => {
  it('removes several; ids that are gone do not matter', async () => {
    const [first, second] = [await created(), await created()];
    expect(await remove(`${first.id},${second.id},gone`)).toMatchObject({ code: 1 });
    expect(await get(first.id)).toMatchObject({ code: 404 });
    expect((await auditOf(second.id)).at(-1)).toMatchObject({ action: 'strategy.deleted' });
  });

  it('is refused while grants refer to one of them, which are named, and then removes none', async () => {
    const [free, used] = [await created(), await created({ name: '維運' })];
    const person = await grantWith(used.id, 'a-host');
    await grantWith(used.id, 'b-host', 'group');
    expect((await get(used.id)).data.grantCount).toBe(2);
    const nickname = `Nick ${person?.id.slice(-8)}`;
    const refusal = await remove(`${free.id},${used.id}`);
    expect(refusal).toMatchObject({ code: -1, error: 'strategy.in_use', params: { count: 2 } });
    expect(refusal.message).toBe(
      `授權政策「維運」仍有 2 筆授權使用（a-host → ${nickname}, b-host → group of b-host），請先改用其他授權政策再刪除`,
    );
    expect((await get(free.id)).code).toBe(1);
    const grants = await server.current.call<Page<StrategyGrant>>(
      'GET',
      `/strategies/${used.id}/grants/paging`,
      { token },
    );
    expect(grants.data.total).toBe(2);
    expect(grants.data.items).toContainEqual(
      expect.objectContaining({
        assetName: 'a-host',
        userId: person?.id,
        userName: nickname,
        userGroupId: '',
      }),
    );
    expect(grants.data.items).toContainEqual(
      expect.objectContaining({ assetName: 'b-host', userId: '', userGroupName: 'group of b-host' }),
    );
  });

  it('has no grants to show of a strategy that is gone', async () => {
    expect(await server.current.call('GET', '/strategies/nothing/grants/paging', { token })).toMatchObject({
      code: 404,
    });
  });
});

describe('listing', () => {
  it('pages, sorts and filters, and gives all of them by name', async () => {
    const prefix = newId();
    for (const name of ['b', 'a', 'c']) {
      await created({ name: `${prefix} ${name}` });
    }
    const names = async (query: Record<string, string>) =>
      (await list({ name: prefix, ...query })).data.items.map((row) => row.name.slice(-1));
    expect(await names({ field: 'name', order: 'ascend' })).toEqual(['a', 'b', 'c']);
    expect(await names({ field: 'name', order: 'descend', pageSize: '2', pageIndex: '2' })).toEqual(['a']);
    expect((await list({ name: prefix, pageSize: '1' })).data.total).toBe(3);
    const all = await server.current.call<Strategy[]>('GET', '/strategies', { token });
    expect(all.data.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name.slice(-1))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

describe('rights', () => {
  it('are per act: who may look may not change', async () => {
    const strategy = await created();
    const viewer = await server.current.loginAs({ type: 'admin', menus: ['strategy', 'strategy-detail'] });
    const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
      server.current.call(method, url, { token: viewer.token, ...(body && { body }) });
    expect((await call('GET', `/strategies/${strategy.id}`)).code).toBe(1);
    expect((await call('PUT', `/strategies/${strategy.id}`, { name: 'x', upload: true })).code).toBe(403);
    expect((await call('DELETE', `/strategies/${strategy.id}`)).code).toBe(403);
    expect((await call('POST', '/strategies', { name: newId() })).code).toBe(403);
    expect((await get(strategy.id)).data).toEqual(strategy);
  });
});
