import { Secret, TOTP } from 'otpauth';
import { toBuffer } from 'qrcode';
import { describe, expect, it } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { enrol } from '../../testing/enrol.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

interface Begun {
  qr: string;
  secret: string;
}

let addresses = 0;
const address = () => `127.88.0.${++addresses}`;

const begin = async (token: string) =>
  (await server.current.call<Begun>('GET', '/account/reload-totp', { token, address: address() })).data;
const confirm = (token: string, body: object) =>
  server.current.call<{ recoveryCodes: string[] }>('POST', '/account/confirm-totp', {
    token,
    body,
    address: address(),
  });
const remove = (token: string, body: object) =>
  server.current.call('POST', '/account/reset-totp', { token, body, address: address() });
const state = async (token: string) =>
  (await server.current.call('GET', '/account/second-factor', { token })).data;
const isLive = async (token: string) =>
  (await server.current.call('GET', '/account/info', { token })).code === 1;

const signIn = (username: string, totp?: string, password = USER_PASSWORD) =>
  server.current.call<{ token: string; info: { owedStep: string | null } }>('POST', '/login', {
    body: { username, password, ...(totp !== undefined && { totp }) },
    address: address(),
  });
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.current.now() });

async function enrolled() {
  const person = await server.current.loginAs({});
  return { ...person, ...(await enrol(server.current, person.token)) };
}

async function auditedOf(userId: string): Promise<string[]> {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', userId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => row.action).filter((action) => action !== 'login.succeeded');
}

describe('turning two-step verification on', () => {
  it('gives a QR code and a secret that mean the same, and keeps the secret sealed', async () => {
    const { token } = await server.current.loginAs({});
    const { qr, secret } = await begin(token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const png = Buffer.from(qr, 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 200]);
    const stored = await server.current.db.selectFrom('vault_secret').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('names the product and the account to the authenticator app', async () => {
    const { token, username } = await server.current.loginAs({});
    const { qr, secret } = await begin(token);
    const issuer = encodeURIComponent('玉門 Jadegate');
    const uri = `otpauth://totp/${issuer}:${username}?issuer=${issuer}&secret=${secret}&algorithm=SHA1&digits=6&period=30`;
    const same = await toBuffer(uri, { type: 'png', width: 200, margin: 2, errorCorrectionLevel: 'M' });
    expect(qr).toBe(same.toString('base64'));
  });

  it('takes the first code of the pending secret, and is asked for from then on', async () => {
    const { id, token, username } = await server.current.loginAs({});
    const other = await server.current.login(username, USER_PASSWORD);
    const { secret } = await begin(token);
    const totp = codeOf(secret);
    const answer = await confirm(token, { totp, secret });
    expect(answer.code).toBe(1);
    expect(answer.data.recoveryCodes).toHaveLength(10);
    expect(await state(token)).toEqual({ enabled: true, compulsory: false, recoveryCodesLeft: 10 });
    expect(await isLive(token)).toBe(true);
    expect(await isLive(other)).toBe(false);
    expect(await signIn(username)).toMatchObject({ code: 100 });
    // The code that confirmed it is used up.
    expect(await signIn(username, totp)).toMatchObject({ error: 'login.totp_wrong' });
    expect(await auditedOf(id)).toEqual(['account.totp-enabled']);
  });

  it.each([
    ['another secret than the pending one', { secret: 'A'.repeat(32) }, { error: 'account.totp_lapsed' }],
    ['an empty secret', { secret: '' }, { error: 'account.totp_lapsed' }],
    ['a wrong code', { totp: '000000' }, { error: 'login.totp_wrong', fields: [{ path: 'totp' }] }],
    ['no code', { totp: '' }, { code: 400 }],
  ])('refuses %s', async (_what, given, refusal) => {
    const { token } = await server.current.loginAs({});
    const { secret } = await begin(token);
    expect(await confirm(token, { totp: codeOf(secret), ...given })).toMatchObject(refusal);
    expect(await state(token)).toMatchObject({ enabled: false });
  });

  it('refuses a secret of the caller’s own making', async () => {
    const { token } = await server.current.loginAs({});
    const own = new Secret({ size: 20 }).base32;
    expect(await confirm(token, { totp: codeOf(own), secret: own })).toMatchObject({
      error: 'account.totp_lapsed',
    });
  });

  it('lets a secret lapse after ten minutes, and keeps it to the login that was shown it', async () => {
    const { token, username } = await server.current.loginAs({});
    const { secret } = await begin(token);
    const other = await server.current.login(username, USER_PASSWORD);
    expect(await confirm(other, { totp: codeOf(secret), secret })).toMatchObject({
      error: 'account.totp_lapsed',
    });
    server.current.passTime(10 * MINUTE_MS);
    expect(await confirm(token, { totp: codeOf(secret), secret })).toMatchObject({
      error: 'account.totp_lapsed',
    });
  });

  it('works once when it is confirmed twice at once', async () => {
    const { token } = await server.current.loginAs({});
    const { secret } = await begin(token);
    const totp = codeOf(secret);
    const answers = await Promise.all([confirm(token, { totp }), confirm(token, { totp })]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await state(token)).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

describe('changing a factor that is on', () => {
  it('binds another device with a current code, never without', async () => {
    const { id, token, username, code } = await enrolled();
    const { secret } = await begin(token);
    expect(await confirm(token, { totp: codeOf(secret) })).toMatchObject({
      code: -1,
      error: 'account.factor_required',
      fields: [{ path: 'currentTotp' }],
    });
    expect(await confirm(token, { totp: codeOf(secret), currentTotp: codeOf(secret) })).toMatchObject({
      error: 'auth.reauthentication_failed',
      fields: [{ path: 'currentTotp' }],
    });
    expect(await confirm(token, { totp: codeOf(secret), currentTotp: USER_PASSWORD })).toMatchObject({
      error: 'auth.reauthentication_failed',
    });
    // Both devices show a code for the same half minute.
    const currentTotp = code();
    expect((await confirm(token, { totp: codeOf(secret), currentTotp })).code).toBe(1);
    expect(await signIn(username, code())).toMatchObject({ error: 'login.totp_wrong' });
    expect((await signIn(username, codeOf(secret))).code).toBe(1);
    expect(await auditedOf(id)).toEqual(['account.totp-enabled', 'account.totp-rebound']);
  });

  it('is turned off with a current code, never with the password alone', async () => {
    const { id, token, username, code } = await enrolled();
    const other = (await signIn(username, code())).data.token;
    expect(await remove(token, {})).toMatchObject({ code: -1, error: 'account.factor_required' });
    expect(await remove(token, { password: USER_PASSWORD })).toMatchObject({ code: 400 });
    expect(await remove(token, { totp: '000000' })).toMatchObject({ error: 'auth.reauthentication_failed' });
    expect(await remove(token, { totp: code() })).toMatchObject({ code: 1 });
    expect(await isLive(token)).toBe(true);
    expect(await isLive(other)).toBe(false);
    expect((await signIn(username)).code).toBe(1);
    expect(await state(token)).toEqual({ enabled: false, compulsory: false, recoveryCodesLeft: 0 });
    expect(await auditedOf(id)).toContain('account.totp-removed');
    expect(await remove(token, { totp: code() })).toMatchObject({ error: 'account.totp_off' });
  });

  it('counts wrong codes like failed logins', async () => {
    const { token, code } = await enrolled();
    const fresh = code();
    for (let failures = 0; failures < 5; failures++) {
      await remove(token, { totp: '000000' });
    }
    expect(await remove(token, { totp: fresh })).toMatchObject({ code: 429, error: 'login.locked' });
  });
});

describe('recovery codes', () => {
  const renew = (token: string, totp: string) =>
    server.current.call<{ recoveryCodes: string[] }>('POST', '/account/recovery-codes', {
      token,
      body: { totp },
    });

  it('are readable, random, and kept only as hashes', async () => {
    const { recoveryCodes } = await enrolled();
    for (const code of recoveryCodes) {
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    }
    expect(new Set(recoveryCodes).size).toBe(10);
    const rows = JSON.stringify(await server.current.db.selectFrom('recovery_code').selectAll().execute());
    expect(recoveryCodes.filter((code) => rows.includes(code))).toEqual([]);
  });

  it('sign in once each, however they are typed, and are audited', async () => {
    const { id, token, username, recoveryCodes } = await enrolled();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(username, first)).code).toBe(1);
    expect(await signIn(username, first)).toMatchObject({ error: 'login.totp_wrong' });
    const typed = ` ${second.replaceAll('-', ' ').toUpperCase().replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await signIn(username, typed)).code).toBe(1);
    expect(await state(token)).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await auditedOf(id)).filter((one) => one === 'account.recovery-code-used')).toHaveLength(2);
  });

  it('work once when used twice at once, and for nobody else', async () => {
    const { username, recoveryCodes } = await enrolled();
    const other = await enrolled();
    const code = recoveryCodes[0] ?? '';
    expect(await signIn(other.username, code)).toMatchObject({ error: 'login.totp_wrong' });
    const answers = await Promise.all([signIn(username, code), signIn(username, code)]);
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });

  it('stand in for a code where a factor is changed', async () => {
    const { token, recoveryCodes } = await enrolled();
    const moved = await enrol(server.current, token, recoveryCodes[3]);
    expect(moved.recoveryCodes).toHaveLength(10);
    expect(await remove(token, { totp: recoveryCodes[4] })).toMatchObject({
      error: 'auth.reauthentication_failed',
    });
    expect(await remove(token, { totp: moved.recoveryCodes[4] })).toMatchObject({ code: 1 });
  });

  it('are made anew with a current factor, which voids the old ones and ends other logins', async () => {
    const { id, token, username, code, recoveryCodes } = await enrolled();
    const other = (await signIn(username, code())).data.token;
    expect(await renew(token, '')).toMatchObject({ error: 'account.factor_required' });
    const { data } = await renew(token, code());
    expect(data.recoveryCodes).toHaveLength(10);
    expect(await isLive(other)).toBe(false);
    expect(await signIn(username, recoveryCodes[0])).toMatchObject({ error: 'login.totp_wrong' });
    expect((await signIn(username, data.recoveryCodes[0])).code).toBe(1);
    expect(await auditedOf(id)).toContain('account.recovery-codes-made');
    const { token: without } = await server.current.loginAs({});
    expect(await renew(without, '123456')).toMatchObject({ error: 'account.totp_off' });
  });
});

describe('what an administrator resets', () => {
  it('a new password does not get round the second factor', async () => {
    const { id, username, code } = await enrolled();
    const admin = await server.current.login();
    const body = { password: 'given by an admin', mustChangePassword: false };
    await server.current.call('POST', `/users/${id}/change-password`, { token: admin, body });
    expect(await signIn(username, undefined, body.password)).toMatchObject({ code: 100 });
    expect((await signIn(username, code(), body.password)).code).toBe(1);
  });

  it('a reset factor ends logins and voids recovery codes', async () => {
    const { id, token, username, recoveryCodes } = await enrolled();
    const { secret } = await begin(token);
    const admin = await server.current.login();
    await server.current.call('POST', `/users/${id}/reset-totp`, { token: admin });
    expect(await isLive(token)).toBe(false);
    const left = await server.current.db
      .selectFrom('recovery_code')
      .selectAll()
      .where('user_id', '=', id)
      .execute();
    expect(left).toEqual([]);
    const { data } = await signIn(username);
    expect(await confirm(data.token, { totp: codeOf(secret), secret })).toMatchObject({
      error: 'account.totp_lapsed',
    });
    expect(await remove(data.token, { totp: recoveryCodes[0] })).toMatchObject({ error: 'account.totp_off' });
  });
});

describe('a compulsory second factor', () => {
  const setPolicy = async (value: 'off' | 'admins' | 'everyone') => {
    const answer = await server.current.call('PUT', '/properties', {
      token: await adminToken(),
      body: { 'second-factor-policy': value },
    });
    expect(answer.message).toBe('success');
  };
  let admin: string | undefined;
  const adminToken = async () => (admin ??= await server.current.login());
  const info = async (token: string) =>
    (await server.current.call<{ owedStep: string | null }>('GET', '/account/info', { token })).data;
  const under = async (policy: 'admins' | 'everyone', work: () => Promise<void>) => {
    await adminToken();
    await setPolicy(policy);
    try {
      await work();
    } finally {
      await setPolicy('off');
    }
  };

  it('lets nobody in who has none, and opens when it is set up', async () => {
    await under('everyone', async () => {
      const { username } = await server.current.seedUser({ type: 'admin', menus: ['credential'] });
      const { data } = await signIn(username);
      expect(data.info.owedStep).toBe('enrol-totp');
      const list = () => server.current.call('GET', '/credentials/paging', { token: data.token });
      expect(await list()).toMatchObject({ code: -1, error: 'auth.enrolment_pending' });
      const change = { oldPassword: USER_PASSWORD, newPassword: 'a way around it' };
      expect(
        await server.current.call('POST', '/account/change-password', { token: data.token, body: change }),
      ).toMatchObject({ code: -1, error: 'auth.enrolment_pending' });
      await enrol(server.current, data.token);
      expect(await info(data.token)).toMatchObject({ owedStep: null, enableTotp: true });
      expect((await list()).code).toBe(1);
    });
  });

  it('comes after the change of a one-time password', async () => {
    await under('everyone', async () => {
      const { username } = await server.current.seedUser({ mustChangePassword: true });
      const { data } = await signIn(username);
      expect(data.info.owedStep).toBe('change-password');
      expect(await server.current.call('GET', '/account/reload-totp', { token: data.token })).toMatchObject({
        code: -1,
        error: 'auth.step_pending',
      });
      const body = { oldPassword: USER_PASSWORD, newPassword: 'a newer harbour wall' };
      expect(
        await server.current.call('POST', '/account/change-password', { token: data.token, body }),
      ).toMatchObject({ code: 1 });
      expect(await info(data.token)).toMatchObject({ owedStep: 'enrol-totp', mustChangePassword: false });
      expect(await server.current.call('GET', '/account/logins', { token: data.token })).toMatchObject({
        code: -1,
      });
      await enrol(server.current, data.token);
      expect(await info(data.token)).toMatchObject({ owedStep: null });
    });
  });

  it('can be asked of administrators only, leaves complete logins alone, and cannot be turned off', async () => {
    const before = await server.current.loginAs({ type: 'admin' });
    await under('admins', async () => {
      expect(await info(before.token)).toMatchObject({ owedStep: null });
      expect((await signIn(before.username)).data.info.owedStep).toBe('enrol-totp');
      const { username } = await server.current.seedUser({ type: 'user' });
      expect((await signIn(username)).data.info.owedStep).toBeNull();
      const fresh = await signIn(before.username);
      const { code } = await enrol(server.current, fresh.data.token);
      const token = fresh.data.token;
      expect(await state(token)).toMatchObject({ enabled: true, compulsory: true });
      expect(await remove(token, { totp: code() })).toMatchObject({ error: 'account.totp_compulsory' });
    });
  });

  it('gives a quarter of an hour', async () => {
    await under('everyone', async () => {
      const { username } = await server.current.seedUser();
      const { data } = await signIn(username);
      server.current.passTime(15 * MINUTE_MS + SECOND_MS);
      expect(await isLive(data.token)).toBe(false);
    });
  });
});
