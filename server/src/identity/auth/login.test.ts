import { describe, expect, it } from 'vitest';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { enrol } from '../../testing/enrol.ts';
import { ADMIN_PASSWORD } from '../../testing/test-database.ts';
import { USER_PASSWORD, TestServer, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

function attempt(
  username: string,
  password: string,
  more: { totp?: string; remember?: boolean; address?: string } = {},
) {
  const { address = '127.0.0.1', ...fields } = more;
  return server.current.call<{ token: string; info: { mustChangePassword: boolean } }>('POST', '/login', {
    body: { username, password, ...fields },
    address,
  });
}

async function isLive(token: string): Promise<boolean> {
  return (await server.current.call('GET', '/account/info', { token })).code === 1;
}

async function lastLog(username: string) {
  return server.current.db
    .selectFrom('login_log')
    .selectAll()
    .where('username', '=', username)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

describe('login', () => {
  it('gives a token that opens the account, and keeps only its hash', async () => {
    const { data } = await attempt('admin', ADMIN_PASSWORD);
    expect(await isLive(data.token)).toBe(true);
    const rows = await server.current.db.selectFrom('login').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(data.token);
    expect(Buffer.from(data.token, 'base64url')).toHaveLength(32);
  });

  it('takes the user name in any case', async () => {
    expect((await attempt(' ADMIN ', ADMIN_PASSWORD)).code).toBe(1);
  });

  it('answers a wrong password and an unknown account alike', async () => {
    const { username } = await server.current.seedUser();
    const wrong = await attempt(username, 'wrong');
    const unknown = await attempt('nobody-at-all', 'wrong');
    expect(wrong).toMatchObject({ code: -1, error: 'login.failed', message: '帳號或密碼不正確' });
    expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
  });

  it('tells only somebody who knows the password that the account is disabled, and writes it down', async () => {
    const { username } = await server.current.seedUser({ status: 'disabled' });
    expect(await attempt(username, 'wrong')).toMatchObject({ error: 'login.failed' });
    expect(await attempt(username, USER_PASSWORD)).toMatchObject({ code: -1, error: 'login.disabled' });
    expect(await lastLog(username)).toMatchObject({ state: '0', reason: 'login.disabled', login_id: null });
  });

  it('writes one log row and one audit entry for a success, whose id is not the token', async () => {
    const { username } = await server.current.seedUser();
    const { data } = await attempt(username, USER_PASSWORD);
    const log = await lastLog(username);
    expect(log).toMatchObject({ state: '1', reason: '', logout_at: null });
    expect(log.id).not.toBe(data.token);
    const entry = await server.current.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(entry).toMatchObject({ action: 'login.succeeded', object_name: username });
  });
});

describe('lifetime of a login', () => {
  it('slides two hours ahead of the last use', async () => {
    const { data } = await attempt('admin', ADMIN_PASSWORD);
    server.current.passTime(HOUR_MS + 50 * MINUTE_MS);
    expect(await isLive(data.token)).toBe(true);
    server.current.passTime(HOUR_MS + 50 * MINUTE_MS);
    expect(await isLive(data.token)).toBe(true);
    server.current.passTime(2 * HOUR_MS + SECOND_MS);
    expect(await isLive(data.token)).toBe(false);
  });

  it('is fourteen days when remembered', async () => {
    const { data } = await attempt('admin', ADMIN_PASSWORD, { remember: true });
    server.current.passTime(13 * DAY_MS);
    expect(await isLive(data.token)).toBe(true);
    server.current.passTime(15 * DAY_MS);
    expect(await isLive(data.token)).toBe(false);
  });

  it('ends a day after it began, however much it is used', async () => {
    const { data } = await attempt('admin', ADMIN_PASSWORD);
    for (let hours = 1; hours < 24; hours++) {
      server.current.passTime(HOUR_MS);
      expect(await isLive(data.token)).toBe(true);
    }
    server.current.passTime(HOUR_MS);
    expect(await isLive(data.token)).toBe(false);
  });

  it('ends thirty days after it began when remembered, however much it is used', async () => {
    const { data } = await attempt('admin', ADMIN_PASSWORD, { remember: true });
    for (const days of [10, 10, 9]) {
      server.current.passTime(days * DAY_MS);
      expect(await isLive(data.token)).toBe(true);
    }
    server.current.passTime(DAY_MS);
    expect(await isLive(data.token)).toBe(false);
  });

  it('follows a shorter setting at once, for tickets, sockets and live sessions too', async () => {
    const { data } = await attempt('admin', ADMIN_PASSWORD, { remember: true });
    const { token } = data;
    const row = await server.current.db
      .selectFrom('login')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const identify = () => server.current.services.logins.identify(row.id);
    server.current.passTime(2 * DAY_MS);
    expect(await isLive(token)).toBe(true);
    expect(await identify()).toBeDefined();
    const path = '/asset-import-template';
    const ticket = await server.current.call<{ ticket: string }>('POST', '/account/tickets', {
      token,
      body: { path },
    });
    const put = (value: number) =>
      server.current.services.settings.update(
        { ...SYSTEM_CALLER, userId: '', username: '', loginId: undefined },
        { 'login-remembered-max-days': value },
      );
    await put(1);
    try {
      expect(await isLive(token)).toBe(false);
      expect(await identify()).toBeUndefined();
      expect(
        await server.current.services.tickets.redeem(ticket.data.ticket, path, '127.0.0.1'),
      ).toBeUndefined();
      await server.current.services.logins.sweep();
    } finally {
      await put(30);
    }
    // Swept away: a longer setting does not bring it back.
    expect(await isLive(token)).toBe(false);
  });

  it('ends at once when the person is disabled', async () => {
    const { id, token } = await server.current.loginAs({});
    expect(await isLive(token)).toBe(true);
    await server.current.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', id).execute();
    expect(await isLive(token)).toBe(false);
  });

  it('ends with logout, which closes its log row and no other', async () => {
    const { username, token } = await server.current.loginAs({});
    const other = await server.current.login(username, USER_PASSWORD);
    expect(await server.current.call('POST', '/account/logout', { token })).toMatchObject({
      code: 1,
      data: null,
    });
    expect(await isLive(token)).toBe(false);
    expect(await isLive(other)).toBe(true);
    const logs = await server.current.db
      .selectFrom('login_log')
      .select('logout_at')
      .where('username', '=', username)
      .execute();
    expect(logs.filter((log) => log.logout_at !== null)).toHaveLength(1);
  });

  it('is swept away after it has run out', async () => {
    const { username } = await server.current.loginAs({});
    server.current.passTime(3 * HOUR_MS);
    await server.current.services.logins.sweep();
    expect((await lastLog(username)).logout_at).not.toBeNull();
  });
});

describe('lock-out', () => {
  it('closes an account after five failures, even to the right password, then opens again', async () => {
    const { username } = await server.current.seedUser();
    for (let failures = 0; failures < 5; failures++) {
      expect((await attempt(username, 'wrong', { address: `127.0.1.${failures}` })).error).toBe(
        'login.failed',
      );
    }
    const refused = await attempt(username, USER_PASSWORD, { address: '127.0.1.99' });
    expect(refused).toMatchObject({ code: 429, error: 'login.locked' });
    expect(Number(refused.params?.seconds)).toBeGreaterThan(15);
    expect(Number(refused.params?.seconds)).toBeLessThanOrEqual(30);
    expect(await lastLog(username)).toMatchObject({ reason: 'login.locked' });
    server.current.passTime(31 * SECOND_MS);
    expect((await attempt(username, 'wrong', { address: '127.0.1.98' })).error).toBe('login.failed');
    const longer = Number((await attempt(username, USER_PASSWORD)).params?.seconds);
    expect(longer).toBeGreaterThan(30);
    expect(longer).toBeLessThanOrEqual(60);
  });

  it('is forgotten after a success', async () => {
    const { username } = await server.current.seedUser();
    for (const password of [
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      USER_PASSWORD,
      'wrong',
      'wrong',
      'wrong',
      'wrong',
    ]) {
      await attempt(username, password, { address: '127.0.2.1' });
    }
    expect((await attempt(username, USER_PASSWORD, { address: '127.0.2.1' })).code).toBe(1);
  });

  it('closes an address that tries many accounts', async () => {
    const address = '127.0.3.1';
    for (let failures = 0; failures < 20; failures++) {
      await attempt(`guess-${failures}`, 'wrong', { address });
    }
    expect((await attempt('admin', ADMIN_PASSWORD, { address })).error).toBe('login.locked');
    expect((await attempt('admin', ADMIN_PASSWORD, { address: '127.0.3.2' })).code).toBe(1);
  });
});

describe('second factor', () => {
  async function enrolled(test: TestServer) {
    const user = await test.loginAs({});
    return { ...user, ...(await enrol(test, user.token)) };
  }

  it('is asked for with code 100 once the password is right', async () => {
    const { username } = await enrolled(server.current);
    expect(await attempt(username, USER_PASSWORD)).toMatchObject({ code: 100, error: 'login.totp_required' });
    expect(await attempt(username, 'wrong')).toMatchObject({ code: -1, error: 'login.failed' });
  });

  it('works once, and a wrong code counts as a failure', async () => {
    const fresh = await TestServer.start();
    try {
      const user = await enrolled(fresh);
      const tryCode = (totp: string) =>
        fresh.call('POST', '/login', { body: { username: user.username, password: USER_PASSWORD, totp } });
      const code = user.code();
      expect(await tryCode(code)).toMatchObject({ code: 1 });
      expect(await tryCode(code)).toMatchObject({ code: -1, error: 'login.totp_wrong' });
      expect(await tryCode('000000')).toMatchObject({ error: 'login.totp_wrong' });
      expect(await tryCode('not a code')).toMatchObject({ error: 'login.totp_wrong' });
      const locks = await fresh.db
        .selectFrom('login_lock')
        .selectAll()
        .where('subject', 'like', 'account:%')
        .execute();
      expect(locks).toMatchObject([{ failures: 3 }]);
    } finally {
      await fresh.stop();
    }
  });
});
