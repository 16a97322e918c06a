import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import type { User, UserRow } from '@jadegate/contract/identity/user';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, describe, expect, it } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { enrol } from '../../testing/enrol.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const PASSWORD = 'a first password';
const aUsername = () => `person-${newId().slice(-10)}`;
const call = <Data>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  as = token,
) => server.current.call<Data>(method, url, { token: as, ...(body && { body }) });
const create = (body: object, as = token) => call<User>('POST', '/users', body, as);
const isLive = async (login: string) => (await call('GET', '/account/info', undefined, login)).code === 1;

async function created(given: object = {}): Promise<User> {
  const { data, message } = await create({
    username: aUsername(),
    nickname: 'Person',
    type: 'user',
    password: PASSWORD,
    ...given,
  });
  expect(message).toBe('success');
  return data;
}

describe('creating people', () => {
  it('makes somebody who must change the given password', async () => {
    const user = await created({ mail: 'a@example.test' });
    expect(user).toMatchObject({
      password: '',
      status: 'enabled',
      online: false,
      mustChangePassword: true,
      roles: [],
    });
    const login = await server.current.login(user.username, PASSWORD);
    expect(await call('GET', '/account/tickets', undefined, login)).toMatchObject({ code: 405 });
    expect((await call('GET', `/users/${user.id}`)).data).toMatchObject({ online: true });
  });

  it.each([
    [
      'a taken name, whatever its case',
      { username: 'ADMIN' },
      { error: 'user.username_taken', fields: [{ path: 'username' }] },
    ],
    ['a name with odd characters', { username: 'a/b' }, { code: 400, fields: [{ path: 'username' }] }],
    ['a bad address', { mail: 'nowhere' }, { code: 400, fields: [{ path: 'mail' }] }],
    ['a short password', { password: 'short' }, { code: 400, fields: [{ path: 'password' }] }],
    [
      'an unknown role',
      { type: 'admin', roles: ['nothing'] },
      { error: 'role.not_found', fields: [{ path: 'roles' }] },
    ],
    ['a hash slipped in', { passwordHash: 'x' }, { code: 400, fields: [{ rule: 'unknown' }] }],
  ])('refuses %s', async (_what, given, refusal) => {
    const body = { username: aUsername(), nickname: 'P', type: 'user', password: PASSWORD, ...given };
    expect(await create(body)).toMatchObject(refusal);
  });

  it('gives roles to administrators only', async () => {
    expect((await created({ type: 'admin', roles: ['audit-administrator'] })).roles).toEqual([
      'audit-administrator',
    ]);
    expect((await created({ type: 'user', roles: ['audit-administrator'] })).roles).toEqual([]);
  });
});

describe('rights over others', () => {
  const lesser = () =>
    server.current.loginAs({
      type: 'admin',
      menus: [
        'user',
        'user-add',
        'user-edit',
        'user-del',
        'user-change-password',
        'user-reset-totp',
        'user-enable-disable',
      ],
    });

  it('nobody gives what they do not hold', async () => {
    const { token: as } = await lesser();
    const body = {
      username: aUsername(),
      nickname: 'P',
      type: 'admin',
      password: PASSWORD,
      roles: ['system-administrator'],
    };
    expect(await create(body, as)).toMatchObject({ code: -1, error: 'user.grant_exceeds' });
    const self = await server.current.loginAs({ type: 'admin', menus: ['user-edit'] });
    const promote = {
      username: self.username,
      nickname: 'me',
      type: 'admin',
      roles: ['system-administrator'],
    };
    expect(await call('PUT', `/users/${self.id}`, promote, self.token)).toMatchObject({
      error: 'user.grant_exceeds',
    });
  });

  it('nobody acts on somebody who holds more', async () => {
    const { token: as } = await lesser();
    const above = await created({ type: 'admin', roles: ['system-administrator'] });
    const change = { username: above.username, nickname: 'x', type: 'user' };
    for (const [method, url, body] of [
      ['PUT', `/users/${above.id}`, change],
      ['PATCH', `/users/${above.id}/status?status=disabled`, undefined],
      ['DELETE', `/users/${above.id}`, undefined],
      ['POST', `/users/${above.id}/change-password`, { password: 'taken over now' }],
      ['POST', `/users/${above.id}/reset-totp`, undefined],
      ['POST', `/users/${SUPER_ADMIN_ID}/change-password`, { password: 'taken over now' }],
    ] as const) {
      expect(await call(method, url, body, as)).toMatchObject({ code: -1, error: 'user.outranked' });
    }
    expect((await call<User>('GET', `/users/${above.id}`)).data).toMatchObject({
      status: 'enabled',
      nickname: 'Person',
    });
  });

  it('nobody disables or deletes themselves, and the first administrator stays what they are', async () => {
    expect(await call('DELETE', `/users/${SUPER_ADMIN_ID}`)).toMatchObject({ error: 'user.self_refused' });
    const peer = await created({ type: 'admin', roles: ['system-administrator'], mustChangePassword: false });
    const as = await server.current.login(peer.username, PASSWORD);
    expect(await call('DELETE', `/users/${peer.id}`, undefined, as)).toMatchObject({
      error: 'user.self_refused',
    });
    expect(await call('DELETE', `/users/${SUPER_ADMIN_ID}`, undefined, as)).toMatchObject({
      error: 'user.first_admin_protected',
    });
    expect(
      await call('PATCH', `/users/${SUPER_ADMIN_ID}/status?status=disabled`, undefined, as),
    ).toMatchObject({ error: 'user.first_admin_protected' });
    const demote = { username: 'admin', nickname: 'x', type: 'user' };
    expect(await call('PUT', `/users/${SUPER_ADMIN_ID}`, demote, as)).toMatchObject({
      error: 'user.first_admin_protected',
    });
  });
});

describe('changing people', () => {
  it('writes every field, empty ones too, and audits the differences', async () => {
    const user = await created({ mail: 'old@example.test' });
    const { data: echoed } = await call<User>('GET', `/users/${user.id}`);
    expect(
      await call('PUT', `/users/${user.id}`, { ...echoed, nickname: 'Renamed', mail: '' }),
    ).toMatchObject({ code: 1, data: null });
    expect((await call<User>('GET', `/users/${user.id}`)).data).toMatchObject({
      nickname: 'Renamed',
      mail: '',
    });
    const entry = await server.current.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'user.updated')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.detail)).toEqual({
      nickname: { before: 'Person', after: 'Renamed' },
      mail: { before: 'old@example.test', after: '' },
    });
  });

  it('disabling ends every login at once and keeps the person out', async () => {
    const { id, username, token: login } = await server.current.loginAs({});
    expect(await isLive(login)).toBe(true);
    expect(await call('PATCH', `/users/${id}/status?status=disabled`)).toMatchObject({ code: 1 });
    expect(await isLive(login)).toBe(false);
    await call('PATCH', `/users/${id}/status?status=enabled`);
    expect(await isLive(login)).toBe(false);
    expect(await server.current.login(username, USER_PASSWORD)).toBeTruthy();
  });

  it('a new password ends logins, works once, and may come as a form', async () => {
    const { id, username, token: login } = await server.current.loginAs({});
    const form = await server.current.inject('POST', `/users/${id}/change-password`, {
      token,
      body: 'password=given+by+admin',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.json()).toMatchObject({ code: 1 });
    expect(await isLive(login)).toBe(false);
    const fresh = await server.current.login(username, 'given by admin');
    expect(
      (await call<{ mustChangePassword: boolean }>('GET', '/account/info', undefined, fresh)).data
        .mustChangePassword,
    ).toBe(true);
  });

  it('takes the password as multipart too, as the family’s client sends it', async () => {
    const { id, username } = await server.current.loginAs({});
    const form = new FormData();
    form.set('password', 'multi part secret');
    const encoded = new Response(form);
    const response = await server.current.app.inject({
      method: 'POST',
      url: `/users/${id}/change-password`,
      headers: { 'x-auth-token': token, 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
    expect(response.json()).toMatchObject({ code: 1 });
    expect(await server.current.login(username, 'multi part secret')).toBeTruthy();
  });

  it('resetting the second factor removes it and ends logins', async () => {
    const { id, token: login } = await server.current.loginAs({});
    await enrol(server.current, login);
    expect((await call<User>('GET', `/users/${id}`)).data.enableTotp).toBe(true);
    await call('POST', `/users/${id}/reset-totp`);
    expect((await call<User>('GET', `/users/${id}`)).data.enableTotp).toBe(false);
    expect(await isLive(login)).toBe(false);
  });

  it('deleting takes logins and the second factor along, all or none', async () => {
    const gone = await server.current.loginAs({});
    expect(await call('DELETE', `/users/${gone.id},${SUPER_ADMIN_ID}`)).toMatchObject({ code: -1 });
    expect(await isLive(gone.token)).toBe(true);
    expect(await call('DELETE', `/users/${gone.id},nothing`)).toMatchObject({ code: 1 });
    expect(await isLive(gone.token)).toBe(false);
    expect(await call('GET', `/users/${gone.id}`)).toMatchObject({ code: 404, error: 'user.not_found' });
  });
});

describe('listing people', () => {
  it('pages, sorts and filters, and never shows a secret', async () => {
    const mark = newId().slice(-8);
    for (const letter of ['b', 'a', 'c']) {
      await created({
        username: `${mark}-${letter}`,
        nickname: `${mark} ${letter}`,
        mail: `${letter}@${mark}.test`,
      });
    }
    const list = async (query: string) => (await call<Page<UserRow>>('GET', `/users/paging?${query}`)).data;
    const names = async (query: string) => (await list(query)).items.map((row) => row.username.slice(-1));
    expect(await names(`username=${mark}&field=username&order=ascend`)).toEqual(['a', 'b', 'c']);
    expect(await names(`nickname=${mark}&field=nickname&order=descend&pageSize=2`)).toEqual(['c', 'b']);
    expect(await names(`mail=b@${mark}`)).toEqual(['b']);
    expect((await list(`username=${mark}&online=false`)).total).toBe(3);
    expect((await list(`username=${mark}&online=true`)).total).toBe(0);
    expect(JSON.stringify(await list(`username=${mark}`))).not.toMatch(/argon2|hash/i);
  });
});
