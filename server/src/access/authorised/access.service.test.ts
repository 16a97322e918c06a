// On both engines: grants are joined with all they hang on.
import type { AccessAnswer } from '@jadegate/contract/access/authorised';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../kernel/clock.ts';
import { aGroup, anAsset, aStrategy } from '../../testing/grant-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeAll(async () => {
  token = await server.current.login();
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const person = () => server.current.seedUser();
const asset = () => anAsset(server.current);

const why = async (userId: string, assetId: string, at = '') =>
  (await call<AccessAnswer>('GET', `/authorised/why?userId=${userId}&assetId=${assetId}${at && `&at=${at}`}`))
    .data;

describe('why', () => {
  it('answers rule by rule in Chinese and names the grant', async () => {
    const [one, host, strategy] = [await person(), await asset(), await aStrategy(server.current)];
    const group = await aGroup(server.current, one.id);
    expect((await why(one.id, host.id)).steps.map(({ message }) => message)).toEqual([
      expect.stringContaining('已啟用'),
      `資產「${host.name}」存在`,
      '使用者不是管理員',
      '使用者不是此資產的擁有者',
      '沒有任何授權，因此不允許連線',
    ]);
    await call('POST', '/authorised/user-groups', {
      userGroupIds: [group.id],
      assetId: host.id,
      strategyId: strategy.id,
    });
    await call('POST', '/authorised/users', { userIds: [one.id], assetId: host.id, endsAt: hoursFromNow(1) });
    const now = await why(one.id, host.id);
    expect(now).toMatchObject({ allowed: true, recording: true, flags: { copy: false } });
    expect(now.steps.slice(-2)).toMatchObject([
      { rule: 'grant', decides: true, message: '直接授權生效中，未指定授權政策，僅允許連線' },
      { decides: false, message: `群組「${group.name}」的授權生效中，但直接授權優先於群組授權` },
    ]);
    expect(Date.parse(now.changesAt ?? '')).toBeGreaterThan(Date.now());
    const later = await why(one.id, host.id, hoursFromNow(2));
    expect(later).toMatchObject({ allowed: true, flags: { copy: true, upload: false }, idleMinutes: 10 });
    expect(later.steps.find(({ decides }) => decides)?.message).toContain(`授權政策「${strategy.name}」`);
  });

  it('answers the first administrator, owners, and those who are not there', async () => {
    const one = await person();
    const own = await anAsset(server.current, { owner_id: one.id });
    expect(await why(SUPER_ADMIN_ID, own.id)).toMatchObject({ allowed: true, flags: { delete: true } });
    expect(await why(one.id, own.id)).toMatchObject({ allowed: true, flags: { delete: true } });
    expect(await why('nobody', own.id)).toMatchObject({ allowed: false, steps: [{ decides: true }] });
    expect(await why(one.id, 'nothing')).toMatchObject({ allowed: false });
  });

  it('counts the right of administrators only, and only while they hold it', async () => {
    const host = await asset();
    const admin = await server.current.seedUser({ type: 'admin', menus: ['asset-access'] });
    const lesser = await server.current.seedUser({ type: 'admin', menus: ['asset'] });
    const user = await server.current.seedUser({ type: 'user', menus: ['asset-access'] });
    expect((await why(admin.id, host.id)).allowed).toBe(true);
    expect((await why(lesser.id, host.id)).allowed).toBe(false);
    expect((await why(user.id, host.id)).allowed).toBe(false);
    await server.current.db
      .updateTable('user')
      .set({ status: 'disabled' })
      .where('id', '=', admin.id)
      .execute();
    expect((await why(admin.id, host.id)).allowed).toBe(false);
  });
});

describe('deciding', () => {
  it('follows the clock, and says when the answer will change', async () => {
    const [one, host] = [await person(), await asset()];
    const endsAt = hoursFromNow(3);
    await call('POST', '/authorised/users', { userIds: [one.id], assetId: host.id, endsAt });
    const { access } = server.current.services;
    expect(await access.decide(one.id, host.id)).toMatchObject({
      allowed: true,
      decidedBy: { rule: 'grant' },
    });
    expect(await why(one.id, host.id)).toMatchObject({ changesAt: endsAt });
    server.current.passTime(DAY_MS);
    expect(await access.decide(one.id, host.id)).toMatchObject({ allowed: false });
    server.current.passTime(-DAY_MS);
  });

  it('is announced to be asked again after whatever may change it, once that is stored', async () => {
    const [one, host] = [await person(), await asset()];
    const heard: string[] = [];
    const stop = server.current.services.access.subscribe(({ objectType, objectId }) =>
      heard.push(`${objectType} ${objectId}`),
    );
    const hear = async (work: () => Promise<{ code: number; message: string }>) => {
      heard.length = 0;
      const { message } = await work();
      expect(message).toBe('success');
      return heard.length > 0;
    };
    expect(await hear(() => call('POST', '/authorised/users', { userIds: [one.id], assetId: host.id }))).toBe(
      true,
    );
    expect(heard).toEqual([`asset ${host.id}`]);
    expect(await hear(() => call('PATCH', `/users/${one.id}/status?status=disabled`))).toBe(true);
    expect(heard).toEqual([`user ${one.id}`]);
    const group = await aGroup(server.current);
    expect(
      await hear(() => call('PUT', `/user-groups/${group.id}`, { name: group.name, members: [one.id] })),
    ).toBe(true);
    expect(await hear(() => call('DELETE', `/user-groups/${group.id}`))).toBe(true);
    expect(await hear(() => call('POST', '/credentials', { name: 'not about access', type: 'custom' }))).toBe(
      false,
    );
    heard.length = 0;
    await call('POST', '/authorised/users', { userIds: [one.id, 'nobody'], assetId: host.id });
    expect(heard).toEqual([]);
    stop();
    await call('POST', '/authorised/users', { userIds: [one.id], assetId: host.id });
    expect(heard).toEqual([]);
  });
});
