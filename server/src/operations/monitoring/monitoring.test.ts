import { SystemFigures, type MonitoredServer } from '@jadegate/contract/operations/monitoring';
import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { closedPort } from '../../testing/tcp-host.ts';
import { TestServer, useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const sample = () => server.current.services.monitoring.sample();

async function read(span: string): Promise<MonitoredServer[]> {
  const token = await server.current.login();
  const { data, message } = await server.current.call<MonitoredServer[]>(
    'GET',
    `/overview/monitoring?span=${span}`,
    { token },
  );
  expect(message).toBe('success');
  return data;
}

describe('the figures of the machine', () => {
  it('are whole before anything was measured', async () => {
    const token = await server.current.login();
    const { data } = await server.current.call('GET', '/overview/ps', { token });
    expect(SystemFigures.safeParse(data).error).toBeUndefined();
  });
});

describe('what is kept of a server', () => {
  it('is a value for each minute, with a gap where nothing was measured, and one for each hour', async () => {
    await sample();
    server.current.passTime(MINUTE_MS);
    await sample();
    server.current.passTime(5 * MINUTE_MS);
    await sample();
    const [own, ...others] = await read('hour');
    expect(others).toEqual([]);
    expect(own).toMatchObject({ isThis: true });
    expect(own?.times.length).toBeGreaterThanOrEqual(2);
    const { memory = [], databaseDelay = [], storageDelay = [], sessions = [] } = own?.figures ?? {};
    expect(memory[0]).toBeGreaterThan(0);
    expect(memory[0]).toBeLessThanOrEqual(100);
    expect(databaseDelay[0]).toBeGreaterThan(0);
    expect(storageDelay[0]).toBeGreaterThan(0);
    expect(own?.figures.waitingIndex[0]).toBe(0);
    expect(own?.figures.waitingRecordings[0]).toBe(0);
    expect(own?.figures.waitingMails[0]).toBe(0);
    expect(sessions[0]).toBe(0);
    server.current.passTime(MINUTE_MS);
    await sample();
    const [later] = await read('hour');
    expect(later?.figures.memory).toContain(null);
    expect(later?.figures.memory.at(-1)).toBeGreaterThan(0);
    const [month] = await read('month');
    expect(month?.figures.memory[0]).toBeGreaterThan(0);
  });

  it('has nothing of a part that does not answer, and everything else', async () => {
    const own = await TestServer.start({
      guacd: { host: '127.0.0.1', port: await closedPort(), isOurs: false },
    });
    try {
      await own.services.monitoring.sample();
      own.passTime(MINUTE_MS);
      await own.services.monitoring.sample();
      const [kept] = await own.services.monitoring.list('hour');
      expect(kept?.figures.guacdDelay[0]).toBeNull();
      expect(kept?.figures.storageDelay[0]).toBeGreaterThan(0);
      expect(kept?.figures.cpu[0]).toBeGreaterThanOrEqual(0);
    } finally {
      await own.stop();
    }
  });

  it('does not reach into a future that a wrong clock has written', async () => {
    const at = server.current.now() + 3650 * DAY_MS;
    await server.current.db
      .insertInto('monitored')
      .values({ server: 'early', span: 60, at, figures: '[]' })
      .execute();
    expect((await read('hour')).map(({ name }) => name)).not.toContain('early');
    await server.current.db.deleteFrom('monitored').where('server', '=', 'early').execute();
  });

  it('goes when it is old: minutes after a day, hours after a month', async () => {
    const { db } = server.current;
    const count = async (span: 60 | 3600) =>
      (await db.selectFrom('monitored').select('at').where('span', '=', span).execute()).length;
    const old = server.current.now() - 40 * DAY_MS;
    await db
      .insertInto('monitored')
      .values([
        { server: 'gone', span: 60, at: old, figures: '[]' },
        { server: 'gone', span: 3600, at: old, figures: '[]' },
        { server: 'gone', span: 3600, at: old + 20 * DAY_MS, figures: '[]' },
      ])
      .execute();
    const before = { minutes: await count(60), hours: await count(3600) };
    // The first minute of an hour clears up.
    const intoHour = server.current.now() % HOUR_MS;
    server.current.passTime(HOUR_MS - intoHour + 1);
    await sample();
    server.current.passTime(MINUTE_MS);
    await sample();
    expect(await db.selectFrom('monitored').selectAll().where('at', '=', old).execute()).toEqual([]);
    expect(await count(3600)).toBeGreaterThanOrEqual(before.hours);
    const [, gone] = await read('month');
    expect(gone).toMatchObject({ name: 'gone', isThis: false });
  });

  it.each(['/overview/ps', '/overview/monitoring'])('%s is for those who hold the menu', async (path) => {
    const { token } = await server.current.loginAs({ type: 'admin', menus: ['dashboard'] });
    expect(await server.current.call('GET', path, { token })).toMatchObject({ code: 403 });
  });
});
