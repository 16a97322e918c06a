// Signing in by a real provider: who is made, what is given and taken away, and which doors are the same as everywhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { OidcHost } from '../../testing/oidc-host.ts';
import { OidcKit, PUBLIC_URL } from '../../testing/oidc-kit.ts';
import { PasskeyKit } from '../../testing/passkey-kit.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer({ publicUrls: [PUBLIC_URL] });
const oidc = new OidcKit(server, ['acme']);
beforeAll(() => oidc.start());
afterAll(() => oidc.stop());

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
    const [ops, dev] = [await oidc.makeGroup('維運'), await oidc.makeGroup('開發')];
    await oidc.makeSource('acme', { creation: 'mapped' }, [
      { value: 'ops team', groups: [ops] },
      { value: 'dev', groups: [dev], roles: ['security-administrator'] },
    ]);
    await oidc.host.setPeople({ u1: { ...mei, groups: ['ops team', 'dev', 'unknown'] } });
    const { data, message } = await oidc.signIn('acme', 'u1');
    expect(message).toBe('success');
    expect(data.info).toMatchObject({ username: 'mei', type: 'admin' });
    const { id } = data.info;
    expect((await groupsOf(id)).toSorted()).toEqual([ops, dev].toSorted());

    const byHand = await oidc.makeGroup('手動');
    await server.current.db
      .insertInto('user_group_member')
      .values({ user_group_id: byHand, user_id: id })
      .execute();
    await oidc.host.setPeople({ u1: { ...mei, preferred_username: 'renamed', groups: 'ops team' } });
    const again = await oidc.signIn('acme', 'u1');
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
    await oidc.host.setPeople({ u2: { preferred_username: 'kai', groups: ['nobody'] } });
    expect((await oidc.signIn('acme', 'u2')).error).toBe('source.group_needed');
    // Entra leaves them out where they are too many: they may be in the right one.
    await oidc.host.setPeople({ u2: { preferred_username: 'kai', hasgroups: true } });
    expect((await oidc.signIn('acme', 'u2')).error).toBe('source.groups_left_out');
    await oidc.makeSource('acme', { creation: 'off' });
    const { error, message } = await oidc.signIn('acme', 'u2');
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
    await oidc.makeSource('acme', { creation: 'on', linksByMail: true });
    const like = { preferred_username: username, email: 'Shared@example.com' };
    await oidc.host.setPeople({ thief: { ...like, email_verified: false } });
    expect((await oidc.signIn('acme', 'thief')).error).toBe('source.account_taken');
    await oidc.host.setPeople({ owner: { ...like, email_verified: true } });
    expect((await oidc.signIn('acme', 'owner')).data.info.id).toBe(id);
    // Another subject with the same address is somebody else, however verified.
    await oidc.host.setPeople({ thief: { ...like, email_verified: true } });
    expect((await oidc.signIn('acme', 'thief')).error).toBe('source.account_taken');
  });

  it('does not give what somebody is given to whoever wrote their address, or knows the password of an account that has it', async () => {
    const boss = { preferred_username: 'boss', email: 'boss@example.com', email_verified: true };
    await oidc.host.setPeople({ boss });
    await oidc.makeSource('acme', { creation: 'off', linksByMail: true });
    const thief = await server.current.loginAs({});
    const body = { mail: 'boss@example.com', password: USER_PASSWORD };
    await server.current.call('PUT', '/account/mail', { token: thief.token, body });
    expect((await oidc.signIn('acme', 'boss')).error).toBe('source.not_admitted');

    const helper = await server.current.loginAs({ type: 'admin', menus: ['user', 'user-add'] });
    const made = await server.current.call<{ id: string }>('POST', '/users', {
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
    expect((await oidc.signIn('acme', 'boss')).error).toBe('source.not_admitted');
    // As soon as an administrator says whose the address is, it counts.
    await server.current.db.deleteFrom('account_custody').execute();
    expect((await oidc.signIn('acme', 'boss')).data.info.id).toBe(made.data.id);
  });
});

describe('the same doors as everywhere', () => {
  it('a second factor of ours is asked for, unless the source’s is trusted', async () => {
    await oidc.makeSource('acme', { creation: 'on' });
    await oidc.host.setPeople({ f1: { preferred_username: 'factor', amr: ['pwd', 'otp'] } });
    const { data } = await oidc.signIn('acme', 'f1');
    await server.current.db
      .updateTable('user')
      .set({ totp_enabled: 1 })
      .where('id', '=', data.info.id)
      .execute();
    const { url, binding } = await oidc.begin('acme');
    const { search } = await oidc.host.signIn(url, 'f1');
    expect((await oidc.finish('acme', binding, search)).code).toBe(100);
    expect((await oidc.finish('acme', binding, search, { totp: '000000' })).error).toBe('login.totp_wrong');
    await oidc.makeSource('acme', { creation: 'on', trustedFactors: ['otp'] });
    expect((await oidc.signIn('acme', 'f1')).message).toBe('success');
  });

  it('a passkey of ours is asked for, where that is the second factor', async () => {
    const kit = new PasskeyKit(server, PUBLIC_URL);
    await oidc.makeSource('acme', { creation: 'on' });
    await oidc.host.setPeople({ k1: { preferred_username: 'keyed' } });
    const { authenticator, data } = await kit.add((await oidc.signIn('acme', 'k1')).data.token);
    expect((await oidc.signIn('acme', 'k1')).code).toBe(100);
    const { url, binding } = await oidc.begin('acme');
    const { search } = await oidc.host.signIn(url, 'k1');
    expect((await oidc.finish('acme', binding, search)).code).toBe(100);
    const other = await kit.ask('login');
    const wrong = { answer: authenticator.answer(other.question), binding: other.binding };
    expect((await oidc.finish('acme', binding, search, { passkey: wrong })).error).toBe('passkey.refused');
    const asked = await kit.ask('factor');
    const passkey = { answer: authenticator.answer(asked.question), binding: asked.binding };
    expect((await oidc.finish('acme', binding, search, { passkey })).message).toBe('success');
    expect((await oidc.signIn('acme', 'k1', { totp: data.recoveryCodes[0] })).message).toBe('success');
  });

  it('somebody who is disabled stays out', async () => {
    await oidc.host.setPeople({ d1: { preferred_username: 'gone' } });
    const { data } = await oidc.signIn('acme', 'd1');
    await server.current.db
      .updateTable('user')
      .set({ status: 'disabled' })
      .where('id', '=', data.info.id)
      .execute();
    expect((await oidc.signIn('acme', 'd1')).error).toBe('login.disabled');
  });
});

describe('a provider that is away', () => {
  it('is named, and local people sign in as before', async () => {
    await oidc.makeSource('acme', { issuer: 'http://127.0.0.1:1', creation: 'on' });
    const { error, message } = await server.current.call('POST', '/login/sources/acme/start');
    expect(error).toBe('source.unreachable');
    expect(message).toContain('來源 acme');
    expect(await server.current.login()).toBeTruthy();
  });

  it('is named also where it was there a minute ago: nobody is sent to it', async () => {
    const gone = await OidcHost.start(PUBLIC_URL, ['acme']);
    await oidc.makeSource('acme', { issuer: gone.issuer, creation: 'on' });
    expect((await oidc.begin('acme')).url).toContain(gone.issuer);
    await gone.stop();
    server.current.passTime(60_000);
    const { error } = await server.current.call('POST', '/login/sources/acme/start');
    expect(error).toBe('source.unreachable');
  });
});

it('a provider at a part of the product is not dialled', async () => {
  await server.current.app.listen({ host: '127.0.0.1', port: 0 });
  const [own] = server.current.app.addresses().map((place) => (typeof place === 'string' ? 0 : place.port));
  await oidc.makeSource('acme', { issuer: `http://127.0.0.1:${own}`, creation: 'on' });
  expect((await server.current.call('POST', '/login/sources/acme/start')).error).toBe('source.unreachable');
});
