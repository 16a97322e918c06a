// On both engines: counts of everything.
import type { AssetCounter, DateCounter, OverviewCounter } from '@jadegate/contract/operations/overview';
import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

async function read<Data>(path: string, headers?: Record<string, string>): Promise<Data> {
  const token = await server.current.login();
  const { data, message } = await server.current.call<Data>('GET', `/overview/${path}`, {
    token,
    ...(headers && { headers }),
  });
  expect(message).toBe('success');
  return data;
}

async function aLogin(change: { username: string; state: '0' | '1'; login_at: number }): Promise<void> {
  await server.current.db
    .insertInto('login_log')
    .values({
      id: newId(),
      login_id: null,
      address: '127.0.0.1',
      user_agent: '',
      remember: 0,
      reason: '',
      logout_at: null,
      ...change,
    })
    .execute();
}

describe('the figures of the dashboard', () => {
  it('count what there is, in the names of the product family', async () => {
    const before = await read<OverviewCounter>('counter');
    expect(before).toMatchObject({ totalUser: 1, onlineUser: 1, totalAsset: 0, failLoginCount: 0 });
    await aLogin({ username: 'nobody', state: '0', login_at: server.current.now() });
    await server.current.seedUser();
    expect(await read<OverviewCounter>('counter')).toEqual({
      ...before,
      totalUser: 2,
      failLoginCount: 1,
    });
    await server.current.db.deleteFrom('login_log').where('state', '=', '0').execute();
    expect(await read<AssetCounter>('asset')).toEqual({
      ssh: 0,
      rdp: 0,
      vnc: 0,
      telnet: 0,
      kubernetes: 0,
      all: 0,
    });
  });

  it('of each day are given up to today, with zeros, in the language of the caller', async () => {
    const now = server.current.now();
    await server.current.db.deleteFrom('login_log').execute();
    for (const username of ['mei', 'mei', 'han']) {
      await aLogin({ username, state: '1', login_at: now - 3 * DAY_MS });
    }
    await aLogin({ username: 'guessed', state: '0', login_at: now - 3 * DAY_MS });
    const week = await read<DateCounter>('date-counter');
    expect(week).toHaveLength(7 * 3);
    const [logins, users, assets] = week.slice(9, 12);
    expect(logins).toMatchObject({ type: '登入次數', value: 4 });
    expect(users).toEqual({ ...logins, type: '活躍使用者', value: 2 });
    expect(assets).toEqual({ ...logins, type: '活躍資產', value: 0 });
    expect(logins?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new Set(week.map(({ date }) => date)).size).toBe(7);
    const month = await read<DateCounter>('date-counter?d=month', { 'accept-language': 'en' });
    expect(month).toHaveLength(30 * 3);
    expect(month.at(-1)?.type).toBe('Active assets');
    expect(month.at(-1)?.date).toBe(week.at(-1)?.date);
  });

  it('of a day that is over are counted again after an hour', async () => {
    const at = server.current.now() - 2 * DAY_MS;
    const { date } = (await read<DateCounter>('date-counter'))[4 * 3] ?? { date: '' };
    const count = async () =>
      (await read<DateCounter>('date-counter')).find((one) => one.date === date)?.value;
    const before = (await count()) ?? Number.NaN;
    await aLogin({ username: 'late', state: '1', login_at: at });
    expect(await count()).toBe(before);
    server.current.passTime(HOUR_MS + 1);
    expect(await count()).toBe(before + 1);
  });

  it('refuse a span that there is not', async () => {
    const token = await server.current.login();
    const { code, message } = await server.current.call('GET', '/overview/date-counter?d=year', { token });
    expect(code).not.toBe(1);
    expect(message).toMatch(/[\u4e00-\u9fff]/);
  });

  it.each(['counter', 'asset', 'date-counter'])('%s is for those who hold the dashboard', async (path) => {
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['asset'] });
    expect(await server.current.call('GET', `/overview/${path}`, { token })).toMatchObject({ code: 403 });
  });
});
