import type { RecentProof } from '@jadegate/contract/identity/account';
import { describe, expect, it } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { enrol } from '../../testing/enrol.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';
import { LOGIN_RULE } from './lockout.ts';

const server = useTestServer();
const NEW_PASSWORD = 'another harbour';
const RECENT_MS = 15 * MINUTE_MS;
const JUDGED = LOGIN_RULE.free + 1;
const AT_ONCE = 30;

let calls = 0;
const address = () => `127.65.${(++calls >> 8) & 255}.${calls & 255}`;

const post = (token: string, url: string, body?: unknown) =>
  server.current.call<{ token: string }>('POST', url, {
    token,
    address: address(),
    ...(body !== undefined && { body }),
  });
const replaceToken = (token: string, body?: unknown) => post(token, '/account/access-token', body);
const resetTotp = (token: string, body?: unknown) => post(token, '/account/reset-totp', body);
const change = (token: string, oldPassword: string) =>
  post(token, '/account/change-password', { oldPassword, newPassword: NEW_PASSWORD });
const recentProof = async (token: string) =>
  (await server.current.call<RecentProof>('GET', '/account/recent-proof', { token })).data;
const signIn = async (username: string, more: object = {}) => {
  const { data } = await server.current.call<{ token: string }>('POST', '/login', {
    body: { username, password: USER_PASSWORD, ...more },
    address: address(),
  });
  return data.token;
};
const isLive = async (token: string) =>
  (await server.current.call('GET', '/account/info', { token })).code === 1;

async function enrolled() {
  const person = await server.current.loginAs({});
  return { ...person, ...(await enrol(server.current, person.token)) };
}

describe('a recent proof', () => {
  it.each([
    ['no body', undefined],
    ['an empty body', ''],
    ['an empty object', {}],
  ])('is the login itself: %s makes an access token', async (_what, body) => {
    const { token } = await server.current.loginAs({});
    const { code, data } = await replaceToken(token, body);
    expect(code).toBe(1);
    expect(data.token).toMatch(/^forever-/);
    expect((await post(token, '/account/access-tokens', { name: 'a program' })).code).toBe(1);
  });

  it('is enough for a client that sends nothing and calls it a form', async () => {
    const { token } = await server.current.loginAs({});
    const answer = await server.current.inject('POST', '/account/access-token', {
      token,
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.json()).toMatchObject({ code: 1 });
  });

  it('lasts a quarter of an hour, is asked for after that, and begins anew with a proof', async () => {
    const { token } = await server.current.loginAs({});
    const { seconds, factorSeconds } = await recentProof(token);
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(factorSeconds).toBe(0);
    server.current.passTime(RECENT_MS - 10 * SECOND_MS);
    expect((await replaceToken(token)).code).toBe(1);
    // Its use is no proof: it does not slide.
    server.current.passTime(11 * SECOND_MS);
    expect(await replaceToken(token)).toMatchObject({
      code: -1,
      error: 'auth.reauthentication_required',
      fields: [{ path: 'password' }],
    });
    expect(await recentProof(token)).toEqual({ seconds: 0, factorSeconds: 0 });
    expect((await replaceToken(token, { password: USER_PASSWORD })).code).toBe(1);
    server.current.passTime(RECENT_MS - 10 * SECOND_MS);
    expect((await replaceToken(token)).code).toBe(1);
  });

  it('is of one login, not of the person', async () => {
    const { username, token } = await server.current.loginAs({});
    server.current.passTime(RECENT_MS + SECOND_MS);
    const other = await signIn(username);
    expect((await replaceToken(other)).code).toBe(1);
    expect(await replaceToken(token)).toMatchObject({ error: 'auth.reauthentication_required' });
  });

  it('does not excuse a wrong one that was given', async () => {
    const { token } = await server.current.loginAs({});
    expect(await replaceToken(token, { password: 'wrong' })).toMatchObject({
      error: 'auth.reauthentication_failed',
    });
  });

  it('turns two-step verification off only if it included the second factor', async () => {
    const { username, token, code } = await enrolled();
    // It was set up at this login, which was opened with the password alone.
    expect(await resetTotp(token)).toMatchObject({
      error: 'account.factor_required',
      fields: [{ path: 'totp' }],
    });
    // A password since then changes nothing.
    expect((await replaceToken(token, { password: USER_PASSWORD })).code).toBe(1);
    expect(await recentProof(token)).toMatchObject({ factorSeconds: 0 });
    expect(await resetTotp(token, {})).toMatchObject({ error: 'account.factor_required' });

    const withFactor = await signIn(username, { totp: code() });
    server.current.passTime(RECENT_MS - 10 * SECOND_MS);
    expect((await replaceToken(withFactor, { password: USER_PASSWORD })).code).toBe(1);
    server.current.passTime(11 * SECOND_MS);
    // The password is fresh, the factor is not.
    expect(await resetTotp(withFactor)).toMatchObject({ error: 'account.factor_required' });
    // A code given for something else counts.
    expect((await replaceToken(withFactor, { totp: code() })).code).toBe(1);
    expect((await resetTotp(withFactor)).code).toBe(1);
  });

  it('of a login with a second factor turns it off without a body', async () => {
    const { username, code } = await enrolled();
    expect((await resetTotp(await signIn(username, { totp: code() }))).code).toBe(1);
  });

  it('does not make recovery codes or bind another device', async () => {
    const { username, code } = await enrolled();
    const token = await signIn(username, { totp: code() });
    expect(await post(token, '/account/recovery-codes')).toMatchObject({ error: 'account.factor_required' });
    const { data } = await server.current.call<{ secret: string }>('GET', '/account/reload-totp', { token });
    expect(data.secret).not.toBe('');
    await expect(enrol(server.current, token)).rejects.toThrow('只有密碼並不足夠');
  });

  it('shows no secret and moves no backup', async () => {
    const token = await server.current.login();
    const credential = await post(token, '/credentials', {
      name: `revealed ${calls}`,
      type: 'custom',
      username: 'root',
      password: 'secret',
    });
    const { id } = credential.data as unknown as { id: string };
    expect(await post(token, `/credentials/${id}/reveal`)).toMatchObject({
      error: 'auth.reauthentication_required',
    });
    expect(await post(token, '/backup/export', { passphrase: 'a long passphrase' })).toMatchObject({
      error: 'auth.reauthentication_required',
    });
  });

  it('is never an access token', async () => {
    const { token } = await server.current.loginAs({});
    const { data } = await replaceToken(token);
    for (const url of ['/account/access-token', '/account/access-tokens', '/account/reset-totp']) {
      expect(await post(data.token, url)).toMatchObject({ code: 403, error: 'auth.interactive_only' });
    }
    expect(await server.current.call('GET', '/account/recent-proof', { token: data.token })).toMatchObject({
      code: 403,
    });
  });

  it('is nothing a login from before an upgrade has', async () => {
    const { id, token } = await server.current.loginAs({});
    await server.current.db
      .updateTable('login')
      .set({ proven_at: 0, factor_proven_at: 0 })
      .where('user_id', '=', id)
      .execute();
    expect(await replaceToken(token)).toMatchObject({ error: 'auth.reauthentication_required' });
  });
});

describe('proving it again', () => {
  it('is not kept from a person by what strangers try at the door', async () => {
    const { username, token } = await server.current.loginAs({});
    const door = () =>
      server.current.call('POST', '/login', { body: { username, password: 'guess' }, address: address() });
    for (let failures = 0; failures < JUDGED; failures++) {
      await door();
    }
    expect(await door()).toMatchObject({ error: 'login.locked' });
    expect((await change(token, USER_PASSWORD)).code).toBe(1);
  });

  it('is judged no more often at once than one by one, with passwords and with codes', async () => {
    const { token, code } = await enrolled();
    const right = code();
    const guesses = Array.from({ length: AT_ONCE }, (_, index) =>
      index % 2 ? { totp: '000000' } : { password: 'guess' },
    );
    const answers = await Promise.all(guesses.map((guess) => replaceToken(token, guess)));
    const count = (error: string) => answers.filter((answer) => answer.error === error).length;
    expect(count('auth.reauthentication_failed')).toBe(JUDGED);
    expect(count('login.locked')).toBe(AT_ONCE - JUDGED);
    expect(await replaceToken(token, { totp: right })).toMatchObject({ error: 'login.locked' });
  });

  it('locks this login only, and not the door', async () => {
    const { username, token } = await server.current.loginAs({});
    const other = await signIn(username);
    for (let failures = 0; failures < JUDGED; failures++) {
      expect(await change(token, 'guess')).toMatchObject({ error: 'account.password_wrong' });
    }
    expect(await change(token, USER_PASSWORD)).toMatchObject({ code: 429, error: 'login.locked' });
    expect(await isLive(token)).toBe(true);
    expect(await signIn(username)).toBeTruthy();
    expect((await change(other, USER_PASSWORD)).code).toBe(1);
  });

  it('ends this login after ten failures, and says so in the audit log', async () => {
    const { id, username, token } = await server.current.loginAs({});
    const other = await signIn(username);
    for (let failures = 1; failures <= 10; failures++) {
      expect(await isLive(token)).toBe(true);
      expect(await change(token, 'guess')).toMatchObject({ error: 'account.password_wrong' });
      server.current.passTime(9 * MINUTE_MS);
    }
    expect(await isLive(token)).toBe(false);
    expect(await isLive(other)).toBe(true);
    const entry = await server.current.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', id)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'login.ended', actor_id: id });
    expect(JSON.parse(entry.detail)).toEqual({ reason: 'auth.reauthentication_failed' });
  });

  it('counts nothing where nothing was given', async () => {
    const { token } = await server.current.loginAs({});
    server.current.passTime(RECENT_MS + SECOND_MS);
    for (let more = 0; more < JUDGED + 1; more++) {
      expect(await replaceToken(token)).toMatchObject({ error: 'auth.reauthentication_required' });
    }
    expect((await replaceToken(token, { password: USER_PASSWORD })).code).toBe(1);
  });
});
