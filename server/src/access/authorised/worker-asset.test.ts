import type { WorkerAsset } from '@jadegate/contract/access/worker-asset';
// On both engines: searching and sorting what is granted.
import type { AnyEndpoint } from '@jadegate/contract/endpoint';
import { ENDPOINTS } from '@jadegate/contract/endpoints';
import type { Page } from '@jadegate/contract/paging';
import { NEVER } from '@jadegate/contract/scalars';
import { beforeAll, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { aGroup, anAsset, tag } from '../../testing/grant-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let admin = '';
beforeAll(async () => {
  admin = await server.current.login();
});

const aPerson = () => server.current.loginAs({ type: 'user' });
type Me = Awaited<ReturnType<typeof aPerson>>;
const list = async (me: Me, query: Record<string, string> = {}, path = '/worker/assets/paging') =>
  (await server.current.call<Page<WorkerAsset>>('GET', path, { token: me.token, query })).data;
const names = async (me: Me, query?: Record<string, string>) =>
  (await list(me, query)).items.map(({ name }) => name);
const grant = async (me: Me, assetIds: string[], more: object = {}) => {
  const body = { assetIds, userId: me.id, ...more };
  const { message } = await server.current.call('POST', '/authorised/assets', { token: admin, body });
  expect(message).toBe('success');
};
const asset = (given: Parameters<typeof anAsset>[1] = {}) => anAsset(server.current, given);
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const mark = (me: Me, method: 'POST' | 'DELETE', id: string) =>
  server.current.call(method, `/worker/assets/${id}/favourite`, { token: me.token });

describe('what a person sees', () => {
  it('is told of the machine behind it what it is and how it does, and nothing by which it is found', async () => {
    const me = await aPerson();
    const [mine, foreign] = [await asset({ name: 'a mine' }), await asset({ name: 'b foreign' })];
    await grant(me, [mine.id]);
    for (const [{ id }, name] of [
      [mine, 'mine-node'],
      [foreign, 'foreign-node'],
    ] as const) {
      const body = { name, assetId: id, collects: false, site: 'Secret site' };
      const { data } = await server.current.call<{ id: string }>('POST', '/nodes', { token: admin, body });
      const brief = { hostname: 'secret-host', serial: 'S-1', cpuModel: 'EPYC', threads: 64, gpuCount: 2 };
      await server.current.db
        .updateTable('node_state')
        .set({
          status: 'online',
          brief: JSON.stringify(brief),
          gpus: JSON.stringify([{ model: 'H200' }, { model: 'H200' }]),
          cpu_pct: 12.5,
          mem_pct: 50,
          mem_total: 1024,
          seen_at: 0,
        })
        .where('node_id', '=', data.id)
        .execute();
    }
    const { items } = await list(me);
    expect(items.map(({ host }) => host)).toEqual([
      {
        status: 'online',
        cpuModel: 'EPYC',
        threads: 64,
        memBytes: 1024,
        cpuPct: 12.5,
        memPct: 50,
        gpuCount: 2,
        gpuModel: 'H200',
        seenAt: new Date(0).toISOString(),
      },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/secret|foreign|S-1/i);
    expect((await server.current.call('GET', '/nodes/paging', { token: me.token })).code).toBe(403);
  });

  it('is what was granted to them, to their groups, and what they own; each once, without the address', async () => {
    const me = await aPerson();
    const group = await aGroup(server.current, me.id);
    const direct = await asset({
      name: 'a direct',
      description: 'what it is',
      active: 0,
      active_message: '10.9.8.7 refused',
    });
    const shared = await asset({ name: 'b shared' });
    await asset({ name: 'c owned', owner_id: me.id });
    await asset({ name: 'd of nobody' });
    const foreign = await asset({ name: 'e of another', owner_id: (await aPerson()).id });
    await grant(await aPerson(), [foreign.id]);
    await grant(me, [direct.id, shared.id]);
    await server.current.call('POST', '/authorised/assets', {
      token: admin,
      body: { assetIds: [shared.id], userGroupId: group.id },
    });
    const { total, items } = await list(me);
    expect([total, items.map(({ name }) => name)]).toEqual([3, ['a direct', 'b shared', 'c owned']]);
    expect(items[0]).toEqual({
      id: direct.id,
      name: 'a direct',
      description: 'what it is',
      protocol: 'ssh',
      ip: '',
      port: 0,
      active: false,
      activeMessage: '',
      state: 'down',
      created: NEVER,
      lastAccessTime: NEVER,
      tags: '',
      owner: '',
      ownerName: '',
      favourite: false,
      usableNow: true,
      commandsOnly: false,
      shellOff: false,
      usableFrom: null,
      usableUntil: null,
      host: null,
    });
    expect(await list(me, {}, '/account/assets')).toEqual({ total, items });
  });

  it('has no grant that has ended or not begun, and shows when a window opens', async () => {
    const me = await aPerson();
    const [ended, later, closed, open] = [
      await asset({ name: 'ended' }),
      await asset({ name: 'later' }),
      await asset({ name: 'closed' }),
      await asset({ name: 'open' }),
    ];
    const otherDay = (new Date().getDay() + 3) % 7;
    await grant(me, [ended.id], { endsAt: fromNow(0.5) });
    await grant(me, [later.id], { startsAt: fromNow(1) });
    await grant(me, [closed.id], { timePeriod: [{ key: otherDay, value: '00:00~00:00' }] });
    await grant(me, [open.id], { endsAt: fromNow(20) });
    expect(await names(me)).toEqual(['closed', 'ended', 'open']);
    server.current.passTime(0.7 * HOUR_MS);
    const { items } = await list(me);
    server.current.passTime(0.7 * HOUR_MS);
    expect(await names(me)).toEqual(['closed', 'later', 'open']);
    server.current.passTime(-1.4 * HOUR_MS);
    expect(items.map(({ name }) => name)).toEqual(['closed', 'open']);
    expect(items).toMatchObject([
      { usableNow: false, usableUntil: null },
      { usableNow: true, usableFrom: null },
    ]);
    const opening = new Date(items[0]?.usableFrom ?? '');
    expect([opening.getDay(), opening.getHours(), opening.getMinutes()]).toEqual([otherDay, 0, 0]);
    expect(Date.parse(items[1]?.usableUntil ?? '')).toBeGreaterThan(Date.now() + 19 * HOUR_MS);
  });

  it('loses an asset with the grant, the membership or the asset', async () => {
    const me = await aPerson();
    const group = await aGroup(server.current, me.id);
    const host = await asset();
    const body = { assetIds: [host.id], userGroupId: group.id };
    await server.current.call('POST', '/authorised/assets', { token: admin, body });
    expect(await names(me)).toEqual([host.name]);
    await server.current.call('PUT', `/user-groups/${group.id}`, {
      token: admin,
      body: { name: group.name, members: [] },
    });
    expect(await names(me)).toEqual([]);
    await grant(me, [host.id]);
    expect(await names(me)).toEqual([host.name]);
    await server.current.db.deleteFrom('asset').where('id', '=', host.id).execute();
    expect(await names(me)).toEqual([]);
  });
});

describe('searching', () => {
  it('filters by name, protocol, tags, state, favourites and use, sorts and pages, with true totals', async () => {
    const me = await aPerson();
    const web = await asset({ name: 'web server', protocol: 'ssh', active: 1 });
    const desk = await asset({ name: 'desk', protocol: 'rdp', active: 0 });
    const base = await asset({ name: 'database', protocol: 'ssh', ip: '192.0.2.55' });
    await tag(server.current, web.id, 'blue', 'green');
    await tag(server.current, base.id, 'blue');
    const foreign = await asset({ name: 'web of others' });
    await tag(server.current, foreign.id, 'secret tag');
    await grant(me, [web.id, desk.id, base.id]);
    expect(await names(me, { name: 'web' })).toEqual(['web server']);
    expect(await names(me, { name: 'eb' })).toEqual(['web server']);
    expect(await names(me, { name: '192.0.2' })).toEqual([]);
    expect(await names(me, { protocol: 'ssh' })).toEqual(['database', 'web server']);
    expect(await names(me, { tags: 'blue' })).toEqual(['database', 'web server']);
    expect(await names(me, { tags: 'blue,green' })).toEqual(['web server']);
    expect(await names(me, { active: 'true' })).toEqual(['web server']);
    expect(await names(me, { active: 'false' })).toEqual(['database', 'desk']);
    expect(await names(me, { field: 'name', order: 'descend' })).toEqual(['web server', 'desk', 'database']);
    expect(await names(me, { field: 'protocol', order: 'ascend' })).toHaveLength(3);
    expect(await list(me, { pageSize: '2', pageIndex: '2' })).toMatchObject({
      total: 3,
      items: [{ name: 'web server' }],
    });
    const tags = await server.current.call<string[]>('GET', '/worker/assets/tags', { token: me.token });
    expect(tags.data).toEqual(['blue', 'green']);
    expect((await list(me)).items.find(({ name }) => name === 'web server')?.tags).toBe('blue,green');

    const used = { user_id: me.id, asset_id: base.id, used_at: Date.now() };
    await server.current.db.insertInto('asset_use').values(used).execute();
    expect(await names(me, { recent: 'true' })).toEqual(['database']);
    expect((await names(me, { field: 'lastAccessTime', order: 'descend' }))[0]).toBe('database');
    expect((await list(me, { recent: 'true' })).items[0]?.lastAccessTime).not.toBe(NEVER);
  });

  it('puts favourites first, on whichever page they fall', async () => {
    const me = await aPerson();
    const hosts = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      hosts.push(await asset({ name }));
    }
    await grant(
      me,
      hosts.map(({ id }) => id),
    );
    for (const index of [2, 4]) {
      expect(await mark(me, 'POST', hosts[index]?.id ?? '')).toMatchObject({ code: 1 });
    }
    await mark(me, 'POST', hosts[4]?.id ?? '');
    const page = (pageIndex: number, pageSize: number) =>
      names(me, { pageIndex: String(pageIndex), pageSize: String(pageSize) });
    expect(await page(1, 10)).toEqual(['c', 'e', 'a', 'b', 'd']);
    expect([await page(1, 3), await page(2, 3)]).toEqual([
      ['c', 'e', 'a'],
      ['b', 'd'],
    ]);
    expect([await page(1, 1), await page(2, 1), await page(3, 1)]).toEqual([['c'], ['e'], ['a']]);
    expect(await list(me, { favourite: 'true' })).toMatchObject({ total: 2 });
    expect(await names(await aPerson())).toEqual([]);
    await mark(me, 'DELETE', hosts[4]?.id ?? '');
    expect(await names(me)).toEqual(['c', 'a', 'b', 'd', 'e']);
  });

  it('finds the same by both ways of asking', async () => {
    const me = await aPerson();
    const group = await aGroup(server.current, me.id);
    const row = (index: number) => ({
      id: newId(),
      name: `many ${String(index).padStart(5, '0')}`,
      protocol: 'ssh' as const,
      ip: '10.0.0.1',
      port: 22,
      account_type: 'custom' as const,
      username: '',
      credential_id: null,
      description: '',
      owner_id: '',
      created_at: index,
    });
    const rows = Array.from({ length: 5200 }, (_, index) => row(index));
    for (let from = 0; from < rows.length; from += 1000) {
      const part = rows.slice(from, from + 1000);
      await server.current.db.insertInto('asset').values(part).execute();
      const grants = part.map(({ id }) => ({
        id: newId(),
        asset_id: id,
        user_id: null,
        user_group_id: group.id,
        strategy_id: null,
        command_filter_id: null,
        starts_at: null,
        ends_at: null,
        time_period: '[]',
        created_at: 0,
      }));
      await server.current.db.insertInto('authorised').values(grants).execute();
    }
    const dense = await list(me, { pageSize: '3', pageIndex: '1000' });
    expect(dense).toMatchObject({
      total: 5200,
      items: [2997, 2998, 2999].map((n) => ({ name: `many 0${n}` })),
    });
    expect(await list(me, { name: 'many 0300' })).toMatchObject({ total: 10 });
    expect(await list(me, { name: '99' })).toMatchObject({
      total: rows.filter(({ name }) => name.includes('99')).length,
    });
  });
});

describe('an asset of others', () => {
  /** Nothing of these answers may depend on the id: they are new each time, or end the login that asks. */
  const REVIEWED = ['/account/logout', '/account/reload-totp', '/account/tickets', '/account/ssh-config'];
  const callable = ENDPOINTS.filter(({ path }) => !REVIEWED.includes(path)).map(
    (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
  );
  let me: Me;
  let theirs: { id: string; name: string };
  let calls = 0;
  beforeAll(async () => {
    me = await aPerson();
    const other = await aPerson();
    theirs = await asset({ name: 'nobody else knows this name' });
    await tag(server.current, theirs.id, 'nobody else knows this tag');
    await grant(other, [theirs.id]);
    await mark(other, 'POST', theirs.id);
    const ended = await asset({ name: 'mine no more' });
    await grant(me, [ended.id]);
    await server.current.db.deleteFrom('authorised').where('asset_id', '=', ended.id).execute();
  });

  async function answerTo(endpoint: AnyEndpoint, id: string, words: Record<string, string>) {
    const response = await server.current.inject(endpoint.method, endpoint.path.replace(/:\w+/g, id), {
      token: me.token,
      address: `127.55.${(++calls >> 8) & 255}.${calls & 255}`,
      query: { ...words, assetId: id, id, key: 'assetId', userId: me.id },
      ...(endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && { body: { assetId: id, id } }),
    });
    // A new one each time, and a clock that runs down.
    return response.body.replace(/"requestId":"[^"]*"/, '').replaceAll(/"(s|factorS)econds":\d+/g, '');
  }

  it.each(callable)('looks to %s as one that is not there', async (_name, endpoint) => {
    const known = await answerTo(endpoint, theirs.id, {
      name: theirs.name,
      tags: 'nobody else knows this tag',
    });
    const nothing = await answerTo(endpoint, newId(), { name: 'no such name', tags: 'no such tag' });
    expect(known).toBe(nothing);
    expect(known).not.toContain('nobody else knows');
  });

  it('cannot be marked, and the answer is that of an asset that does not exist', async () => {
    const refusal = await mark(me, 'POST', theirs.id);
    expect(refusal).toMatchObject({ code: 404, error: 'asset.not_found' });
    const nothing = await mark(me, 'POST', newId());
    expect({ ...refusal, requestId: '' }).toEqual({ ...nothing, requestId: '' });
  });
});
