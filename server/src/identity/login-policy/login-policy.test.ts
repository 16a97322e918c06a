import type { LoginPolicy } from '@jadegate/contract/identity/login-policy';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { UserRow } from '@jadegate/contract/identity/user';
import type { Page } from '@jadegate/contract/paging';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';
import { decide, type Policy } from './login-policy.policy.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const call = <Data>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  server.current.call<Data>(method, url, { token, ...(body && { body }) });
const aPolicy = { name: 'policy', ipGroup: '0.0.0.0/0', rule: 'reject', priority: 50, enabled: true };
const loginFrom = (username: string, address: string) =>
  server.current.call('POST', '/login', { body: { username, password: USER_PASSWORD }, address });

async function boundPolicy(userId: string, given: object = {}): Promise<LoginPolicy> {
  const { data, message } = await call<LoginPolicy>('POST', '/login-policies', { ...aPolicy, ...given });
  expect(message).toBe('success');
  await call('POST', `/login-policies/${data.id}/bind`, [{ userId }]);
  return data;
}

describe('deciding', () => {
  const policy = fc.record({
    id: fc.uuid(),
    name: fc.constant('p'),
    ipGroup: fc.constantFrom('10.0.0.1', '10.0.0.0/24', '0.0.0.0/0', '::1'),
    priority: fc.integer({ min: 1, max: 4 }),
    enabled: fc.boolean(),
    rule: fc.constantFrom('allow' as const, 'reject' as const),
    timePeriod: fc.constantFrom([], [{ key: 1, value: '09:00~18:00' }], [{ key: 1, value: '22:00~06:00' }]),
  });

  it('agrees with reading the rules out loud, one after another', () => {
    const address = fc.constantFrom('10.0.0.1', '10.0.0.77', '192.0.2.1', '::1');
    const moment = fc.constantFrom(
      '2026-11-16T10:00',
      '2026-11-16T23:00',
      '2026-11-17T05:00',
      '2026-11-17T07:00',
      '2026-11-15T10:00',
    );
    fc.assert(
      fc.property(fc.array(policy, { maxLength: 6 }), address, moment, (policies, from, at) => {
        const matchesIp = (group: string) =>
          group === from ||
          (group === '10.0.0.0/24' && from.startsWith('10.0.0.')) ||
          (group === '0.0.0.0/0' && !from.includes(':'));
        const matchesTime = (windows: Policy['timePeriod']) =>
          windows.length === 0 ||
          (windows[0]?.value === '09:00~18:00'
            ? at === '2026-11-16T10:00'
            : ['2026-11-16T23:00', '2026-11-17T05:00'].includes(at));
        const inOrder = [...policies].toSorted((a, b) => a.priority - b.priority || a.id.localeCompare(b.id));
        const winner = inOrder.find(
          (one) => one.enabled && matchesIp(one.ipGroup) && matchesTime(one.timePeriod),
        );
        const decision = decide(policies, from, new Date(at));
        expect(decision.allowed).toBe(winner?.rule !== 'reject');
        expect(decision.policies.filter((verdict) => verdict.decides).map((verdict) => verdict.id)).toEqual(
          winner ? [winner.id] : [],
        );
      }),
      { numRuns: 400 },
    );
  });
});

describe('login policies', () => {
  it('keep a bound person out, tell only who knows the password, and write it down', async () => {
    const { id, username } = await server.current.seedUser();
    const policy = await boundPolicy(id, { ipGroup: '127.6.0.0/16' });
    expect(await loginFrom(username, '127.6.0.1')).toMatchObject({ code: -1, error: 'login.policy_refused' });
    expect((await loginFrom(username, '127.7.0.1')).code).toBe(1);
    const wrong = await server.current.call('POST', '/login', {
      body: { username, password: 'wrong' },
      address: '127.6.0.2',
    });
    expect(wrong.error).toBe('login.failed');
    await call('PUT', `/login-policies/${policy.id}`, { ...policy, enabled: false });
    expect((await loginFrom(username, '127.6.0.3')).code).toBe(1);
    const reasons = await server.current.db
      .selectFrom('login_log')
      .select('reason')
      .where('username', '=', username)
      .execute();
    expect(reasons.map((row) => row.reason)).toContain('login.policy_refused');
  });

  it('count in their windows only', async () => {
    const { id, username } = await server.current.seedUser();
    const today = new Date().getDay();
    const other = (today + 3) % 7;
    const policy = await boundPolicy(id, { timePeriod: [{ key: other, value: '00:00~00:00' }] });
    expect((await loginFrom(username, '127.6.1.1')).code).toBe(1);
    await call('PUT', `/login-policies/${policy.id}`, {
      ...policy,
      timePeriod: [{ key: today, value: '00:00~00:00' }],
    });
    expect((await call<LoginPolicy>('GET', `/login-policies/${policy.id}`)).data.timePeriod).toMatchObject([
      { key: today, loginPolicyId: policy.id },
    ]);
    expect((await loginFrom(username, '127.6.1.2')).error).toBe('login.policy_refused');
  });

  it('let the smaller number win, and answer what they would do and why', async () => {
    const { id } = await server.current.seedUser();
    const strong = await boundPolicy(id, {
      priority: 1,
      rule: 'allow',
      ipGroup: '127.6.2.0/24',
      name: 'office',
    });
    const weak = await boundPolicy(id, { priority: 90, name: 'everywhere else' });
    const ask = async (address: string) =>
      (
        await call<{ allowed: boolean; policies: { id: string; decides: boolean }[] }>(
          'POST',
          '/login-policies/test',
          { userId: id, address, at: new Date().toISOString() },
        )
      ).data;
    expect(await ask('127.6.2.9')).toMatchObject({
      allowed: true,
      policies: [
        { id: strong.id, decides: true },
        { id: weak.id, decides: false },
      ],
    });
    expect(await ask('127.6.3.9')).toMatchObject({
      allowed: false,
      policies: [{ decides: false }, { id: weak.id, decides: true }],
    });
  });

  it('are bound and unbound, and forget people who are gone', async () => {
    const { id, username } = await server.current.seedUser();
    const policy = await boundPolicy(id);
    await call('POST', `/login-policies/${policy.id}/bind`, [
      { userId: id },
      { userId: 'nobody' },
      { userId: '' },
    ]);
    expect((await call<string[]>('GET', `/login-policies/${policy.id}/users/id`)).data).toEqual([id]);
    expect(
      (await call<Page<UserRow>>('GET', `/login-policies/${policy.id}/users/paging`)).data.items,
    ).toMatchObject([{ username }]);
    expect((await call<Page<object>>('GET', `/login-policies/paging?userId=${id}`)).data).toMatchObject({
      total: 1,
      items: [{ userCount: 1, timePeriod: null }],
    });
    await call('POST', `/login-policies/${policy.id}/unbind`, [{ userId: id }]);
    expect((await loginFrom(username, '127.6.4.1')).code).toBe(1);
    await call('DELETE', `/login-policies/${policy.id}`);
    expect(await call('GET', `/login-policies/${policy.id}`)).toMatchObject({
      code: 404,
      error: 'login_policy.not_found',
    });
  });

  it('refuse what would keep their author out, from where and when they are, and nothing else', async () => {
    const policy = (given: object) => call<LoginPolicy>('POST', '/login-policies', { ...aPolicy, ...given });
    const mine = [{ userId: SUPER_ADMIN_ID }];
    const { data: office } = await policy({
      name: 'office',
      rule: 'allow',
      priority: 1,
      ipGroup: '127.0.0.0/8',
    });
    const { data: others } = await policy({ name: 'others' });
    const url = ({ id }: LoginPolicy) => `/login-policies/${id}`;
    const refusal = { code: -1, error: 'login_policy.locks_out', params: { address: '127.0.0.1' } };
    expect(await call('POST', `${url(others)}/bind`, mine)).toMatchObject(refusal);
    expect((await call<string[]>('GET', `${url(others)}/users/id`)).data).toEqual([]);
    expect((await call('POST', `${url(office)}/bind`, mine)).code).toBe(1);
    expect((await call('POST', `${url(others)}/bind`, mine)).code).toBe(1);
    expect(await call('POST', `${url(office)}/unbind`, mine)).toMatchObject(refusal);
    expect(await call('DELETE', url(office))).toMatchObject(refusal);
    expect(await call('PUT', url(office), { ...office, enabled: false })).toMatchObject(refusal);
    expect((await call('PUT', url(office), { ...office, name: 'home' })).code).toBe(1);
    const { id } = await server.current.seedUser();
    expect((await call('POST', `${url(others)}/bind`, [{ userId: id }])).code).toBe(1);
    expect((await call('DELETE', `${url(others)},${office.id}`)).code).toBe(1);
  });

  it.each([
    ['an odd address', { ipGroup: 'somewhere' }, 'ipGroup'],
    ['a range that ends before it begins', { ipGroup: '10.0.0.9-10.0.0.1' }, 'ipGroup'],
    ['an odd window', { timePeriod: [{ key: 1, value: '9~18' }] }, 'timePeriod.0.value'],
    ['a weekday that is none', { timePeriod: [{ key: 7, value: '' }] }, 'timePeriod.0.key'],
    ['a priority out of bounds', { priority: 0 }, 'priority'],
  ])('refuse %s', async (_what, given, path) => {
    expect(await call('POST', '/login-policies', { ...aPolicy, ...given })).toMatchObject({
      code: 400,
      fields: [{ path }],
    });
  });
});
