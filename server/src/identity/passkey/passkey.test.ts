// Passkeys as people use them: alone, after the password, to prove again; what they replace and what they do not.
import { describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../kernel/clock.ts';
import { enrol } from '../../testing/enrol.ts';
import { PasskeyKit } from '../../testing/passkey-kit.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer({ publicUrls: ['https://gate.example'] });
const kit = new PasskeyKit(server, 'https://gate.example');

async function withPasskey(person: { type?: 'admin' | 'user'; menus?: [] } = {}) {
  const who = await server.current.loginAs(person);
  const added = await kit.add(who.token);
  expect(added.message).toBe('success');
  return { ...who, ...added.data, authenticator: added.authenticator };
}

const login = (username: string, more: object = {}) =>
  kit.call<{ token: string }>('POST', '/login', '', { username, password: USER_PASSWORD, ...more });
const save = async (body: object) =>
  (await server.current.call('PUT', '/properties', { token: await server.current.login(), body })).error;
const auditOf = async (objectId: string) =>
  (
    await server.current.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', objectId)
      .orderBy('seq')
      .execute()
  ).map(({ action }) => action);

describe('signing in with a passkey', () => {
  it('needs nothing that is typed, and the log and the audit say with which', async () => {
    const { id, username, passkey, authenticator } = await withPasskey();
    const { data } = await kit.signIn(authenticator);
    expect(data.info).toMatchObject({ id, username, owedStep: null });
    expect((await kit.call('GET', '/account/info', data.token)).code).toBe(1);
    const log = await server.current.db
      .selectFrom('login_log')
      .select(['passkey', 'state'])
      .where('username', '=', username)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(log).toEqual({ passkey: passkey.name, state: '1' });
    const entry = await server.current.db
      .selectFrom('audit_log')
      .select('detail')
      .where('object_id', '=', id)
      .where('action', '=', 'login.succeeded')
      .orderBy('seq', 'desc')
      .executeTakeFirst();
    expect(entry?.detail).toContain(passkey.name);
    const [row] = (await kit.list(data.token)).passkeys;
    expect(row).toMatchObject({ name: passkey.name, domain: 'gate.example', isCopied: false });
    expect(row?.lastAddress).toMatch(/^127\.91\./);
  });

  it('is offered where somebody has one', async () => {
    const { data } = await kit.call<{ passkeys: boolean }>('GET', '/login/sources');
    expect(data.passkeys).toBe(true);
  });

  it('counts as both factors, unless the setting says otherwise; then a code is asked for', async () => {
    const { token } = await server.current.loginAs({});
    const { code } = await enrol(server.current, token);
    const { authenticator, data } = await kit.add(token, undefined, { totp: code() });
    // The codes of the first factor go on.
    expect(data.recoveryCodes).toEqual([]);
    expect((await kit.signIn(authenticator)).code).toBe(1);
    expect(await save({ 'passkey-suffices': 'nobody' })).toBeUndefined();
    const { question, binding } = await kit.ask('login');
    const answer = authenticator.answer(question);
    expect(await kit.finish(answer, binding)).toMatchObject({ code: 100 });
    expect(await kit.finish(answer, binding, { totp: '000000' })).toMatchObject({
      error: 'login.totp_wrong',
    });
    server.current.passTime(MINUTE_MS);
    expect(await kit.finish(answer, binding, { totp: code() })).toMatchObject({ code: 1 });
    expect(await kit.finish(answer, binding, { totp: code() })).toMatchObject({ error: 'passkey.refused' });
    const again = await kit.ask('login');
    const kept = authenticator.answer(again.question);
    expect(await kit.finish(kept, again.binding)).toMatchObject({ code: 100 });
    expect(await kit.finish(kept, 'another browser', { totp: code() })).toMatchObject({
      error: 'passkey.refused',
    });
    expect(await save({ 'passkey-suffices': 'everyone' })).toBeUndefined();
  });

  it('that is not enough alone makes who has no code set one up, which the passkey opens', async () => {
    expect(await save({ 'passkey-suffices': 'not-admins' })).toBeUndefined();
    const person = await withPasskey();
    expect((await kit.signIn(person.authenticator)).data.info.owedStep).toBeNull();
    const admin = await withPasskey({ type: 'admin', menus: [] });
    const { data } = await kit.signIn(admin.authenticator);
    expect(data.info.owedStep).toBe('enrol-totp');
    expect((await kit.call('GET', '/account/passkeys', data.token)).error).toBe('auth.enrolment_pending');
    const { code } = await enrol(server.current, data.token);
    expect((await kit.call('GET', '/account/passkeys', data.token)).code).toBe(1);
    expect((await kit.signIn(admin.authenticator)).code).toBe(100);
    expect((await kit.signIn(admin.authenticator, { totp: code() })).code).toBe(1);
    expect(await save({ 'passkey-suffices': 'everyone' })).toBeUndefined();
  });

  it('goes through the one decision: disabled people and refused addresses stay out', async () => {
    const { id, authenticator } = await withPasskey();
    const admin = await server.current.login();
    await server.current.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', id).execute();
    expect(await kit.signIn(authenticator)).toMatchObject({ error: 'login.disabled' });
    await server.current.db.updateTable('user').set({ status: 'enabled' }).where('id', '=', id).execute();
    const policy = { name: 'nobody', ipGroup: '127.91.0.0/16', rule: 'reject', priority: 5, enabled: true };
    const { data } = await server.current.call<{ id: string }>('POST', '/login-policies', {
      token: admin,
      body: policy,
    });
    const bind = { token: admin, body: [{ userId: id }] };
    await server.current.call('POST', `/login-policies/${data.id}/bind`, bind);
    expect(await kit.signIn(authenticator)).toMatchObject({ error: 'login.policy_refused' });
  });
});

describe('after the password', () => {
  it('a passkey, or a recovery code, is asked for; somebody else’s is refused', async () => {
    const { username, authenticator, recoveryCodes } = await withPasskey();
    const other = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect(await login(username)).toMatchObject({ code: 100 });
    const begun = await kit.ask('factor');
    const wrong = { answer: other.authenticator.answer(begun.question), binding: begun.binding };
    expect(await login(username, { passkey: wrong })).toMatchObject({ error: 'passkey.refused' });
    const { question, binding } = await kit.ask('factor');
    const passkey = { answer: authenticator.answer(question), binding };
    expect(await login(username, { passkey })).toMatchObject({ code: 1 });
    expect(await login(username, { passkey })).toMatchObject({ error: 'passkey.refused' });
    expect(await login(username, { totp: recoveryCodes[0] })).toMatchObject({ code: 1 });
    expect(await login(username, { totp: recoveryCodes[0] })).toMatchObject({ error: 'login.totp_wrong' });
  });
});

describe('proving again', () => {
  it('shows a secret, and opens what a second factor is asked for', async () => {
    const { token, authenticator } = await withPasskey();
    server.current.passTime(20 * MINUTE_MS);
    const before = await kit.call<{ seconds: number }>('GET', '/account/recent-proof', token);
    expect(before.data.seconds).toBe(0);
    const proven = await kit.call(
      'POST',
      '/account/recent-proof',
      token,
      await kit.proof(token, authenticator),
    );
    expect(proven).toMatchObject({ code: 1, data: { seconds: 900, factorSeconds: 900 } });
    const codes = await kit.call(
      'POST',
      '/account/recovery-codes',
      token,
      await kit.proof(token, authenticator),
    );
    expect(codes).toMatchObject({ code: 1 });
  });

  it('is counted like a code, and somebody else’s passkey proves nothing', async () => {
    const { token } = await withPasskey();
    const other = await withPasskey();
    const { data } = await kit.call<Parameters<typeof other.authenticator.answer>[0]>(
      'POST',
      '/account/passkeys/prove',
      token,
    );
    const passkey = other.authenticator.answer(data);
    expect(await kit.call('POST', '/account/recent-proof', token, { passkey })).toMatchObject({
      error: 'passkey.refused',
    });
  });
});

describe('adding and removing', () => {
  it('several, named, told by letter and on record; a name twice is refused and nothing is lost', async () => {
    const { token, passkey } = await withPasskey();
    expect(await auditOf(passkey.id)).toEqual(['account.passkey-added']);
    // A second factor is on now: the password of the login does not open adding another.
    expect((await kit.add(token)).error).toBe('account.factor_required');
    expect((await kit.add(token, undefined, { password: USER_PASSWORD })).error).toBe(
      'account.factor_required',
    );
    expect((await kit.list(token)).passkeys).toHaveLength(1);
  });

  it('a password is asked for some time after the login, before the first is added', async () => {
    const { token } = await server.current.loginAs({});
    server.current.passTime(20 * MINUTE_MS);
    expect((await kit.add(token)).error).toBe('auth.reauthentication_required');
    expect((await kit.add(token, undefined, { password: USER_PASSWORD })).code).toBe(1);
  });

  it('none proves its own removal; the password is enough only where there is nothing else', async () => {
    const { token, passkey, authenticator, username } = await withPasskey();
    const remove = (id: string, body: object) =>
      kit.call('POST', `/account/passkeys/${id}/remove`, token, body);
    expect(await remove(passkey.id, await kit.proof(token, authenticator))).toMatchObject({
      error: 'passkey.needs_another',
    });
    const second = await kit.add(token, undefined, await kit.proof(token, authenticator));
    expect(second.code).toBe(1);
    expect(second.data.recoveryCodes).toEqual([]);
    expect(await remove(passkey.id, { password: USER_PASSWORD })).toMatchObject({
      error: 'account.factor_required',
    });
    expect(await remove(passkey.id, await kit.proof(token, second.authenticator))).toMatchObject({ code: 1 });
    expect(await auditOf(passkey.id)).toEqual(['account.passkey-added', 'account.passkey-removed']);
    expect(await kit.signIn(authenticator)).toMatchObject({ error: 'passkey.refused' });
    expect(await remove(second.data.passkey.id, { password: 'wrong' })).toMatchObject({
      error: 'auth.reauthentication_failed',
    });
    expect(await remove(second.data.passkey.id, { password: USER_PASSWORD })).toMatchObject({ code: 1 });
    // Nothing is left of it: the password alone lets in again, and no recovery code opens anything.
    expect(await login(username)).toMatchObject({ code: 1 });
    const left = await kit.call<{ recoveryCodesLeft: number }>('GET', '/account/second-factor', token);
    expect(left.data.recoveryCodesLeft).toBe(0);
  });

  it('is of one person: nobody names or removes another’s', async () => {
    const { passkey } = await withPasskey();
    const other = await server.current.loginAs({});
    const path = `/account/passkeys/${passkey.id}`;
    expect(await kit.call('PUT', path, other.token, { name: 'mine' })).toMatchObject({
      error: 'passkey.not_found',
    });
    expect(await kit.call('POST', `${path}/remove`, other.token, { password: USER_PASSWORD })).toMatchObject({
      error: 'passkey.not_found',
    });
  });
});

describe('administrators', () => {
  it('see and remove passkeys of people whom they do not outrank, with a fresh proof; the person’s logins end', async () => {
    const person = await withPasskey();
    const helper = await server.current.loginAs({
      type: 'admin',
      menus: ['user', 'user-detail', 'user-edit'],
    });
    const path = `/users/${person.id}/passkeys`;
    expect((await kit.call<unknown[]>('GET', path, helper.token)).data).toHaveLength(1);
    const admin = await withPasskey({ type: 'admin' });
    await server.current.db.updateTable('user').set({ type: 'admin' }).where('id', '=', admin.id).execute();
    server.current.passTime(20 * MINUTE_MS);
    const one = `${path}/${person.passkey.id}`;
    expect(await kit.call('DELETE', one, helper.token)).toMatchObject({ error: 'auth.recent_proof_needed' });
    await kit.call('POST', '/account/recent-proof', helper.token, { password: USER_PASSWORD });
    expect(await kit.call('DELETE', one, helper.token)).toMatchObject({ code: 1 });
    expect((await kit.call('GET', '/account/info', person.token)).code).toBe(401);
    expect(await kit.signIn(person.authenticator)).toMatchObject({ error: 'passkey.refused' });
    expect(await auditOf(person.passkey.id)).toEqual(['account.passkey-added', 'user.passkey-removed']);
  });

  it('are refused whom they do not outrank', async () => {
    const root = await server.current.login();
    const { data } = await kit.add(root);
    const helper = await server.current.loginAs({
      type: 'admin',
      menus: ['user', 'user-detail', 'user-edit'],
    });
    const mine = await kit.call<{ id: string }>('GET', '/account/info', root);
    const path = `/users/${mine.data.id}/passkeys/${data.passkey.id}`;
    expect(await kit.call('DELETE', path, helper.token)).toMatchObject({ error: 'user.outranked' });
    // One's own are removed where another proof is asked for.
    expect(await kit.call('DELETE', path, root)).toMatchObject({ error: 'user.own_login' });
    const gone = await kit.call('POST', `/account/passkeys/${data.passkey.id}/remove`, root, {
      password: 'wrong horse',
    });
    expect(gone.error).toBe('auth.reauthentication_failed');
    await server.current.db.deleteFrom('passkey').where('id', '=', data.passkey.id).execute();
    await server.current.db.updateTable('user').set({ passkeys: 0 }).where('id', '=', mine.data.id).execute();
  });

  it('who reset somebody end their passkeys with everything else', async () => {
    const { id, authenticator } = await withPasskey();
    const token = await server.current.login();
    await server.current.call('POST', `/users/${id}/reset-totp`, { token });
    expect(await kit.signIn(authenticator)).toMatchObject({ error: 'passkey.refused' });
  });
});

describe('the rule that administrators must have one', () => {
  it('is saved only by who came in by one; then administrators make one before anything else', async () => {
    const rule = { 'passkey-policy': 'admins' };
    const root = await server.current.login();
    const saving = async (token: string) => (await kit.call('PUT', '/properties', token, rule)).error;
    expect(await saving(root)).toBe('setting.passkey_untried');
    const own = await kit.add(root);
    expect(await saving(root)).toBe('setting.passkey_untried');
    const { data } = await kit.signIn(own.authenticator);
    // By a name that the product had before nobody comes in any more.
    const { db } = server.current;
    const rename = (rp_id: string) => db.updateTable('passkey').set({ rp_id }).execute();
    await rename('old.example');
    expect(await saving(data.token)).toBe('setting.passkey_untried');
    await rename('gate.example');
    expect(await saving(data.token)).toBeUndefined();

    const admin = await server.current.seedUser({ type: 'admin', menus: ['user'] });
    const person = await server.current.seedUser({});
    expect((await login(person.username)).code).toBe(1);
    const owing = await kit.call<{ token: string; info: { owedStep: string } }>('POST', '/login', '', {
      username: admin.username,
      password: USER_PASSWORD,
    });
    expect(owing.data.info.owedStep).toBe('enrol-passkey');
    expect((await kit.call('GET', '/users/paging', owing.data.token)).error).toBe('auth.passkey_pending');
    const made = await kit.add(owing.data.token);
    expect(made.code).toBe(1);
    expect((await kit.call('GET', '/users/paging', owing.data.token)).code).toBe(1);
    const last = await kit.call(
      'POST',
      `/account/passkeys/${made.data.passkey.id}/remove`,
      owing.data.token,
      {
        password: USER_PASSWORD,
      },
    );
    expect(last.error).toBe('passkey.compulsory');
    expect((await kit.call('PUT', '/properties', data.token, { 'passkey-policy': 'off' })).code).toBe(1);
  });
});
