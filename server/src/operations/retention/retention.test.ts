// On both engines: what is old goes in pieces.
import { beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { RetentionService } from './retention.service.ts';

const server = useTestServer();
let token = '';
beforeEach(async () => {
  token = await server.current.login();
  await server.current.db.deleteFrom('login_log').where('login_id', 'is', null).execute();
});

const keep = (days: number | '') =>
  server.current.call('PUT', '/properties', { token, body: { 'login-log-saved-limit': days } });
const sweep = () => server.current.services.retention.sweep();
const ago = (days: number) => Date.now() - days * DAY_MS;

async function seed(rows: { state: '0' | '1'; login: number; logout?: number; username: string }[]) {
  await server.current.db
    .insertInto('login_log')
    .values(
      rows.map(({ state, login, logout, username }) => ({
        id: newId(),
        login_id: null,
        username,
        address: '10.0.0.1',
        user_agent: '',
        remember: 0 as const,
        state,
        reason: '',
        login_at: login,
        logout_at: logout ?? null,
      })),
    )
    .execute();
}
const left = async () => {
  const rows = await server.current.db
    .selectFrom('login_log')
    .select('username')
    .where('username', 'like', 'r-%')
    .execute();
  return rows.map((row) => row.username).toSorted();
};
const entries = () =>
  server.current.db
    .selectFrom('audit_log')
    .select(['detail', 'actor_name'])
    .where('action', '=', 'retention.swept')
    .orderBy('seq', 'desc')
    .execute();

const AGED = [
  { username: 'r-failed-old', state: '0', login: ago(31) },
  { username: 'r-failed-new', state: '0', login: ago(29) },
  { username: 'r-ended-old', state: '1', login: ago(50), logout: ago(31) },
  { username: 'r-ended-new', state: '1', login: ago(50), logout: ago(29) },
  { username: 'r-open', state: '1', login: ago(50) },
] as const;

describe('old login logs', () => {
  it('go by when they failed or ended; open ones stay', async () => {
    await keep(30);
    await seed([...AGED]);
    expect(await sweep()).toEqual({ loginLogs: 2 });
    expect(await left()).toEqual(['r-ended-new', 'r-failed-new', 'r-open']);
  });

  it('stay for ever when the setting is empty', async () => {
    await keep('');
    await seed([...AGED]);
    expect(await sweep()).toEqual({});
    expect(await left()).toHaveLength(AGED.length);
  });

  it('go in batches, all of them, with one entry that says how many', async () => {
    await keep(30);
    const before = (await entries()).length;
    for (let round = 0; round < 5; round++) {
      await seed(
        Array.from({ length: 500 }, () => ({ username: 'r-many', state: '0' as const, login: ago(40) })),
      );
    }
    expect(await sweep()).toEqual({ loginLogs: 2500 });
    expect(await left()).toEqual([]);
    const after = await entries();
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toEqual({ detail: '{"loginLogs":2500}', actor_name: '' });
  });

  it('leave no entry when there was nothing to delete', async () => {
    await keep(30);
    const before = (await entries()).length;
    expect(await sweep()).toEqual({});
    expect(await entries()).toHaveLength(before);
  });

  it('leave live logins alone, however old', async () => {
    await keep(1);
    await server.current.db
      .updateTable('login_log')
      .set({ login_at: ago(400) })
      .execute();
    await sweep();
    expect(await server.current.call('GET', '/account/info', { token })).toMatchObject({ code: 1 });
    const { total } = await server.current.db
      .selectFrom('login_log')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('login_id', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(total).toBeGreaterThan(0);
  });
});

it('what is large goes in smaller batches, until none are left', async () => {
  const asked: number[] = [];
  const removeOlder = async (_before: number, batch: number) => {
    asked.push(batch);
    return asked.length < 3 ? batch : 0;
  };
  const rules = [{ name: 'commandRuns', limit: 'session-saved-limit', removeOlder, batch: 50 }] as const;
  const retention = new RetentionService({ ...server.current.services, clock: server.current, rules });
  expect(await retention.sweep()).toEqual({ commandRuns: 100 });
  expect(asked).toEqual([50, 50, 50]);
});
