import type { AccessTokenRow } from '@jadegate/contract/identity/access-token';
import { LIMITS } from '@jadegate/contract/limits';
import { NEVER } from '@jadegate/contract/scalars';
import { describe, expect, it } from 'vitest';

import { DAY_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { enrol } from '../../testing/enrol.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

type Made = AccessTokenRow & { token: string };

let calls = 0;
const create = (token: string, given: object = {}) =>
  server.current.call<Made>('POST', '/account/access-tokens', {
    token,
    // From a new address each time: the limit on such calls is another file's business.
    address: `127.89.0.${++calls}`,
    body: { name: `token ${newId()}`, password: USER_PASSWORD, ...given },
  });
const list = async (token: string) =>
  (await server.current.call<AccessTokenRow[]>('GET', '/account/access-tokens', { token })).data;
const use = (token: string, address = '127.0.0.1') =>
  server.current.call('GET', '/credentials/paging', { token, address });

/** An administrator who may see credentials, and a token of theirs. */
async function holder() {
  const person = await server.current.loginAs({ type: 'admin', menus: ['credential', 'credential-add'] });
  const { data } = await create(person.token);
  return { ...person, made: data };
}

describe('an access token', () => {
  it('is shown once, looks like one, and is kept only as a hash', async () => {
    const { token, made } = await holder();
    expect(made.token).toMatch(/^forever-[\w-]{43}$/);
    const listed = await list(token);
    expect(listed).toMatchObject([
      { id: made.id, masked: `forever-…${made.token.slice(-4)}`, lastUsed: NEVER, isExpired: false },
    ]);
    expect(JSON.stringify(listed)).not.toContain(made.token);
    const rows = await server.current.db.selectFrom('access_token').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.token);
    expect(server.current.logLines.join('')).not.toContain(made.token);
  });

  it('acts with the rights its person has at that moment', async () => {
    const { id, made } = await holder();
    expect((await use(made.token)).code).toBe(1);
    expect(await server.current.call('GET', '/users/paging', { token: made.token })).toMatchObject({
      code: 403,
      error: 'auth.forbidden',
    });
    await server.current.db.deleteFrom('user_role').where('user_id', '=', id).execute();
    expect((await use(made.token)).code).toBe(403);
  });

  it('is refused where the person must be there', async () => {
    const { made } = await holder();
    for (const [method, url] of [
      ['POST', '/account/change-password'],
      ['PUT', '/account/profile'],
      ['PUT', '/account/mail'],
      ['POST', '/account/access-tokens'],
      ['GET', '/account/reload-totp'],
      ['POST', '/account/logout'],
      ['POST', '/account/tickets'],
      ['GET', '/account/logins'],
    ] as const) {
      expect([url, await server.current.call(method, url, { token: made.token })]).toMatchObject([
        url,
        { code: 403, error: 'auth.interactive_only' },
      ]);
    }
    expect((await server.current.call('GET', '/account/info', { token: made.token })).code).toBe(1);
  });

  it('is not taken from an address, where it would end up in logs', async () => {
    const { made } = await holder();
    const inQuery = { query: { 'X-Auth-Token': made.token } };
    const refused = await server.current.inject('GET', '/credentials/nothing/public-key', inQuery);
    expect([refused.statusCode, refused.json()]).toMatchObject([401, { code: 401 }]);
    expect(
      await server.current.call('GET', '/credentials/nothing/public-key', { token: made.token }),
    ).toMatchObject({ code: 404 });
  });

  it('leaves its name in the audit entries of what it did', async () => {
    const { id, made } = await holder();
    const body = { name: `made by a program ${newId()}`, type: 'custom', password: 'x' };
    expect((await server.current.call('POST', '/credentials', { token: made.token, body })).code).toBe(1);
    const entry = await server.current.db
      .selectFrom('audit_log')
      .selectAll()
      .where('actor_id', '=', id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'credential.created', object_name: body.name });
    expect(JSON.parse(entry.detail)).toMatchObject({ accessToken: { id: made.id, name: made.name } });
    expect(await server.current.services.audit.verify()).not.toHaveProperty('brokenAt');
  });

  it('notes its last use, at most once a minute', async () => {
    const { token, made } = await holder();
    const last = async () => (await list(token))[0];
    await use(made.token, '127.0.9.1');
    const first = await last();
    expect(first).toMatchObject({ lastAddress: '127.0.9.1' });
    expect(first?.lastUsed).not.toBe(NEVER);
    await use(made.token, '127.0.9.2');
    expect(await last()).toEqual(first);
    server.current.passTime(MINUTE_MS);
    await use(made.token, '127.0.9.2');
    expect(await last()).toMatchObject({ lastAddress: '127.0.9.2' });
  });
});

describe('the end of an access token', () => {
  it('comes after the days it was made for', async () => {
    const person = await server.current.loginAs({ type: 'admin', menus: ['credential'] });
    const short = (await create(person.token, { days: 1 })).data;
    const usual = (await create(person.token)).data;
    server.current.passTime(DAY_MS);
    expect(await use(short.token)).toMatchObject({ code: 401, error: 'auth.required' });
    expect((await use(usual.token)).code).toBe(1);
    const again = await server.current.login(person.username, USER_PASSWORD);
    expect((await list(again)).map((row) => row.isExpired)).toEqual([false, true]);
    server.current.passTime(89 * DAY_MS);
    expect((await use(usual.token)).code).toBe(401);
    await server.current.services.accessTokens.sweep();
    const last = await server.current.login(person.username, USER_PASSWORD);
    expect((await list(last)).map((row) => row.id)).toEqual([usual.id]);
  });

  it('comes at once when it is revoked, by its own person only', async () => {
    const { token, made } = await holder();
    const stranger = await server.current.loginAs({});
    const revoke = (as: string) =>
      server.current.call('DELETE', `/account/access-tokens/${made.id}`, { token: as });
    expect(await revoke(stranger.token)).toMatchObject({ code: 404, error: 'access_token.not_found' });
    expect((await use(made.token)).code).toBe(1);
    expect(await revoke(token)).toMatchObject({ code: 1, data: null });
    expect((await use(made.token)).code).toBe(401);
    expect(await list(stranger.token)).toEqual([]);
  });

  it.each([
    ['disabled', (id: string) => ['PATCH', `/users/${id}/status?status=disabled`, undefined] as const],
    ['deleted', (id: string) => ['DELETE', `/users/${id}`, undefined] as const],
    [
      'given a new password',
      (id: string) => ['POST', `/users/${id}/change-password`, { password: 'given by admin' }] as const,
    ],
    ['freed of their second factor', (id: string) => ['POST', `/users/${id}/reset-totp`, undefined] as const],
  ])('comes when the person is %s by an administrator', async (_what, act) => {
    const { id, made } = await holder();
    const [method, url, body] = act(id);
    const admin = await server.current.login();
    expect((await server.current.call(method, url, { token: admin, ...(body && { body }) })).code).toBe(1);
    expect((await use(made.token)).code).toBe(401);
    await server.current.call('PATCH', `/users/${id}/status?status=enabled`, { token: admin });
    expect((await use(made.token)).code).toBe(401);
  });

  it('comes with a change of one’s own password', async () => {
    const { token, made } = await holder();
    const body = { oldPassword: USER_PASSWORD, newPassword: 'another harbour wall' };
    expect((await server.current.call('POST', '/account/change-password', { token, body })).code).toBe(1);
    expect((await use(made.token)).code).toBe(401);
  });

  it('does not come with a new second factor: the person was there', async () => {
    const { token, made } = await holder();
    await enrol(server.current, token);
    expect((await use(made.token)).code).toBe(1);
  });
});

describe('login policies', () => {
  it('count at each use of a token', async () => {
    const { id, made } = await holder();
    const admin = await server.current.login();
    const policy = {
      name: `not from there ${newId()}`,
      ipGroup: '127.0.8.0/24',
      priority: 1,
      enabled: true,
      rule: 'reject',
    };
    const { data } = await server.current.call<{ id: string }>('POST', '/login-policies', {
      token: admin,
      body: policy,
    });
    const bound = await server.current.call('POST', `/login-policies/${data.id}/bind`, {
      token: admin,
      body: [{ userId: id }],
    });
    expect(bound.message).toBe('success');
    expect(await use(made.token, '127.0.8.1')).toMatchObject({ code: 403, error: 'auth.policy_refused' });
    expect((await use(made.token, '127.0.7.1')).code).toBe(1);
  });
});

it('an access token of somebody who must change the password opens nothing until they did', async () => {
  const { id, made } = await holder();
  const mustChange = (flag: 0 | 1) =>
    server.current.db.updateTable('user').set({ must_change_password: flag }).where('id', '=', id).execute();
  await mustChange(1);
  expect(await use(made.token)).toMatchObject({ error: 'auth.step_pending' });
  await mustChange(0);
  expect((await use(made.token)).code).toBe(1);
});

describe('making access tokens', () => {
  it.each([
    ['a wrong password', { password: 'wrong' }, { error: 'auth.reauthentication_failed' }],
    ['no name', { name: ' ' }, { code: 400, fields: [{ path: 'name' }] }],
    ['no end', { days: 0 }, { code: 400, fields: [{ path: 'days' }] }],
    ['more than a year', { days: 366 }, { code: 400, fields: [{ path: 'days' }] }],
  ])('is refused with %s', async (_what, given, refusal) => {
    const { token } = await server.current.loginAs({});
    expect(await create(token, given)).toMatchObject(refusal);
    expect(await list(token)).toEqual([]);
  });

  it('takes each name once per person', async () => {
    const { token } = await server.current.loginAs({});
    const other = await server.current.loginAs({});
    expect((await create(token, { name: 'ci' })).code).toBe(1);
    expect(await create(token, { name: 'ci' })).toMatchObject({
      error: 'access_token.name_taken',
      fields: [{ path: 'name' }],
    });
    expect((await create(other.token, { name: 'ci' })).code).toBe(1);
  });

  it('stops at twenty', async () => {
    const { id, token } = await server.current.loginAs({});
    await server.current.db
      .insertInto('access_token')
      .values(
        Array.from({ length: LIMITS.accessTokensPerPerson.max - 1 }, (_, index) => ({
          id: newId(),
          user_id: id,
          name: `n${index}`,
          token_hash: newId(),
          hint: 'abcd',
          created_at: server.current.now(),
          expires_at: server.current.now() + DAY_MS,
          last_used_at: null,
          last_address: '',
        })),
      )
      .execute();
    const answers = await Promise.all([create(token), create(token)]);
    expect(answers.map(({ error }) => error).toSorted()).toEqual(['access_token.too_many', undefined]);
  });
});

describe('the product family’s single token', () => {
  const single = (method: 'GET' | 'POST' | 'DELETE', token: string, body?: object) =>
    server.current.call<{ id: string; userId: string; token: string; created: string }>(
      method,
      '/account/access-token',
      { token, ...(body && { body }) },
    );

  it('keeps its shape: empty, made, masked, replaced, removed', async () => {
    const { id, token } = await server.current.loginAs({ type: 'admin', menus: ['credential'] });
    expect((await single('GET', token)).data).toEqual({ id: '', userId: '', token: '', created: NEVER });
    expect(await single('POST', token, { password: 'wrong' })).toMatchObject({
      error: 'auth.reauthentication_failed',
    });
    const first = (await single('POST', token, { password: USER_PASSWORD })).data;
    expect(first).toMatchObject({ userId: id });
    expect((await single('GET', token)).data).toEqual({
      ...first,
      token: `forever-…${first.token.slice(-4)}`,
    });
    const second = (await single('POST', token, { password: USER_PASSWORD })).data;
    expect((await use(first.token)).code).toBe(401);
    expect((await use(second.token)).code).toBe(1);
    expect(await list(token)).toMatchObject([{ id: second.id, name: '' }]);
    expect(await single('DELETE', token)).toMatchObject({ code: 1, data: null });
    expect((await use(second.token)).code).toBe(401);
    expect(await single('DELETE', token)).toMatchObject({ code: 1 });
  });
});
