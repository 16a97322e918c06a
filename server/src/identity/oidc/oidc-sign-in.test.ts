// Signing in by a real provider: who is made, what is given and taken away, what ends, and what is refused.
import type { SourceStart } from '@jadegate/contract/identity/source-sign-in';
import type { SourceTest } from '@jadegate/contract/identity/source-test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CLIENT, OidcHost } from '../../testing/oidc-host.ts';
import { useTestServer } from '../../testing/test-server.ts';

const PUBLIC_URL = 'https://gate.example';
const server = useTestServer({ publicUrls: [PUBLIC_URL] });
let host: OidcHost;
let admin: string;

beforeAll(async () => {
  host = await OidcHost.start(PUBLIC_URL, ['acme', 'other']);
  admin = await server.current.login();
});
afterAll(() => host.stop());

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
    '%s',
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

it('a provider that is away is named, and local people sign in as before', async () => {
  await makeSource('acme', { issuer: 'http://127.0.0.1:1', creation: 'on' });
  const { error, message } = await server.current.call('POST', '/login/sources/acme/start');
  expect(error).toBe('source.unreachable');
  expect(message).toContain('來源 acme');
  expect(await server.current.login()).toBeTruthy();
});

it('a provider at a part of the product is not dialled', async () => {
  await server.current.app.listen({ port: 0, host: '127.0.0.1' });
  const [own] = server.current.app.addresses().map((place) => (typeof place === 'string' ? 0 : place.port));
  await makeSource('acme', { issuer: `http://127.0.0.1:${own}`, creation: 'on' });
  expect((await server.current.call('POST', '/login/sources/acme/start')).error).toBe('source.unreachable');
});
