import type { GrantedAsset, GrantedUser, GrantedUserGroup } from '@jadegate/contract/access/authorised';
import type { MenuId } from '@jadegate/contract/menu';
import type { Page } from '@jadegate/contract/paging';
import { beforeAll, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { aGroup, anAsset, aStrategy } from '../../testing/grant-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeAll(async () => {
  token = await server.current.login();
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = token) =>
  server.current.call<Data>(method, url, { token: as, ...(body && { body }) });
const usersOf = async (assetId: string, more = '') =>
  (await call<Page<GrantedUser>>('GET', `/authorised/users/paging?assetId=${assetId}${more}`)).data;
const groupsOf = async (assetId: string, more = '') =>
  (await call<Page<GrantedUserGroup>>('GET', `/authorised/user-groups/paging?assetId=${assetId}${more}`))
    .data;
const assetsOf = async (userId: string, more = '') =>
  (await call<Page<GrantedAsset>>('GET', `/authorised/assets/paging?userId=${userId}${more}`)).data;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const person = () => server.current.seedUser();
const asset = () => anAsset(server.current);

async function audits(action: string, objectId: string) {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .where('object_id', '=', objectId)
    .execute();
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as Record<string, unknown> }));
}

describe('granting', () => {
  it('works from each side, shows on each side, and is written down', async () => {
    const [one, other, host] = [await person(), await person(), await asset()];
    const group = await aGroup(server.current, one.id);
    const strategy = await aStrategy(server.current);
    const terms = { strategyId: strategy.id };
    await call('POST', '/authorised/users', { userIds: [one.id, other.id], assetId: host.id, ...terms });
    expect(await usersOf(host.id)).toMatchObject({ total: 2 });
    const row = (await usersOf(host.id)).items.find(({ userId }) => userId === one.id);
    expect(row).toMatchObject({
      userName: expect.stringContaining('Nick') as string,
      userAccount: one.username,
      strategyId: strategy.id,
      strategyName: strategy.name,
      startsAt: null,
      endsAt: null,
      timePeriod: [],
      state: 'active',
    });
    expect((await assetsOf(one.id)).items).toMatchObject([
      { id: row?.id, assetId: host.id, assetName: host.name, protocol: 'ssh' },
    ]);
    expect(await audits('authorised.granted', host.id)).toMatchObject([
      { object_name: host.name, detail: { strategy_id: strategy.id, userIds: [{ id: one.id }, {}] } },
    ]);

    await call('POST', '/authorised/user-groups', { userGroupIds: [group.id], assetId: host.id });
    expect((await groupsOf(host.id)).items).toMatchObject([
      { userGroupId: group.id, userGroupName: group.name, strategyId: '', strategyName: '' },
    ]);
    const second = await asset();
    await call('POST', '/authorised/assets', { assetIds: [second.id, host.id], userGroupId: group.id });
    const granted = await call<Page<GrantedAsset>>(
      'GET',
      `/authorised/assets/paging?userGroupId=${group.id}`,
    );
    expect(granted.data).toMatchObject({ total: 2 });
    expect((await usersOf(host.id)).total).toBe(2);
  });

  it('again replaces what was granted, and keeps one row', async () => {
    const [one, host, strategy] = [await person(), await asset(), await aStrategy(server.current)];
    const grant = (more: object) =>
      call('POST', '/authorised/assets', { assetIds: [host.id, host.id], userId: one.id, ...more });
    expect(await grant({ strategyId: strategy.id, endsAt: hoursFromNow(1) })).toMatchObject({
      code: 1,
      data: null,
    });
    const [before] = (await assetsOf(one.id)).items;
    await grant({ strategyId: '' });
    const after = await assetsOf(one.id);
    expect(after).toMatchObject({ total: 1, items: [{ id: before?.id, strategyId: '', endsAt: null }] });
  });

  it.each([
    ['users', { userIds: ['nobody'] }, 'user.not_found', 'userIds'],
    ['user-groups', { userGroupIds: ['nothing'] }, 'user_group.not_found', 'userGroupIds'],
    ['users', { strategyId: 'nothing' }, 'strategy.not_found', 'strategyId'],
    ['users', { commandFilterId: 'nothing' }, 'command_filter.not_found', 'commandFilterId'],
    ['users', { assetId: 'nothing' }, 'asset.not_found', 'assetId'],
    ['users', { endsAt: '2020-01-01T00:00:00Z' }, 'authorised.ends_in_past', 'endsAt'],
  ])('%s with %j is refused whole', async (kind, given, error, field) => {
    const [one, host, group] = [await person(), await asset(), await aGroup(server.current)];
    const side = kind === 'users' ? { userIds: [one.id] } : { userGroupIds: [group.id] };
    const list = Object.entries(given).map(([key, value]) => [
      key,
      Array.isArray(value) ? [...Object.values(side).flat(), ...value] : value,
    ]);
    const body = { ...side, assetId: host.id, ...(Object.fromEntries(list) as object) };
    expect(await call('POST', `/authorised/${kind}`, body)).toMatchObject({
      error,
      fields: [{ path: field }],
    });
    expect([(await usersOf(host.id)).total, (await groupsOf(host.id)).total]).toEqual([0, 0]);
    expect(await audits('authorised.granted', host.id)).toEqual([]);
  });

  it.each([
    ['an end before the start', { startsAt: hoursFromNow(2), endsAt: hoursFromNow(1) }, 'endsAt'],
    ['an odd time', { endsAt: 'tomorrow' }, 'endsAt'],
    ['a time without a zone', { endsAt: '2030-01-01T00:00:00' }, 'endsAt'],
    ['an odd window', { timePeriod: [{ key: 1, value: '9~18' }] }, 'timePeriod.0.value'],
    ['nobody', { userIds: [] }, 'userIds'],
    ['an unknown field', { ownerId: 'x' }, ''],
  ])('refuses %s', async (_what, given, path) => {
    const [one, host] = [await person(), await asset()];
    const body = { userIds: [one.id], assetId: host.id, ...given };
    expect(await call('POST', '/authorised/users', body)).toMatchObject({ code: 400, fields: [{ path }] });
  });

  it('needs a person or a group, and not both', async () => {
    const [one, host, group] = [await person(), await asset(), await aGroup(server.current)];
    for (const whom of [{}, { userId: one.id, userGroupId: group.id }]) {
      expect(await call('POST', '/authorised/assets', { assetIds: [host.id], ...whom })).toMatchObject({
        code: 400,
      });
    }
    expect(await call('GET', '/authorised/assets/paging')).toMatchObject({ code: 400 });
  });

  it('takes times of the product family in the server’s zone', async () => {
    const [one, host] = [await person(), await asset()];
    await call('POST', '/authorised/users', {
      userIds: [one.id],
      assetId: host.id,
      endsAt: '2031-05-06 07:08:09',
    });
    const [row] = (await usersOf(host.id)).items;
    expect(row?.endsAt).toBe(new Date(2031, 4, 6, 7, 8, 9).toISOString());
  });
});

describe('the lists', () => {
  it('have true totals, pages and names that find', async () => {
    const host = await asset();
    const people = [await person(), await person(), await person()];
    await call('POST', '/authorised/users', { userIds: people.map(({ id }) => id), assetId: host.id });
    expect(await usersOf(host.id, '&pageSize=2')).toMatchObject({ total: 3, items: [{}, {}] });
    expect((await usersOf(host.id, '&pageSize=2&pageIndex=2')).items).toHaveLength(1);
    const wanted = people[1]?.username ?? '';
    expect(await usersOf(host.id, `&userName=${wanted.slice(-8)}`)).toMatchObject({
      total: 1,
      items: [{ userId: people[1]?.id }],
    });
    expect((await usersOf(host.id, '&userName=nobody%25')).total).toBe(0);
    const [one, first, second] = [await person(), await asset(), await asset()];
    await call('POST', '/authorised/assets', { assetIds: [first.id, second.id], userId: one.id });
    for (const filter of [`&assetName=${second.name}`, `&name=${second.name}`]) {
      expect(await assetsOf(one.id, filter)).toMatchObject({ total: 1, items: [{ assetId: second.id }] });
    }
    const group = await aGroup(server.current);
    await call('POST', '/authorised/user-groups', { assetId: host.id, userGroupIds: [group.id] });
    expect(await groupsOf(host.id, `&userGroupName=${group.name}`)).toMatchObject({ total: 1 });
  });

  it('say how each grant stands', async () => {
    const host = await asset();
    const otherDay = (new Date().getDay() + 3) % 7;
    const grant = async (more: object) => {
      const one = await person();
      await call('POST', '/authorised/users', { userIds: [one.id], assetId: host.id, ...more });
      return one.id;
    };
    const ids = {
      upcoming: await grant({ startsAt: hoursFromNow(1) }),
      expired: await grant({ endsAt: hoursFromNow(0.5) }),
      'outside-window': await grant({ timePeriod: [{ key: otherDay, value: '00:00~00:00' }] }),
      active: await grant({ startsAt: hoursFromNow(-1), endsAt: hoursFromNow(0.9) }),
    };
    server.current.passTime(0.6 * HOUR_MS);
    const states = Object.fromEntries((await usersOf(host.id)).items.map((row) => [row.userId, row.state]));
    server.current.passTime(-0.6 * HOUR_MS);
    expect(states).toEqual(Object.fromEntries(Object.entries(ids).map(([state, id]) => [id, state])));
  });

  it('tell pickers what is granted already, from each side', async () => {
    const [one, host, group] = [await person(), await asset(), await aGroup(server.current)];
    await call('POST', '/authorised/users', { userIds: [one.id], assetId: host.id });
    await call('POST', '/authorised/user-groups', { userGroupIds: [group.id], assetId: host.id });
    const selected = async (query: string) =>
      (await call<string[]>('GET', `/authorised/selected?${query}`)).data;
    expect(await selected(`key=userId&assetId=${host.id}`)).toEqual([one.id]);
    expect(await selected(`key=userGroupId&assetId=${host.id}`)).toEqual([group.id]);
    expect(await selected(`key=assetId&userId=${one.id}`)).toEqual([host.id]);
    expect(await selected(`key=assetId&userGroupId=${group.id}`)).toEqual([host.id]);
    expect(await call('GET', '/authorised/selected?key=userId')).toMatchObject({ code: 400 });
  });
});

describe('changing and revoking', () => {
  async function granted() {
    const [one, host] = [await person(), await asset()];
    await call('POST', '/authorised/users', { userIds: [one.id], assetId: host.id });
    const [row] = (await usersOf(host.id)).items;
    return { one, host, id: row?.id ?? '', row };
  }

  it('changes strategy, times and windows, taking back what was read', async () => {
    const { id, host, row } = await granted();
    const strategy = await aStrategy(server.current);
    const change = {
      strategyId: strategy.id,
      endsAt: hoursFromNow(5),
      timePeriod: [{ key: 1, value: '09:00~18:00' }],
    };
    expect(await call('PUT', `/authorised/${id}`, { ...row, ...change })).toMatchObject({ code: 1 });
    expect((await usersOf(host.id)).items).toMatchObject([{ id, ...change }]);
    expect(await audits('authorised.updated', id)).toMatchObject([
      { detail: { strategy_id: { before: null, after: strategy.id } } },
    ]);
    expect(await call('PUT', `/authorised/${id}`, { strategyId: 'nothing' })).toMatchObject({
      error: 'strategy.not_found',
    });
    expect(await call('PUT', '/authorised/nothing', {})).toMatchObject({
      code: 404,
      error: 'authorised.not_found',
    });
  });

  it('revokes several, names each in the audit log, and does not mind what is gone', async () => {
    const [first, second] = [await granted(), await granted()];
    expect(await call('DELETE', `/authorised/${first.id},${second.id},gone`)).toMatchObject({ code: 1 });
    expect((await usersOf(first.host.id)).total).toBe(0);
    expect(await audits('authorised.revoked', first.id)).toMatchObject([
      { object_name: expect.stringContaining(first.host.name) as string, detail: { user_id: first.one.id } },
    ]);
  });

  it('disappears with its person', async () => {
    const { one, host } = await granted();
    await call('DELETE', `/users/${one.id}`);
    expect((await usersOf(host.id)).total).toBe(0);
  });
});

describe('the side that is used', () => {
  it('needs its own right on endpoints that serve several', async () => {
    const [one, host, group] = [await person(), await asset(), await aGroup(server.current)];
    await call('POST', '/authorised/users', { userIds: [one.id], assetId: host.id });
    await call('POST', '/authorised/user-groups', { userGroupIds: [group.id], assetId: host.id });
    const direct = (await usersOf(host.id)).items[0]?.id ?? '';
    const shared = (await groupsOf(host.id)).items[0]?.id ?? '';
    const codeOf = async (menu: MenuId, ...args: Parameters<typeof call>) => {
      const holder = await server.current.loginAs({ type: 'admin', menus: [menu] });
      return (await call(args[0], args[1], args[2], holder.token)).code;
    };
    const cases: [Parameters<typeof call>, MenuId, MenuId][] = [
      [
        ['GET', `/authorised/assets/paging?userId=${one.id}`],
        'user-authorised-asset',
        'user-group-authorised-asset',
      ],
      [
        ['GET', `/authorised/assets/paging?userGroupId=${group.id}`],
        'user-group-authorised-asset',
        'user-authorised-asset',
      ],
      [
        ['GET', `/authorised/selected?key=assetId&userId=${one.id}`],
        'user-authorised-asset',
        'asset-authorised-user',
      ],
      [
        ['GET', `/authorised/selected?key=userId&assetId=${host.id}`],
        'asset-authorised-user',
        'user-authorised-asset',
      ],
      [
        ['POST', '/authorised/assets', { assetIds: [host.id], userId: one.id }],
        'user-bind-asset',
        'user-group-bind-asset',
      ],
      [
        ['POST', '/authorised/assets', { assetIds: [host.id], userGroupId: group.id }],
        'user-group-bind-asset',
        'user-bind-asset',
      ],
      [['PUT', `/authorised/${direct}`, {}], 'user-bind-asset', 'user-group-bind-asset'],
      [['PUT', `/authorised/${shared}`, {}], 'asset-authorised-user-group-add', 'asset-authorised-user-add'],
      [['DELETE', `/authorised/${direct}`], 'user-unbind-asset', 'asset-authorised-user-group-del'],
      [['DELETE', `/authorised/${shared}`], 'asset-authorised-user-group-del', 'asset-authorised-user-del'],
    ];
    for (const [args, right, wrong] of cases) {
      expect([args[1], await codeOf(wrong, ...args)]).toEqual([args[1], 403]);
      expect([args[1], await codeOf(right, ...args)]).toEqual([args[1], 1]);
    }
  });
});
