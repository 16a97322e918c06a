import type { SshKeyRow } from '@jadegate/contract/identity/ssh-key';
import { LIMITS } from '@jadegate/contract/limits';
import { NEVER } from '@jadegate/contract/scalars';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, HOUR_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { enrol } from '../../testing/enrol.ts';
import { testKeys } from '../../testing/keys.ts';
import { Mailbox } from '../../testing/mailbox.ts';
import { aPublicKey } from '../../testing/public-keys.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

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

let calls = 0;
/** A new one each time: the limit on such calls is another file's business. */
const address = () => `127.91.0.${++calls}`;
const add = (token: string, given: object) =>
  server.current.call<SshKeyRow>('POST', '/account/ssh-keys', {
    token,
    address: address(),
    body: { name: `laptop ${newId()}`, password: USER_PASSWORD, ...given },
  });
const list = async (token: string) =>
  (await server.current.call<SshKeyRow[]>('GET', '/account/ssh-keys', { token })).data;

const caller = (from = address()): Caller => ({
  address: from,
  userAgent: 'SSH-2.0-OpenSSH_9.9',
  language: 'en',
  requestId: '',
});
/** What the door does with a key whose signature it has verified. */
async function signIn(username: string, blob: Buffer, totp?: string) {
  const { sshKeys, logins } = server.current.services;
  const who = caller();
  const offered = await sshKeys.findOffered(who, username, blob);
  if (!offered) {
    return 'not offered';
  }
  const proof = { kind: 'key', keyId: offered.id } as const;
  try {
    return await logins.signIn(who, { username, door: 'ssh', proof, totp });
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

async function holder(options: { type?: 'admin' | 'user' } = {}) {
  const person = await server.current.loginAs({ type: 'user', ...options });
  const key = aPublicKey();
  const mail = `${person.id}@example.test`;
  await server.current.db.updateTable('user').set({ mail }).where('id', '=', person.id).execute();
  const { data, message } = await add(person.token, { publicKey: `${key.text} me@laptop` });
  expect(message).toBe('success');
  return { ...person, key, row: data };
}

describe('adding an SSH key', () => {
  it('lists it by its fingerprint, leaves an audit entry and tells its person by mail', async () => {
    const { id, token, row } = await holder();
    expect(row).toMatchObject({
      algorithm: 'ssh-ed25519',
      expires: NEVER,
      lastUsed: NEVER,
      isExpired: false,
    });
    expect(await list(token)).toEqual([row]);
    const entry = await server.current.db
      .selectFrom('audit_log')
      .select(['action', 'object_id', 'detail'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(entry).toMatchObject({ action: 'account.ssh-key-added', object_id: row.id });
    expect(entry?.detail).toContain(row.fingerprint);
    await server.current.services.notifications.settled();
    expect(mailbox.received.filter(({ to }) => to.includes(`${id}@example.test`))).toMatchObject([
      { subject: expect.stringContaining('已新增 SSH 公鑰') },
    ]);
  });

  it('asks a login of long ago to prove again who it is', async () => {
    const { token } = await server.current.loginAs({});
    const given = { publicKey: aPublicKey().text };
    server.current.passTime(HOUR_MS);
    expect(await add(token, { ...given, password: '' })).toMatchObject({
      error: 'auth.reauthentication_required',
    });
    expect(await add(token, { ...given, password: 'wrong' })).toMatchObject({
      error: 'auth.reauthentication_failed',
    });
    expect(await list(token)).toEqual([]);
    expect((await add(token, given)).code).toBe(1);
  });

  it('refuses a private key with a sentence, and keeps nothing of it', async () => {
    const { token } = await server.current.loginAs({});
    const secret = testKeys().ed25519;
    expect(await add(token, { publicKey: secret })).toMatchObject({
      error: 'ssh_key.private',
      fields: [{ path: 'publicKey' }],
    });
    const line = secret.split('\n')[2] ?? secret;
    expect(server.current.logLines.join('')).not.toContain(line);
    const entries = await server.current.db.selectFrom('audit_log').select('detail').execute();
    expect(JSON.stringify(entries)).not.toContain(line);
  });

  it('refuses a key that is somebody’s already, without saying whose, and one’s own twice', async () => {
    const { token, key, username } = await holder();
    const other = await server.current.loginAs({});
    const refused = await add(other.token, { publicKey: key.text });
    expect(refused).toMatchObject({ error: 'ssh_key.taken' });
    expect(JSON.stringify(refused)).not.toContain(username);
    expect(await add(token, { publicKey: key.text })).toMatchObject({ error: 'ssh_key.own' });
  });

  it('refuses a name twice, and stops at a number of them', async () => {
    const { id, token, row } = await holder();
    expect(await add(token, { name: row.name, publicKey: aPublicKey().text })).toMatchObject({
      error: 'ssh_key.name_taken',
    });
    const [one] = await server.current.db
      .selectFrom('ssh_key')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    const more = Array.from({ length: LIMITS.sshKeysPerPerson.max - 1 }, () => newId());
    await server.current.db
      .insertInto('ssh_key')
      .values(more.map((key) => ({ ...one, id: key, name: key, fingerprint: key }) as never))
      .execute();
    expect(await add(token, { publicKey: aPublicKey().text })).toMatchObject({ error: 'ssh_key.too_many' });
  });
});

describe('signing in with an SSH key', () => {
  it('makes a login at the door, and notes when and from where', async () => {
    const { username, token, key } = await holder();
    const signedIn = await signIn(username.toUpperCase(), key.blob);
    expect(signedIn).toMatchObject({ user: { username }, owes: undefined });
    expect(await list(token)).toMatchObject([{ lastAddress: expect.stringMatching(/^127\.91\.0\./) }]);
    const { data } = await server.current.call<object[]>('GET', '/account/logins', { token });
    expect(data).toContainEqual(
      expect.objectContaining({ userAgent: 'SSH-2.0-OpenSSH_9.9', door: 'ssh', current: false }),
    );
  });

  it('is not offered to anybody else, nor with another key', async () => {
    const { username, key } = await holder();
    const other = await holder();
    expect(await signIn(other.username, key.blob)).toBe('not offered');
    expect(await signIn(username, aPublicKey().blob)).toBe('not offered');
    expect(await signIn('nobody at all', key.blob)).toBe('not offered');
    const { logins } = server.current.services;
    const proof = { kind: 'key', keyId: other.row.id } as const;
    await expect(logins.signIn(caller(), { username, door: 'ssh', proof })).rejects.toMatchObject({
      code: 'login.failed',
    });
  });

  it('asks for the second factor that the person has, as a password does', async () => {
    const { username, token, key } = await holder();
    const { code } = await enrol(server.current, token);
    expect(await signIn(username, key.blob)).toBe('login.totp_required');
    expect(await signIn(username, key.blob, '000000')).toBe('login.totp_wrong');
    expect(await signIn(username, key.blob, code())).toMatchObject({ user: { username } });
  });

  it('is refused to somebody who owes a step, which is done in the console', async () => {
    const { id, username, key } = await holder();
    await server.current.db
      .updateTable('user')
      .set({ must_change_password: 1 })
      .where('id', '=', id)
      .execute();
    expect(await signIn(username, key.blob)).toBe('auth.step_pending');
  });

  it('ends with its days', async () => {
    const { id, token, username } = await server.current.loginAs({});
    const key = aPublicKey();
    await add(token, { publicKey: key.text, days: 1 });
    expect(await signIn(username, key.blob)).toMatchObject({ user: { username } });
    server.current.passTime(DAY_MS);
    expect(await signIn(username, key.blob)).toBe('not offered');
    expect(await server.current.services.sshKeys.list(id)).toMatchObject([{ isExpired: true }]);
  });

  it('forgives no guesses at the password, and is as locked as the account', async () => {
    const { username, key } = await holder();
    const guess = () =>
      server.current.call('POST', '/login', {
        address: address(),
        body: { username, password: 'guess' },
      });
    for (let failures = 0; failures < 4; failures++) {
      expect(await guess()).toMatchObject({ error: 'login.failed' });
    }
    expect(await signIn(username, key.blob)).toMatchObject({ user: { username } });
    expect(await guess()).toMatchObject({ error: 'login.failed' });
    expect(await guess()).toMatchObject({ error: 'login.locked' });
    expect(await signIn(username, key.blob)).toBe('login.locked');
  });
});

describe('the end of an SSH key', () => {
  it('comes at once when its person deletes it; nobody else’s id finds it', async () => {
    const { username, token, key, row } = await holder();
    const stranger = await server.current.loginAs({});
    const remove = (as: string) =>
      server.current.call('DELETE', `/account/ssh-keys/${row.id}`, { token: as });
    expect(await remove(stranger.token)).toMatchObject({ error: 'ssh_key.not_found' });
    expect(await signIn(username, key.blob)).toMatchObject({ user: { username } });
    expect((await remove(token)).code).toBe(1);
    expect(await signIn(username, key.blob)).toBe('not offered');
  });

  it.each([
    ['disabled', (id: string) => ['PATCH', `/users/${id}/status?status=disabled`, undefined] as const],
    ['deleted', (id: string) => ['DELETE', `/users/${id}`, undefined] as const],
    [
      'given a new password',
      (id: string) => ['POST', `/users/${id}/change-password`, { password: 'given by admin' }] as const,
    ],
    ['freed of their second factor', (id: string) => ['POST', `/users/${id}/reset-totp`, undefined] as const],
    [
      'confirmed, as one whose maker may have added it',
      (id: string) => ['POST', `/users/${id}/confirm`, undefined] as const,
    ],
  ])('comes when the person is %s by an administrator', async (_what, act) => {
    const { id, row } = await holder();
    const [method, url, body] = act(id);
    const admin = await server.current.login();
    expect((await server.current.call(method, url, { token: admin, ...(body && { body }) })).code).toBe(1);
    const left = await server.current.db
      .selectFrom('ssh_key')
      .select('id')
      .where('id', '=', row.id)
      .execute();
    expect(left).toEqual([]);
  });

  it('comes by an administrator who may edit people, and holds as much as the person', async () => {
    const { id, row } = await holder();
    const helper = await server.current.loginAs({
      type: 'admin',
      menus: ['user', 'user-detail', 'user-edit'],
    });
    const viewer = await server.current.loginAs({ type: 'admin', menus: ['user', 'user-detail'] });
    const remove = (as: string, of = id) =>
      server.current.call('DELETE', `/users/${of}/ssh-keys/${row.id}`, { token: as });
    const seen = await server.current.call('GET', `/users/${id}/ssh-keys`, { token: viewer.token });
    expect(seen.data).toEqual([row]);
    expect(await remove(viewer.token)).toMatchObject({ error: 'auth.forbidden' });
    expect(await remove(helper.token, viewer.id)).toMatchObject({ error: 'ssh_key.not_found' });
    expect((await remove(helper.token)).code).toBe(1);
    const senior = await server.current.loginAs({ type: 'admin', menus: ['setting'] });
    expect(
      await server.current.call('DELETE', `/users/${senior.id}/ssh-keys/${newId()}`, { token: helper.token }),
    ).toMatchObject({ error: 'user.outranked' });
  });
});
