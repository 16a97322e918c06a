import type { OwnProfile } from '@jadegate/contract/identity/own-profile';
import type { User } from '@jadegate/contract/identity/user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { enrol } from '../../testing/enrol.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const OLD = 'old@example.test';
const NEW = 'new@example.test';

const server = useTestServer();
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  const body = {
    'mail-host': '127.0.0.1',
    'mail-port': mailbox.port,
    'mail-security': 'none',
    'mail-from': 'jadegate@example.test',
  };
  await server.current.call('PUT', '/properties', { token: await server.current.login(), body });
});
afterAll(() => mailbox.close());
beforeEach(async () => {
  await server.current.services.notifications.settled();
  mailbox.received.length = 0;
});

let people = 0;

/** Somebody with an address, at a place of their own: these calls are limited by where they come from. */
async function person({ source = '' } = {}) {
  const { id, username, token } = await server.current.loginAs({});
  await server.current.db.updateTable('user').set({ mail: OLD, source }).where('id', '=', id).execute();
  const address = `127.0.8.${++people}`;
  const call = <Data = null>(method: 'GET' | 'PUT', path: string, body?: object) =>
    server.current.call<Data>(method, path, { token, address, ...(body && { body }) });
  return {
    id,
    username,
    token,
    profile: async () => (await call<OwnProfile>('GET', '/account/profile')).data,
    rename: (nickname: string) => call('PUT', '/account/profile', { nickname }),
    changeMail: (body: object) => call('PUT', '/account/mail', body),
  };
}

async function entriesOf(id: string, action: string) {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select(['object_id', 'detail'])
    .where('actor_id', '=', id)
    .where('action', '=', action)
    .execute();
  return rows.map(({ object_id, detail }) => ({ object_id, detail: JSON.parse(detail) as unknown }));
}

const letters = async () => {
  await server.current.services.notifications.settled();
  return mailbox.received.map(({ to, subject }) => [...to, subject.replace('玉門 Jadegate：', '')]);
};

describe('one’s own display name', () => {
  it('is changed by anybody, without any right, and is on record', async () => {
    const { id, token, profile, rename } = await person();
    const { nickname } = await profile();
    expect(await rename('  王小明 ')).toMatchObject({ code: 1, data: null });
    expect(await profile()).toEqual({ nickname: '王小明', mail: OLD, source: '' });
    expect(await server.current.call('GET', '/account/info', { token })).toMatchObject({
      data: { nickname: '王小明' },
    });
    expect(await entriesOf(id, 'account.profile-changed')).toEqual([
      { object_id: id, detail: { nickname: { before: nickname, after: '王小明' } } },
    ]);
    expect(await letters()).toEqual([]);
  });

  it('that is the same already is no act', async () => {
    const { id, profile, rename } = await person();
    expect((await rename((await profile()).nickname)).code).toBe(1);
    expect(await entriesOf(id, 'account.profile-changed')).toEqual([]);
  });

  it.each(['', '   ', 'two\nlines', 'x'.repeat(201)])('is refused when it is none: %j', async (nickname) => {
    const { profile, rename } = await person();
    const before = await profile();
    expect(await rename(nickname)).toMatchObject({ error: 'validation', fields: [{ path: 'nickname' }] });
    expect(await profile()).toEqual(before);
  });

  it('is all that the call changes', async () => {
    const { token, profile } = await person();
    const body = { nickname: 'N', mail: NEW, type: 'admin' };
    expect(await server.current.call('PUT', '/account/profile', { token, body })).toMatchObject({
      error: 'validation',
    });
    expect(await profile()).toMatchObject({ mail: OLD });
  });
});

describe('one’s own mail address', () => {
  it('is changed with the password, is on record, and the old address hears of it', async () => {
    const { id, username, profile, changeMail } = await person();
    expect(await changeMail({ mail: ` ${NEW} `, password: USER_PASSWORD })).toMatchObject({ code: 1 });
    expect(await profile()).toMatchObject({ mail: NEW });
    expect(await entriesOf(id, 'account.mail-changed')).toEqual([
      { object_id: id, detail: { mail: { before: OLD, after: NEW } } },
    ]);
    expect(await letters()).toEqual([[OLD, '電子郵件已變更']]);
    expect(mailbox.received[0]?.text).toContain(`帳號：${username}`);
    expect(mailbox.received[0]?.text).not.toContain(NEW);
  });

  it('is removed likewise; one where there was none is told to nobody', async () => {
    const { profile, changeMail } = await person();
    await changeMail({ mail: '', password: USER_PASSWORD });
    expect(await profile()).toMatchObject({ mail: '' });
    expect(await letters()).toEqual([[OLD, '電子郵件已變更']]);
    await changeMail({ mail: NEW, password: USER_PASSWORD });
    expect(await profile()).toMatchObject({ mail: NEW });
    expect(await letters()).toHaveLength(1);
  });

  it('is changed with a current code', async () => {
    const { token, profile, changeMail } = await person();
    const { code } = await enrol(server.current, token);
    expect((await changeMail({ mail: NEW, totp: code() })).code).toBe(1);
    expect(await profile()).toMatchObject({ mail: NEW });
  });

  it.each([
    ['without a proof, however recent the login', {}, 'auth.reauthentication_required'],
    ['with a wrong password', { password: 'wrong' }, 'auth.reauthentication_failed'],
    ['when it is no address', { password: USER_PASSWORD, mail: 'nobody' }, 'validation'],
  ])('is refused %s: nothing changes, nobody is told', async (_how, given, error) => {
    const { id, profile, changeMail } = await person();
    expect(await changeMail({ mail: NEW, ...given })).toMatchObject({ error });
    expect(await profile()).toMatchObject({ mail: OLD });
    expect(await entriesOf(id, 'account.mail-changed')).toEqual([]);
    expect(await letters()).toEqual([]);
  });

  it('that is the same already is no act', async () => {
    const { id, changeMail } = await person();
    expect((await changeMail({ mail: OLD, password: USER_PASSWORD })).code).toBe(1);
    expect(await entriesOf(id, 'account.mail-changed')).toEqual([]);
    expect(await letters()).toEqual([]);
  });

  it('changed by an administrator is told to the old address, too', async () => {
    const { id, username } = await person();
    const token = await server.current.login();
    const change = (mail: string) =>
      server.current.call('PUT', `/users/${id}`, {
        token,
        body: { username, nickname: 'N', type: 'user', mail },
      });
    expect((await change(OLD)).code).toBe(1);
    expect(await letters()).toEqual([]);
    expect((await change(NEW)).code).toBe(1);
    expect(await letters()).toEqual([[OLD, '電子郵件已變更']]);
  });
});

it('is the only way to one’s own mail address, also for those who may edit people', async () => {
  const { id, username, token } = await server.current.loginAs({
    type: 'admin',
    menus: ['user', 'user-edit'],
  });
  const { roles } = (await server.current.call<User>('GET', `/users/${id}`, { token })).data;
  await server.current.db.updateTable('user').set({ mail: OLD }).where('id', '=', id).execute();
  const change = (values: object) =>
    server.current.call('PUT', `/users/${id}`, {
      token,
      body: { username, nickname: 'N', type: 'admin', roles, mail: OLD, ...values },
    });
  for (const mail of [NEW, '']) {
    expect(await change({ mail })).toMatchObject({
      code: -1,
      error: 'user.own_mail',
      fields: [{ path: 'mail' }],
      message: expect.stringContaining('個人中心') as string,
    });
  }
  expect(await change({ nickname: 'Renamed' })).toMatchObject({ code: 1 });
  const stored = await server.current.db
    .selectFrom('user')
    .select(['nickname', 'mail'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ nickname: 'Renamed', mail: OLD });
  const body = { mail: NEW, password: USER_PASSWORD };
  expect(await server.current.call('PUT', '/account/mail', { token, body })).toMatchObject({ code: 1 });
});

it('leaves people whose account is kept elsewhere as they are, and says why', async () => {
  const { profile, rename, changeMail } = await person({ source: 'ldap' });
  const before = await profile();
  const refusal = { code: -1, error: 'account.kept_elsewhere', message: expect.stringContaining('外部系統') };
  expect(await rename('N')).toMatchObject(refusal);
  expect(await changeMail({ mail: NEW, password: USER_PASSWORD })).toMatchObject(refusal);
  expect(await profile()).toEqual(before);
});

it('is nobody’s who is not signed in, or still owes a step', async () => {
  expect(await server.current.call('GET', '/account/profile')).toMatchObject({ code: 401 });
  const { token } = await server.current.loginAs({ mustChangePassword: true });
  const body = { nickname: 'N' };
  expect(await server.current.call('PUT', '/account/profile', { token, body })).toMatchObject({
    error: 'auth.step_pending',
  });
});
