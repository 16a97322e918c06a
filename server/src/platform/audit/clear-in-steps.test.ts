// On both engines: what is cleared goes by conditions and limits.
// Whoever clears a long list lets others write in between, and what was done is on record from its first step on.
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { newId } from '../../kernel/id.ts';
import { SessionRepository } from '../../session/session/session.repository.ts';
import { aSession } from '../../testing/session-rows.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const ROWS = 1600;
const PER_INSERT = 400;
let token: string;

beforeEach(async () => {
  token = await server.current.login();
  await server.current.db.deleteFrom('session').execute();
});

/** So many copies of one session that is over. */
async function sessions(count: number): Promise<void> {
  const { db } = server.current;
  const id = await aSession(server.current, { disconnected_at: 5, recording: 'none' });
  const row = await db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  for (let made = 1; made < count; made += PER_INSERT) {
    const copies = Array.from({ length: Math.min(PER_INSERT, count - made) }, () => ({
      ...row,
      id: newId(),
    }));
    await db.insertInto('session').values(copies).execute();
  }
}

async function storageLogs(count: number): Promise<void> {
  const place = { asset_id: '', asset_name: '', session_id: '', user_id: '', user_name: '' };
  const row = {
    action: 'upload',
    file_name: 'f',
    result: 'success',
    bytes: 1,
    checksum: '',
    created_at: 1,
  } as const;
  for (let made = 0; made < count; made += PER_INSERT) {
    const rows = Array.from({ length: PER_INSERT }, () => ({ id: newId(), ...place, ...row }));
    await server.current.db.insertInto('storage_log').values(rows).execute();
  }
}

async function loginLogs(count: number): Promise<void> {
  const row = {
    login_id: null,
    username: 'u',
    address: '',
    user_agent: '',
    remember: 0,
    state: '0',
    reason: '',
  } as const;
  for (let made = 0; made < count; made += PER_INSERT) {
    const rows = Array.from({ length: PER_INSERT }, () => ({
      id: newId(),
      ...row,
      login_at: 1,
      logout_at: null,
    }));
    await server.current.db.insertInto('login_log').values(rows).execute();
  }
}

const LISTS = [
  { table: 'session', path: '/sessions/clear', action: 'session.cleared', fill: sessions, stay: 0 },
  {
    table: 'storage_log',
    path: '/storage-logs/clear',
    action: 'storage-log.cleared',
    fill: storageLogs,
    stay: 0,
  },
  // Those who are signed in.
  {
    table: 'login_log',
    path: '/login-logs/clear',
    action: 'login-log.cleared',
    fill: loginLogs,
    stay: undefined,
  },
] as const;

describe.each(LISTS)('clearing $table', ({ table, path, action, fill, stay }) => {
  const count = async () => {
    const row = await server.current.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return row.count;
  };
  const details = async () => {
    const rows = await server.current.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', action)
      .orderBy('seq')
      .execute();
    return rows.map(({ detail }) => JSON.parse(detail) as Record<string, number>);
  };

  it('lets others write in between, and says at its beginning and at its end how many', async () => {
    await fill(ROWS);
    const before = (await details()).length;
    const seen: number[] = [];
    const state = { isOver: false };
    const clearing = server.current.call('POST', path, { token }).finally(() => (state.isOver = true));
    while (!state.isOver) {
      const subject = newId();
      const lock = { subject, failures: 0, locked_until: 0, updated_at: 0 };
      await server.current.db.insertInto('login_lock').values(lock).execute();
      seen.push(await count());
    }
    expect(await clearing).toMatchObject({ code: 1 });
    expect(seen.filter((left) => left > (stay ?? 100) && left < ROWS).length).toBeGreaterThan(0);
    const [first, last, ...more] = (await details()).slice(before);
    expect(more).toEqual([]);
    expect(first?.['toRemove']).toBeGreaterThanOrEqual(ROWS);
    expect(last).toEqual({ removed: first?.['toRemove'] });
  });

  it('of a short list is one entry', async () => {
    await server.current.call('POST', path, { token });
    await fill(PER_INSERT);
    const before = (await details()).length;
    expect(await server.current.call('POST', path, { token })).toMatchObject({ code: 1 });
    expect((await details()).slice(before)).toEqual([{ removed: PER_INSERT }]);
  });
});

it('sessions with many commands go in smaller steps', async () => {
  const { db, services } = server.current;
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    const id = newId();
    ids.push(id);
    await aSession(server.current, { id, disconnected_at: 5, recording: 'none', command_count: 4000 });
  }
  const spy = vi.spyOn(SessionRepository.prototype, 'remove');
  expect(await services.sessions.removeOlder(10, 1000)).toBe(3);
  const deleted = spy.mock.calls.map(([some]) => some.length);
  spy.mockRestore();
  expect(deleted).toEqual([1, 1, 1]);
  expect(await db.selectFrom('session').select('id').where('id', 'in', ids).execute()).toEqual([]);
});
