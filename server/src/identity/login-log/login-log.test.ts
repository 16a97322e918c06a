import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import type { Page } from '@jadegate/contract/paging';
import { beforeEach, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { USER_PASSWORD, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
});

const call = <Data>(method: 'GET' | 'POST' | 'DELETE', url: string) =>
  server.current.call<Data>(method, url, { token });
const list = async (query: string) =>
  (await call<Page<LoginLogRow>>('GET', `/login-logs/paging?${query}`)).data;
const isLive = async (login: string) =>
  (await server.current.call('GET', '/account/info', { token: login })).code === 1;

describe('the login log', () => {
  it('shows who came, how it ended and why it failed, and no token', async () => {
    const { id, username, token: login } = await server.current.loginAs({});
    await server.current.call('POST', '/login', {
      body: { username, password: 'wrong' },
      address: '127.5.5.5',
    });
    const { total, items } = await list(`username=${username}`);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      {
        state: '0',
        reason: '帳號或密碼不正確',
        clientIp: '127.5.5.5',
        live: false,
        logoutTime: '0001-01-01 00:00:00',
      },
      { state: '1', reason: '', live: true, username, nickname: `Nick ${id.slice(-8)}` },
    ]);
    expect(JSON.stringify(items)).not.toContain(login);
    expect((await list(`username=${username}&state=0`)).total).toBe(1);
    const since = new Date(server.current.now() - HOUR_MS).toISOString();
    const until = new Date(server.current.now() + HOUR_MS).toISOString();
    expect((await list(`username=${username}&from=${since}&to=${until}`)).total).toBe(2);
    expect((await list(`username=${username}&to=${since}`)).total).toBe(0);
    expect((await list(`username=${username}&from=${until}`)).total).toBe(0);
    expect((await list('clientIp=127.5.5')).items.map((row) => row.username)).toContain(username);
  });

  it('ends a login on demand, and only then lets its entry go', async () => {
    const { username, token: login } = await server.current.loginAs({});
    const [entry] = (await list(`username=${username}`)).items;
    expect(await call('DELETE', `/login-logs/${entry?.id}`)).toMatchObject({
      code: -1,
      error: 'login_log.live',
    });
    expect(await isLive(login)).toBe(true);
    expect(await call('POST', `/login-logs/${entry?.id}/end`)).toMatchObject({ code: 1 });
    expect(await isLive(login)).toBe(false);
    expect(await call('DELETE', `/login-logs/${entry?.id}`)).toMatchObject({ code: 1 });
    expect((await list(`username=${username}`)).total).toBe(0);
  });

  it('is cleared without signing anybody out', async () => {
    const { username, token: login } = await server.current.loginAs({});
    await server.current.call('POST', '/login', { body: { username, password: 'wrong' } });
    expect(await call('POST', '/login-logs/clear')).toMatchObject({ code: 1 });
    expect(await isLive(login)).toBe(true);
    expect(await isLive(token)).toBe(true);
    expect((await list(`username=${username}`)).items).toMatchObject([{ live: true }]);
    expect(await server.current.login(username, USER_PASSWORD)).toBeTruthy();
  });
});
