import type { MenuId } from '@jadegate/contract/menu';
// On both engines: counts by day and by kind.
import type {
  ActivitySpan,
  DashboardActivity,
  DashboardPresent,
} from '@jadegate/contract/operations/dashboard';
import { beforeEach, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { aSession } from '../../testing/session-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();

/** The next morning, so that the hours a test lets pass stay within one day, whenever it runs. */
beforeEach(() => {
  const now = new Date(server.current.now());
  const morning = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8).getTime();
  server.current.passTime(morning - now.getTime());
});

async function read<Data>(path: string, menus?: readonly MenuId[]): Promise<Data> {
  const token = menus
    ? (await server.current.loginAs({ type: 'admin', menus })).token
    : await server.current.login();
  const { data, message } = await server.current.call<Data>('GET', path, { token });
  expect(message).toBe('success');
  return data;
}
const present = (menus?: readonly MenuId[]) => read<DashboardPresent>('/overview/present', menus);
/** An hour later, since days that are over are remembered for so long. */
const activity = (span: ActivitySpan, menus?: readonly MenuId[]) => {
  server.current.passTime(HOUR_MS + 1);
  return read<DashboardActivity>(`/overview/activity?d=${span}`, menus);
};

async function aLogin(state: '0' | '1', username: string, at: number): Promise<void> {
  await server.current.db
    .insertInto('login_log')
    .values({
      id: newId(),
      login_id: null,
      username,
      address: '127.0.0.9',
      user_agent: '',
      remember: 0,
      state,
      reason: '',
      login_at: at,
      logout_at: null,
    })
    .execute();
}

/** Noon of that many days ago: far from midnight in every zone a test may run in. */
function noon(back: number): number {
  const today = new Date(server.current.now());
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - back, 12).getTime();
}

describe('how things stand', () => {
  it('is counted, with who is online and who failed to sign in', async () => {
    const before = await present();
    await aLogin('0', 'guessed', server.current.now());
    await aSession(server.current, {});
    await aSession(server.current, { disconnected_at: 2 });
    const { id, username } = await server.current.loginAs({ type: 'user' });
    const after = await present();
    expect(after.failedLogins).toBe((before.failedLogins ?? Number.NaN) + 1);
    expect(after.liveSessions).toBe((before.liveSessions ?? Number.NaN) + 1);
    expect(after.pastSessions).toBe((before.pastSessions ?? Number.NaN) + 1);
    expect(after.users?.total).toBe((before.users?.total ?? Number.NaN) + 1);
    expect(after.failures?.[0]).toMatchObject({ username: 'guessed', address: '127.0.0.9' });
    expect(after.online?.find((one) => one.id === id)).toMatchObject({ account: username });
    expect(after.disk?.total).toBeGreaterThan(after.disk?.available ?? Number.NaN);
  });

  it.each<[MenuId, (keyof DashboardPresent)[]]>([
    ['user', ['users', 'online']],
    ['asset', ['assets', 'assetProtocols']],
    ['online-session', ['liveSessions']],
    ['offline-session', ['pastSessions']],
    ['login-log', ['failedLogins', 'failures']],
    ['monitoring', ['disk']],
  ])('is told to holders of %s as far as that goes', async (menu, figures) => {
    const told = Object.entries(await present(['dashboard', menu])).filter(([, figure]) => figure !== null);
    expect(told.map(([name]) => name).toSorted()).toEqual(figures.toSorted());
  });

  it('is for those who hold the dashboard', async () => {
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['asset', 'login-log'] });
    for (const path of ['/overview/present', '/overview/activity']) {
      expect((await server.current.call('GET', path, { token })).error).toBe('auth.forbidden');
    }
  });
});

describe('what went on', () => {
  it('is told day by day, today last, with zeros where nothing was', async () => {
    await server.current.db.deleteFrom('login_log').execute();
    await server.current.db.deleteFrom('session').execute();
    for (const username of ['mei', 'mei', 'han']) {
      await aLogin('1', username, noon(2));
    }
    await aLogin('0', 'guessed', noon(3));
    const over = { disconnected_at: 2, recording_bytes: 500 };
    await aSession(server.current, { ...over, connected_at: noon(2), asset_id: 'x', protocol: 'rdp' });
    await aSession(server.current, { ...over, connected_at: noon(2), asset_id: 'y' });
    await aSession(server.current, { ...over, connected_at: noon(20), asset_id: 'z' });
    const week = await activity('week');
    expect(week.starts).toHaveLength(7);
    const starts = [...week.starts, week.end].map((text) => Date.parse(text));
    expect(starts.slice(1).every((start, index) => start > (starts[index] ?? start))).toBe(true);
    const at = (day: number) => week.starts.findLastIndex((start) => Date.parse(start) <= day);
    const only = (...days: [number, number][]) =>
      week.starts.map((_, index) => days.find(([day]) => at(day) === index)?.[1] ?? 0);
    expect(week.logins?.failed).toEqual(only([noon(3), 1]));
    // Those who ask here sign in, too, and are counted today.
    expect(week.logins?.succeeded.slice(0, -1)).toEqual(only([noon(2), 3]).slice(0, -1));
    expect(week.logins?.people.slice(0, -1)).toEqual(only([noon(2), 2]).slice(0, -1));
    expect(week.sessions).toMatchObject({
      opened: only([noon(2), 2]),
      assets: only([noon(2), 2]),
      recordedBytes: only([noon(2), 1000]),
    });
    expect(week.sessions?.protocols).toEqual([
      { protocol: 'rdp', count: 1 },
      { protocol: 'ssh', count: 1 },
    ]);
    const month = await activity('month');
    expect(month.starts).toHaveLength(30);
    expect(month.sessions?.opened.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  it('names the busiest assets and people by their newest names, the deleted ones, too', async () => {
    await server.current.db.deleteFrom('session').execute();
    const used = async (asset: string, user: string, name: string, day: number) =>
      aSession(server.current, {
        disconnected_at: 2,
        connected_at: noon(day),
        asset_id: asset,
        asset_name: name,
        user_id: user,
        user_name: user,
      });
    await used('web', 'mei', 'web (old)', 4);
    await used('web', 'han', 'web', 1);
    await used('web', 'mei', 'web', 2);
    await used('db', 'mei', 'db', 1);
    for (const rare of ['a', 'b', 'c', 'd', 'e']) {
      await used(rare, 'lin', rare, 20);
    }
    const { sessions } = await activity('week');
    expect(sessions?.busiestAssets).toEqual([
      { id: 'web', name: 'web', sessions: 3 },
      { id: 'db', name: 'db', sessions: 1 },
    ]);
    expect(sessions?.busiestPeople.map(({ name, sessions: count }) => `${name} ${count}`)).toEqual([
      'mei 3',
      'han 1',
    ]);
    const month = await activity('month');
    expect(month.sessions?.busiestPeople[0]?.name).toBe('lin');
    expect(month.sessions?.busiestAssets).toHaveLength(5);
  });

  it('is told by the menus the caller holds', async () => {
    const none = await activity('week', ['dashboard']);
    expect([none.logins, none.sessions]).toEqual([null, null]);
    const logins = await activity('week', ['dashboard', 'login-log']);
    expect([logins.logins === null, logins.sessions]).toEqual([false, null]);
    const sessions = await activity('week', ['dashboard', 'offline-session']);
    expect([sessions.logins, sessions.sessions === null]).toEqual([null, false]);
  });
});
