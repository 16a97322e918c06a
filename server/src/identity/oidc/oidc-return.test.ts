// What comes back from a real provider, and from whom: it counts once, in the browser and for the act that began there, and
// a logout there ends here.
import type { SourceStart } from '@jadegate/contract/identity/source-sign-in';
import type { SourceTest } from '@jadegate/contract/identity/source-test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { OidcKit, PUBLIC_URL } from '../../testing/oidc-kit.ts';
import { SessionKit } from '../../testing/session-kit.ts';
import { WITHIN_5_SECONDS } from '../../testing/soak.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer({ publicUrls: [PUBLIC_URL] });
const hosts = new SessionKit(server);
const oidc = new OidcKit(server, ['acme', 'other']);
beforeAll(async () => {
  await oidc.start();
  await hosts.start();
});
afterAll(async () => {
  await hosts.stop();
  await oidc.stop();
});

describe('a return that is not this browser’s, or not the first', () => {
  it.each(['missing', 'wrong', 'other browser', 'replayed', 'expired', 'other source'])(
    'is nothing: %s',
    async (what) => {
      await oidc.makeSource('acme', { creation: 'on' });
      await oidc.makeSource('other', { creation: 'on' });
      await oidc.host.setPeople({ r1: { preferred_username: 'round' } });
      const { url, binding } = await oidc.begin('acme');
      const { search } = await oidc.host.signIn(url, 'r1');
      const params = new URLSearchParams(search);
      let [key, proof] = ['acme', binding];
      if (what === 'missing') {
        params.delete('state');
      } else if (what === 'wrong') {
        params.set('state', 'x'.repeat(43));
      } else if (what === 'other browser') {
        // Somebody else's answer in a login of one's own: an attacker's code, or their state.
        proof = (await oidc.begin('acme')).binding;
      } else if (what === 'replayed') {
        await oidc.finish(key, proof, search);
      } else if (what === 'expired') {
        server.current.passTime(11 * 60_000);
      } else {
        key = 'other';
      }
      expect((await oidc.finish(key, proof, `?${params.toString()}`)).error).toBe('source.state_invalid');
    },
  );

  it('ends at another server than it began at, and then at none', async () => {
    const second = await server.current.startBeside();
    const { url, binding } = await oidc.begin('acme');
    const { search } = await oidc.host.signIn(url, 'r1');
    const { message } = await second.call('POST', '/login/sources/acme/finish', {
      body: { binding, search },
    });
    await second.stop();
    expect(message).toBe('success');
    expect((await oidc.finish('acme', binding, search)).error).toBe('source.state_invalid');
  });

  it('a code of another login is refused by its verifier', async () => {
    const theirs = await oidc.begin('acme');
    const stolen = new URLSearchParams((await oidc.host.signIn(theirs.url, 'r1')).search);
    const own = await oidc.begin('acme');
    const params = new URLSearchParams((await oidc.host.signIn(own.url, 'r1')).search);
    params.set('code', stolen.get('code') ?? '');
    expect((await oidc.finish('acme', own.binding, `?${params.toString()}`)).error).toBe('source.untrusted');
  });
});

describe('a logout at the provider', () => {
  it('ends the logins of that session, and nobody else’s, when it is signed', async () => {
    await oidc.makeSource('acme', { creation: 'on' });
    await oidc.host.setPeople({ l1: { preferred_username: 'leaver' } });
    const { data } = await oidc.signIn('acme', 'l1');
    const elsewhere = await oidc.signIn('acme', 'l1');
    const assetId = await hosts.machine({ name: 'web' });
    await server.current.call('POST', '/authorised/users', {
      token: oidc.admin,
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
    expect((await front(oidc.host.issuer, '')).error).toBe('source.logout_refused');
    const forged = await server.current.inject('POST', '/login/sources/acme/back-channel-logout', {
      body: 'logout_token=eyJhbGciOiJub25lIn0.e30.',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(forged.statusCode).toBe(400);
    expect(await isIn()).toBe(true);
    expect((await front(oidc.host.issuer, source_sid)).message).toBe('success');
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
    await oidc.makeSource('acme', { creation: 'on' });
    await oidc.host.setPeople({ p1: { preferred_username: 'prover' }, p2: { preferred_username: 'other' } });
    const { token } = (await oidc.signIn('acme', 'p1')).data;
    const stranger = (await oidc.signIn('acme', 'p2')).data.token;
    server.current.passTime(20 * 60_000);
    const left = async () =>
      (await server.current.call<{ seconds: number }>('GET', '/account/recent-proof', { token })).data
        .seconds;
    expect(await left()).toBe(0);
    const begun = await own('acme/prove', token);
    const asked = new URL(begun.data.url).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    const { binding } = begun.data;
    const { search } = await oidc.host.signIn(begun.data.url, 'p1');
    expect((await own('return', stranger, { binding, search })).error).toBe('source.state_invalid');
    const again = await own('acme/prove', token);
    const asOther = await oidc.host.signIn(again.data.url, 'p2');
    const body = { binding: again.data.binding, search: asOther.search };
    expect((await own('return', token, body)).error).toBe('source.other_person');
    expect(await left()).toBe(0);
    const last = await own('acme/prove', token);
    const back = await oidc.host.signIn(last.data.url, 'p1');
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
    const there = await oidc.host.signIn(late.data.url, 'p1');
    await own('return', token, { binding: late.data.binding, search: there.search });
    server.current.passTime(121_000);
    expect(await prove()).toBe('auth.reauthentication_required');
  });
});

describe('a test', () => {
  it('shows what was said and what it would give, and makes nothing', async () => {
    const ops = await oidc.makeGroup('測試群組');
    const id = await oidc.makeSource('acme', { creation: 'mapped' }, [{ value: 'OPS', groups: [ops] }]);
    await oidc.host.setPeople({ t1: { preferred_username: 'tester', groups: ['OPS', 'lost'] } });
    const begun = await server.current.call<SourceStart>('POST', `/identity-sources/${id}/test`, {
      token: oidc.admin,
    });
    const { search } = await oidc.host.signIn(begun.data.url, 't1');
    const body = { binding: begun.data.binding, search };
    // It is no login, whoever has it.
    expect((await oidc.finish('acme', body.binding, search)).error).toBe('source.state_invalid');
    const { data } = await server.current.call<SourceTest>('POST', '/identity-sources/test-result', {
      token: oidc.admin,
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
