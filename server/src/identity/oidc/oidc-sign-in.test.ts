// Signing in by a real provider: who is made, what is given and taken away, what ends, and what is refused.
import type { SourceStart } from '@jadegate/contract/identity/source-sign-in';
import type { SourceTest } from '@jadegate/contract/identity/source-test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CLIENT, OidcHost } from '../../testing/oidc-host.ts';
import { PasskeyKit } from '../../testing/passkey-kit.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { WITHIN_5_SECONDS } from '../../testing/soak.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const PUBLIC_URL = 'https://gate.example';
const server = useTestServer({ publicUrls: [PUBLIC_URL] });
const hosts = new SessionKit(server);
let host: OidcHost;
let admin: string;

beforeAll(async () => {
  host = await OidcHost.start(PUBLIC_URL, ['acme', 'other']);
  admin = await server.current.login();
  await hosts.start();
});
afterAll(async () => {
  await hosts.stop();
  await host.stop();
});

interface Made {
  id: string;
}

async function makeSource(key: string, config: object = {}, rules: object[] = []): Promise<string> {
  const body = {
    key,
    kind: 'oidc',
    name: `來源 ${key}`,
    config: {
      issuer: host.issuer,
      allowsPlainHttp: true,
      clientId: `${CLIENT.id}-${key}`,
      scope: 'openid profile email groups',
      ...config,
    },
    rules,
    secret: CLIENT.secret,
  };
  const before = await server.current.db
    .selectFrom('identity_source')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst();
  const [method, path] = before
    ? (['PUT', `/identity-sources/${before.id}`] as const)
    : (['POST', '/identity-sources'] as const);
  const { data, message } = await server.current.call<Made | null>(method, path, { token: admin, body });
  expect(message).toBe('success');
  return before?.id ?? data?.id ?? '';
}

const makeGroup = async (name: string) =>
  (await server.current.call<Made>('POST', '/user-groups', { token: admin, body: { name, members: [] } }))
    .data.id;

const start = async (key: string) =>
  (await server.current.call<SourceStart>('POST', `/login/sources/${key}/start`)).data;

interface Login {
  token: string;
  info: { id: string; username: string; type: string };
}
const finish = (key: string, binding: string, search: string, more: object = {}) =>
  server.current.call<Login>('POST', `/login/sources/${key}/finish`, { body: { binding, search, ...more } });

async function signIn(key: string, login: string, more: object = {}) {
  const { url, binding } = await start(key);
  const { search } = await host.signIn(url, login);
  return finish(key, binding, search, more);
}

const groupsOf = async (userId: string) =>
  (
    await server.current.db
      .selectFrom('user_group_member')
      .select('user_group_id')
      .where('user_id', '=', userId)
      .execute()
  ).map((row) => row.user_group_id);

const mei = { preferred_username: 'mei', name: '美', email: 'mei@example.com', email_verified: true };

describe('the first login', () => {
  it('makes the person with the groups that rules give, and the next one takes away what they no longer give', async () => {
    const [ops, dev] = [await makeGroup('維運'), await makeGroup('開發')];
    await makeSource('acme', { creation: 'mapped' }, [
      { value: 'ops team', groups: [ops] },
      { value: 'dev', groups: [dev], roles: ['security-administrator'] },
    ]);
    await host.setPeople({ u1: { ...mei, groups: ['ops team', 'dev', 'unknown'] } });
    const { data, message } = await signIn('acme', 'u1');
    expect(message).toBe('success');
    expect(data.info).toMatchObject({ username: 'mei', type: 'admin' });
    const { id } = data.info;
    expect((await groupsOf(id)).toSorted()).toEqual([ops, dev].toSorted());

    const byHand = await makeGroup('手動');
    await server.current.db
      .insertInto('user_group_member')
      .values({ user_group_id: byHand, user_id: id })
      .execute();
    await host.setPeople({ u1: { ...mei, preferred_username: 'renamed', groups: 'ops team' } });
    const again = await signIn('acme', 'u1');
    expect(again.data.info).toMatchObject({ id, username: 'mei', type: 'user' });
    expect((await groupsOf(id)).toSorted()).toEqual([ops, byHand].toSorted());

    const log = await server.current.db
      .selectFrom('login_log')
      .select(['source', 'rule'])
      .where('username', '=', 'mei')
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      { source: '來源 acme', rule: 'ops team, dev' },
      { source: '來源 acme', rule: 'ops team' },
    ]);
  });

  it('is refused with a sentence for whom nothing lets in', async () => {
    await host.setPeople({ u2: { preferred_username: 'kai', groups: ['nobody'] } });
    expect((await signIn('acme', 'u2')).error).toBe('source.group_needed');
    // Entra leaves them out where they are too many: they may be in the right one.
    await host.setPeople({ u2: { preferred_username: 'kai', hasgroups: true } });
    expect((await signIn('acme', 'u2')).error).toBe('source.groups_left_out');
    await makeSource('acme', { creation: 'off' });
    const { error, message } = await signIn('acme', 'u2');
    expect(error).toBe('source.not_admitted');
    expect(message).toContain('來源 acme');
    expect(message).toContain('kai');
  });

  it('does not take an account for theirs by its name, nor by a mail address that is not verified or not one person’s', async () => {
    const { id, username } = await server.current.seedUser();
    await server.current.db
      .updateTable('user')
      .set({ mail: 'shared@example.com' })
      .where('id', '=', id)
      .execute();
    await makeSource('acme', { creation: 'on', linksByMail: true });
    const like = { preferred_username: username, email: 'Shared@example.com' };
    await host.setPeople({ thief: { ...like, email_verified: false } });
    expect((await signIn('acme', 'thief')).error).toBe('source.account_taken');
    await host.setPeople({ owner: { ...like, email_verified: true } });
    expect((await signIn('acme', 'owner')).data.info.id).toBe(id);
    // Another subject with the same address is somebody else, however verified.
    await host.setPeople({ thief: { ...like, email_verified: true } });
    expect((await signIn('acme', 'thief')).error).toBe('source.account_taken');
  });

  it('does not give what somebody is given to whoever wrote their address, or knows the password of an account that has it', async () => {
    const boss = { preferred_username: 'boss', email: 'boss@example.com', email_verified: true };
    await host.setPeople({ boss });
    await makeSource('acme', { creation: 'off', linksByMail: true });
    const thief = await server.current.loginAs({});
    const body = { mail: 'boss@example.com', password: USER_PASSWORD };
    await server.current.call('PUT', '/account/mail', { token: thief.token, body });
    expect((await signIn('acme', 'boss')).error).toBe('source.not_admitted');

    const helper = await server.current.loginAs({ type: 'admin', menus: ['user', 'user-add'] });
    const made = await server.current.call<Made>('POST', '/users', {
      token: helper.token,
      body: {
        username: 'theirs',
        nickname: 'x',
        type: 'user',
        mail: 'boss@example.com',
        password: USER_PASSWORD,
      },
    });
    expect(made.message).toBe('success');
    expect((await signIn('acme', 'boss')).error).toBe('source.not_admitted');
    // As soon as an administrator says whose the address is, it counts.
    await server.current.db.deleteFrom('account_custody').execute();
    expect((await signIn('acme', 'boss')).data.info.id).toBe(made.data.id);
  });
});

describe('the same doors as everywhere', () => {
  it('a second factor of ours is asked for, unless the source’s is trusted', async () => {
    await makeSource('acme', { creation: 'on' });
    await host.setPeople({ f1: { preferred_username: 'factor', amr: ['pwd', 'otp'] } });
    const { data } = await signIn('acme', 'f1');
    await server.current.db
      .updateTable('user')
      .set({ totp_enabled: 1 })
      .where('id', '=', data.info.id)
      .execute();
    const { url, binding } = await start('acme');
    const { search } = await host.signIn(url, 'f1');
    expect((await finish('acme', binding, search)).code).toBe(100);
    expect((await finish('acme', binding, search, { totp: '000000' })).error).toBe('login.totp_wrong');
    await makeSource('acme', { creation: 'on', trustedFactors: ['otp'] });
    expect((await signIn('acme', 'f1')).message).toBe('success');
  });

  it('a passkey of ours is asked for, where that is the second factor', async () => {
    const kit = new PasskeyKit(server, PUBLIC_URL);
    await makeSource('acme', { creation: 'on' });
    await host.setPeople({ k1: { preferred_username: 'keyed' } });
    const { authenticator, data } = await kit.add((await signIn('acme', 'k1')).data.token);
    expect((await signIn('acme', 'k1')).code).toBe(100);
    const { url, binding } = await start('acme');
    const { search } = await host.signIn(url, 'k1');
    expect((await finish('acme', binding, search)).code).toBe(100);
    const other = await kit.ask('login');
    const wrong = { answer: authenticator.answer(other.question), binding: other.binding };
    expect((await finish('acme', binding, search, { passkey: wrong })).error).toBe('passkey.refused');
    const asked = await kit.ask('factor');
    const passkey = { answer: authenticator.answer(asked.question), binding: asked.binding };
    expect((await finish('acme', binding, search, { passkey })).message).toBe('success');
    expect((await signIn('acme', 'k1', { totp: data.recoveryCodes[0] })).message).toBe('success');
  });

  it('somebody who is disabled stays out', async () => {
    await host.setPeople({ d1: { preferred_username: 'gone' } });
    const { data } = await signIn('acme', 'd1');
    await server.current.db
      .updateTable('user')
      .set({ status: 'disabled' })
      .where('id', '=', data.info.id)
      .execute();
    expect((await signIn('acme', 'd1')).error).toBe('login.disabled');
  });
});

describe('a return that is not this browser’s, or not the first', () => {
  it.each(['missing', 'wrong', 'other browser', 'replayed', 'expired', 'other source'])(
    'is nothing: %s',
    async (what) => {
      await makeSource('acme', { creation: 'on' });
      await makeSource('other', { creation: 'on' });
      await host.setPeople({ r1: { preferred_username: 'round' } });
      const { url, binding } = await start('acme');
      const { search } = await host.signIn(url, 'r1');
      const params = new URLSearchParams(search);
      let [key, proof] = ['acme', binding];
      if (what === 'missing') {
        params.delete('state');
      } else if (what === 'wrong') {
        params.set('state', 'x'.repeat(43));
      } else if (what === 'other browser') {
        // Somebody else's answer in a login of one's own: an attacker's code, or their state.
        proof = (await start('acme')).binding;
      } else if (what === 'replayed') {
        await finish(key, proof, search);
      } else if (what === 'expired') {
        server.current.passTime(11 * 60_000);
      } else {
        key = 'other';
      }
      expect((await finish(key, proof, `?${params.toString()}`)).error).toBe('source.state_invalid');
    },
  );

  it('ends at another server than it began at, and then at none', async () => {
    const second = await server.current.startBeside();
    const { url, binding } = await start('acme');
    const { search } = await host.signIn(url, 'r1');
    const { message } = await second.call('POST', '/login/sources/acme/finish', {
      body: { binding, search },
    });
    await second.stop();
    expect(message).toBe('success');
    expect((await finish('acme', binding, search)).error).toBe('source.state_invalid');
  });

  it('a code of another login is refused by its verifier', async () => {
    const theirs = await start('acme');
    const stolen = new URLSearchParams((await host.signIn(theirs.url, 'r1')).search);
    const own = await start('acme');
    const params = new URLSearchParams((await host.signIn(own.url, 'r1')).search);
    params.set('code', stolen.get('code') ?? '');
    expect((await finish('acme', own.binding, `?${params.toString()}`)).error).toBe('source.untrusted');
  });
});

describe('a logout at the provider', () => {
  it('ends the logins of that session, and nobody else’s, when it is signed', async () => {
    await makeSource('acme', { creation: 'on' });
    await host.setPeople({ l1: { preferred_username: 'leaver' } });
    const { data } = await signIn('acme', 'l1');
    const elsewhere = await signIn('acme', 'l1');
    const assetId = await hosts.machine({ name: 'web' });
    await server.current.call('POST', '/authorised/users', {
      token: admin,
      body: { userIds: [data.info.id], assetId },
    });
    const { data: session } = await hosts.create(assetId, data.token);
    const shell = hosts.connect(
      `/sessions/${session.id}/ssh`,
      data.token,
      { cols: '100', rows: '30' },
      PUBLIC_URL,
    );
    await expect.poll(() => shell.shown).toBe('$ ');
    const isIn = async () =>
      (await server.current.call('GET', '/account/info', { token: data.token })).message === 'success';
    const { source_sid } = await server.current.db
      .selectFrom('login')
      .select('source_sid')
      .where('user_id', '=', data.info.id)
      .executeTakeFirstOrThrow();
    const front = (iss: string, sid: string) =>
      server.current.call('GET', '/login/sources/acme/front-channel-logout', { query: { iss, sid } });
    expect((await front('https://evil.example', source_sid)).error).toBe('source.logout_refused');
    expect((await front(host.issuer, '')).error).toBe('source.logout_refused');
    const forged = await server.current.inject('POST', '/login/sources/acme/back-channel-logout', {
      body: 'logout_token=eyJhbGciOiJub25lIn0.e30.',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(forged.statusCode).toBe(400);
    expect(await isIn()).toBe(true);
    expect((await front(host.issuer, source_sid)).message).toBe('success');
    expect(await isIn()).toBe(false);
    await expect.poll(() => shell.reason, WITHIN_5_SECONDS).toBe('登入已結束，連線隨之中斷');
    const other = await server.current.call('GET', '/account/info', { token: elsewhere.data.token });
    expect(other.message).toBe('success');
  });
});

describe('proving again at the provider', () => {
  const own = (path: string, token: string, body?: object) =>
    server.current.call<SourceStart>('POST', `/account/identities/${path}`, { token, ...(body && { body }) });

  it('asks for a fresh login there, and is the same person’s at the same login', async () => {
    await makeSource('acme', { creation: 'on' });
    await host.setPeople({ p1: { preferred_username: 'prover' }, p2: { preferred_username: 'other' } });
    const { token } = (await signIn('acme', 'p1')).data;
    const stranger = (await signIn('acme', 'p2')).data.token;
    server.current.passTime(20 * 60_000);
    const left = async () =>
      (await server.current.call<{ seconds: number }>('GET', '/account/recent-proof', { token })).data
        .seconds;
    expect(await left()).toBe(0);
    const begun = await own('acme/prove', token);
    const asked = new URL(begun.data.url).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    const { binding } = begun.data;
    const { search } = await host.signIn(begun.data.url, 'p1');
    expect((await own('return', stranger, { binding, search })).error).toBe('source.state_invalid');
    const again = await own('acme/prove', token);
    const asOther = await host.signIn(again.data.url, 'p2');
    const body = { binding: again.data.binding, search: asOther.search };
    expect((await own('return', token, body)).error).toBe('source.other_person');
    expect(await left()).toBe(0);
    const last = await own('acme/prove', token);
    const back = await host.signIn(last.data.url, 'p1');
    const good = { binding: last.data.binding, search: back.search };
    expect((await own('return', token, good)).message).toBe('success');
    expect(await left()).toBeGreaterThan(800);
    // What asks for a proof each time has had it, once.
    const prove = async () =>
      (await server.current.call('POST', '/account/recent-proof', { token, body: {}, provesAgain: false }))
        .error;
    expect(await prove()).toBeUndefined();
    expect(await prove()).toBe('auth.reauthentication_required');
    const late = await own('acme/prove', token);
    const there = await host.signIn(late.data.url, 'p1');
    await own('return', token, { binding: late.data.binding, search: there.search });
    server.current.passTime(121_000);
    expect(await prove()).toBe('auth.reauthentication_required');
  });
});

describe('a test', () => {
  it('shows what was said and what it would give, and makes nothing', async () => {
    const ops = await makeGroup('測試群組');
    const id = await makeSource('acme', { creation: 'mapped' }, [{ value: 'OPS', groups: [ops] }]);
    await host.setPeople({ t1: { preferred_username: 'tester', groups: ['OPS', 'lost'] } });
    const begun = await server.current.call<SourceStart>('POST', `/identity-sources/${id}/test`, {
      token: admin,
    });
    const { search } = await host.signIn(begun.data.url, 't1');
    const body = { binding: begun.data.binding, search };
    // It is no login, whoever has it.
    expect((await finish('acme', body.binding, search)).error).toBe('source.state_invalid');
    const { data } = await server.current.call<SourceTest>('POST', '/identity-sources/test-result', {
      token: admin,
      body,
    });
    expect(data).toMatchObject({
      outcome: 'created',
      account: 'tester',
      groups: ['OPS', 'lost'],
      ignored: ['lost'],
      matched: [{ value: 'OPS', groups: [{ id: ops, name: '測試群組' }] }],
      assets: { total: 0 },
    });
    expect(JSON.stringify(data.raw)).toContain('tester');
    expect(await server.current.services.users.findByUsername('tester')).toBeUndefined();
  });
});

describe('a provider that is away', () => {
  it('is named, and local people sign in as before', async () => {
    await makeSource('acme', { issuer: 'http://127.0.0.1:1', creation: 'on' });
    const { error, message } = await server.current.call('POST', '/login/sources/acme/start');
    expect(error).toBe('source.unreachable');
    expect(message).toContain('來源 acme');
    expect(await server.current.login()).toBeTruthy();
  });

  it('is named also where it was there a minute ago: nobody is sent to it', async () => {
    const gone = await OidcHost.start(PUBLIC_URL, ['acme']);
    await makeSource('acme', { issuer: gone.issuer, creation: 'on' });
    expect((await start('acme')).url).toContain(gone.issuer);
    await gone.stop();
    server.current.passTime(60_000);
    const { error } = await server.current.call('POST', '/login/sources/acme/start');
    expect(error).toBe('source.unreachable');
  });
});

it('a provider at a part of the product is not dialled', async () => {
  const [own] = server.current.app.addresses().map((place) => (typeof place === 'string' ? 0 : place.port));
  await makeSource('acme', { issuer: `http://127.0.0.1:${own}`, creation: 'on' });
  expect((await server.current.call('POST', '/login/sources/acme/start')).error).toBe('source.unreachable');
});
