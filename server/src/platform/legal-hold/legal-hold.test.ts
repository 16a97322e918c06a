import type { RetentionPreview } from '@jadegate/contract/operations/retention';
// On both engines: what is held is left out by conditions of the statements that delete.
import type { LegalHold } from '@jadegate/contract/platform/legal-hold';
import type { Tombstone } from '@jadegate/contract/session/session-evidence';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { takeHoldTurn } from '../../db/held.ts';
import { DAY_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { AssetKit, SSH } from '../../testing/assets.ts';
import { seedRecording, seedSigned } from '../../testing/recordings.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const assets = new AssetKit(server);
let token = '';

const call = <Data>(method: 'GET' | 'POST' | 'DELETE' | 'PUT', path: string, body?: unknown, as = token) =>
  server.current.call<Data>(method, path, { token: as, ...(body !== undefined && { body }) });
const hold = (kind: string, subjectId: string, as = token) =>
  call<LegalHold>('POST', '/evidence/holds', { kind, subjectId, reason: '檢調案號 115-7' }, as);
const lift = (id: string) => call('POST', `/evidence/holds/${id}/lift`, { reason: '結案' });
const sessions = async () =>
  (await server.current.db.selectFrom('session').select('id').orderBy('id').execute()).map(({ id }) => id);
const audits = (action: string) =>
  server.current.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();
const tombstones = async (sessionId = '') =>
  (await call<Tombstone[]>('GET', `/evidence/tombstones?sessionId=${sessionId}`)).data;
const old = () =>
  seedRecording(server.current, {
    ago: 400 * DAY_MS,
    printed: [{ at: 0, text: 'a' }],
    commands: [{ at: 1, text: 'id' }],
    files: [{ at: 2, name: '/a' }],
  });

beforeAll(async () => {
  token = await server.current.login();
  await assets.login();
});
beforeEach(async () => {
  await server.current.db.deleteFrom('legal_hold').execute();
  await server.current.db.deleteFrom('storage_log').execute();
  await server.current.db.deleteFrom('session').execute();
  await server.current.db.deleteFrom('tombstone').execute();
});

describe('a legal hold', () => {
  it('is set and lifted with a reason by those with the right, both on record', async () => {
    const { id } = await old();
    const reader = await server.current.loginAs({ type: 'admin', menus: ['evidence', 'offline-session'] });
    expect((await hold('session', id, reader.token)).code).toBe(403);
    expect(
      (await call('POST', '/evidence/holds', { kind: 'session', subjectId: id, reason: ' ' })).code,
    ).not.toBe(1);
    expect(await hold('session', 'none')).toMatchObject({ error: 'hold.subject_not_found' });
    const { data } = await hold('session', id);
    expect(data).toMatchObject({ subjectName: '王小明 @ web-01', setBy: 'admin', liftedAt: null });
    expect(await hold('session', id)).toMatchObject({ error: 'hold.exists' });
    expect(
      (
        await call<LegalHold>(
          'GET',
          `/evidence/holds/of?kind=session&subjectId=${id}`,
          undefined,
          reader.token,
        )
      ).data.id,
    ).toBe(data.id);
    expect((await call('POST', `/evidence/holds/${data.id}/lift`, { reason: 'x' }, reader.token)).code).toBe(
      403,
    );
    expect((await lift(data.id)).code).toBe(1);
    expect(await lift(data.id)).toMatchObject({ error: 'hold.not_found' });
    const { data: list } = await call<LegalHold[]>('GET', '/evidence/holds', undefined, reader.token);
    expect(list).toMatchObject([{ id: data.id, liftReason: '結案', liftedBy: 'admin' }]);
    const nobody = await server.current.loginAs({ type: 'admin', menus: ['setting'] });
    expect((await call('GET', '/evidence/holds', undefined, nobody.token)).code).toBe(403);
    const reasons = [...(await audits('legal-hold.set')), ...(await audits('legal-hold.lifted'))];
    expect(reasons.map(({ detail }) => (JSON.parse(detail) as { reason: string }).reason)).toEqual([
      '檢調案號 115-7',
      '結案',
    ]);
  });

  it.each(['session', 'user', 'asset'] as const)(
    'on a %s keeps what every way of deleting would take',
    async (kind) => {
      const [kept, gone] = [await seedSigned(server.current, { ago: 400 * DAY_MS }), await old()];
      const row = {
        storage_id: '',
        storage_name: '',
        action: 'upload',
        file_name: '/kept',
        result: 'success',
        bytes: 1,
        checksum: '',
      } as const;
      await server.current.db
        .insertInto('storage_log')
        .values({
          id: 'log-of-held',
          session_id: kept.id,
          ...kept.ids,
          user_name: 'u',
          asset_name: 'a',
          ...row,
          created_at: 1,
        })
        .execute();
      const subject = { session: kept.id, user: kept.ids.user_id, asset: kept.ids.asset_id }[kind];
      const now = server.current.now();
      const values = {
        kind,
        subject_id: subject,
        subject_name: 'x',
        reason: 'r',
        set_by: 'a',
        set_by_name: 'a',
        set_at: now,
      };
      await server.current.db
        .insertInto('legal_hold')
        .values({ id: 'hold', ...values, lifted_by_name: '', lifted_at: null, lift_reason: '' })
        .execute();
      // One, and several: all or none, and it says which.
      for (const ids of [kept.id, `${gone.id},${kept.id}`]) {
        const refused = await call('DELETE', `/sessions/${ids}`);
        expect(refused).toMatchObject({ error: 'session.on_hold' });
        expect(refused.message).toContain('web-01');
      }
      expect(await call('DELETE', '/storage-logs/log-of-held')).toMatchObject({ error: 'hold.held' });
      // The retention, which says so.
      expect(await server.current.services.retention.sweep()).toEqual({
        sessions: 1,
        storageLogs: 1,
        held: 1,
      });
      expect(await sessions()).toEqual([kept.id]);
      // Clearing.
      await old();
      expect((await call<{ held: number }>('POST', '/sessions/clear')).data).toEqual({ held: 1 });
      expect(await sessions()).toEqual([kept.id]);
      expect((await audits('session.cleared')).at(-1)?.detail).toContain('"held":1');
      await call('POST', '/storage-logs/clear');
      const logs = await server.current.db.selectFrom('storage_log').select('id').execute();
      expect(logs).toEqual([{ id: 'log-of-held' }]);
      // Once it is lifted, it goes like everything else.
      await lift('hold');
      expect(await server.current.services.retention.sweep()).toMatchObject({ sessions: 1, storageLogs: 1 });
      expect(await sessions()).toEqual([]);
    },
  );

  it.each(['session', 'user', 'asset'] as const)(
    'on a %s keeps what was run there among many machines',
    async (kind) => {
      const { db, services } = server.current;
      await db.deleteFrom('command_run').execute();
      const none = { script: 'id', request: '{}', process_id: '', stop_requested: 0 } as const;
      const run = { ...none, user_name: 'u', origin: 'batch', kind: 'command', state: 'over' } as const;
      const printed = { message: '', exit_code: 0, signal: '', output: 'uid=0', output_bytes: 5 } as const;
      const blank = { ...printed, asset_name: 'a', is_cut: 0, digest: '' } as const;
      const ended = { state: 'succeeded', started_at: 1, finished_at: 2, sent_bytes: 0 } as const;
      for (const id of ['kept', 'gone']) {
        const times = { created_at: 1, finished_at: 2 };
        await db
          .insertInto('command_run')
          .values({ ...run, ...times, id, user_id: `user-${id}` })
          .execute();
        const hosts = ['other', `asset-${id}`].map((asset_id, position) => ({
          ...blank,
          ...ended,
          run_id: id,
          asset_id,
          position,
          session_id: `session-of-${asset_id}`,
        }));
        await db.insertInto('command_run_host').values(hosts).execute();
      }
      const subject_id = { session: 'session-of-asset-kept', user: 'user-kept', asset: 'asset-kept' }[kind];
      const set = { set_by: 'a', set_by_name: 'a', set_at: 1, subject_name: 'x', reason: 'r' };
      await db
        .insertInto('legal_hold')
        .values({
          id: 'hold',
          kind,
          subject_id,
          ...set,
          lifted_by_name: '',
          lifted_at: null,
          lift_reason: '',
        })
        .execute();
      const preview = await services.retention.preview({});
      expect(preview.find(({ part }) => part === 'commandRuns')).toMatchObject({ count: 1, held: 1 });
      expect(await services.retention.sweep()).toMatchObject({ commandRuns: 1 });
      expect(await db.selectFrom('command_run').select('id').execute()).toEqual([{ id: 'kept' }]);
      await lift('hold');
      expect(await services.retention.sweep()).toMatchObject({ commandRuns: 1 });
    },
  );

  it('on a person or an asset keeps them from being deleted, one by one and several at once', async () => {
    const [person, other] = [await server.current.seedUser(), await server.current.seedUser()];
    const [asset, second] = [
      (await assets.create({ ...SSH, name: 'held' })).data.id,
      (await assets.create({ ...SSH, name: 'other', ip: '10.0.0.2' })).data.id,
    ];
    await hold('user', person.id);
    await hold('asset', asset);
    for (const ids of [person.id, `${other.id},${person.id}`]) {
      const refused = await call('DELETE', `/users/${ids}`);
      expect(refused).toMatchObject({ error: 'hold.held' });
    }
    expect(await call('DELETE', `/assets/${second},${asset}`)).toMatchObject({ error: 'hold.held' });
    const { db } = server.current;
    expect(
      await db.selectFrom('asset').select('id').where('id', 'in', [asset, second]).execute(),
    ).toHaveLength(2);
    expect(
      await db.selectFrom('user').select('id').where('id', 'in', [person.id, other.id]).execute(),
    ).toHaveLength(2);
    // What is known of their logins stays, too.
    const log = { address: '', user_agent: '', reason: '', remember: 0, login_id: null } as const;
    await db
      .insertInto('login_log')
      .values({
        id: 'held-login',
        username: person.username.toUpperCase(),
        login_at: 1,
        logout_at: 1,
        state: '1',
        ...log,
      })
      .execute();
    await server.current.services.retention.sweep();
    expect(await call('DELETE', '/login-logs/held-login')).toMatchObject({ error: 'hold.held' });
    expect(
      await db.selectFrom('login_log').select('id').where('id', '=', 'held-login').execute(),
    ).toHaveLength(1);
  });
});

describe('a hold that is being set at the moment of a deletion', () => {
  const row = { subject_name: 'x', reason: 'r', set_by: 'a', set_by_name: 'a', set_at: 1 };
  const inForce = { lifted_by_name: '', lifted_at: null, lift_reason: '' };
  /** Whether something waits for a turn; on SQLite whoever writes waits anyway. */
  const somebodyWaits = async () => {
    const { db, services } = server.current;
    if (services.database.engine.name === 'sqlite') {
      return true;
    }
    const waiting = sql`select 1 from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    return (await waiting.execute(db)).rows.length > 0;
  };

  it.each<
    [string, 'user' | 'asset', (ids: { session: string; user: string; asset: string }) => Promise<unknown>]
  >([
    ['of a session', 'user', ({ session }) => call('DELETE', `/sessions/${session}`)],
    ['of all sessions', 'user', () => call('POST', '/sessions/clear')],
    ['by the retention', 'user', () => server.current.services.retention.sweep()],
    ['of an entry about a file', 'user', () => call('DELETE', '/storage-logs/of-held')],
    ['of all entries about files', 'user', () => call('POST', '/storage-logs/clear')],
    ['of an entry about a login', 'user', () => call('DELETE', '/login-logs/of-held')],
    ['of all entries about logins', 'user', () => call('POST', '/login-logs/clear')],
    ['of an account', 'user', ({ user }) => call('DELETE', `/users/${user}`)],
    ['of an asset', 'asset', ({ asset }) => call('DELETE', `/assets/${asset}`)],
  ])('keeps what is about it: deletion %s', async (_, kind, remove) => {
    const { db, services } = server.current;
    await db.deleteFrom('login_log').where('id', '=', 'of-held').execute();
    const { id: user, username } = await server.current.seedUser();
    const asset = (await assets.create({ ...SSH, name: `held ${user}` })).data.id;
    const { id: session } = await old();
    await db
      .updateTable('session')
      .set({ user_id: user, asset_id: asset })
      .where('id', '=', session)
      .execute();
    const file = { storage_id: '', storage_name: '', file_name: '/kept', bytes: 1, checksum: '' };
    const about = { session_id: session, user_id: user, asset_id: asset, user_name: 'u', asset_name: 'a' };
    await db
      .insertInto('storage_log')
      .values({ id: 'of-held', ...about, ...file, action: 'upload', result: 'success', created_at: 1 })
      .execute();
    const login = { address: '', user_agent: '', reason: '', remember: 0, login_id: null } as const;
    await db
      .insertInto('login_log')
      .values({ id: 'of-held', username, login_at: 1, logout_at: 1, state: '1', ...login })
      .execute();
    let removal: Promise<unknown> = Promise.resolve();
    await services.database.transact(async (tx) => {
      await takeHoldTurn(services.database.engine, tx);
      const subject_id = { user, asset }[kind];
      await tx
        .insertInto('legal_hold')
        .values({ id: newId(), kind, subject_id, ...row, ...inForce })
        .execute();
      let isOver = false;
      removal = remove({ session, user, asset }).finally(() => (isOver = true));
      await vi.waitUntil(async () => isOver || (await somebodyWaits()), { timeout: 30_000 });
    });
    await removal;
    const kept = (table: 'session' | 'storage_log' | 'login_log' | 'user' | 'asset', id: string) =>
      db
        .selectFrom(table as 'asset')
        .select('id')
        .where('id', '=', id)
        .execute();
    expect(await kept('session', session)).toHaveLength(1);
    expect(await kept('storage_log', 'of-held')).toHaveLength(1);
    expect(await kept('login_log', 'of-held')).toHaveLength(1);
    expect(await kept('user', user)).toHaveLength(1);
    expect(await kept('asset', asset)).toHaveLength(1);
  });
});

describe('what is deleted', () => {
  it('leaves a signed tombstone, by retention and by hand', async () => {
    const [swept, deleted] = [
      await seedSigned(server.current, { ago: 400 * DAY_MS }),
      await seedSigned(server.current),
    ];
    const { head } = await server.current.db
      .selectFrom('session_evidence')
      .select('head')
      .where('session_id', '=', swept.id)
      .executeTakeFirstOrThrow();
    await server.current.services.retention.sweep();
    await call('DELETE', `/sessions/${deleted.id}`);
    const [one] = await tombstones(swept.id);
    expect(one).toMatchObject({ userName: '王小明', cause: 'retention', by: '', head, isGenuine: true });
    expect(await tombstones(deleted.id)).toMatchObject([{ cause: 'deleted', by: 'admin' }]);
    await server.current.db
      .updateTable('tombstone')
      .set({ statement: (one?.statement ?? '').replace('王小明', '王大明') })
      .where('session_id', '=', swept.id)
      .execute();
    expect(await tombstones(swept.id)).toMatchObject([{ userName: '王大明', isGenuine: false }]);
    const nobody = await server.current.loginAs({ type: 'admin', menus: ['offline-session'] });
    expect((await call('GET', '/evidence/tombstones', undefined, nobody.token)).code).toBe(403);
  });

  it('can be seen before the settings are saved', async () => {
    const [first] = [await old(), await old(), await seedRecording(server.current, { printed: [] })];
    await hold('session', first.id);
    const preview = (body: object, as = token) =>
      call<RetentionPreview>('POST', '/properties/retention-preview', body, as);
    const { data } = await preview({ 'session-saved-limit': 366 });
    expect(data.find(({ part }) => part === 'sessions')).toEqual({
      part: 'sessions',
      key: 'session-saved-limit',
      count: 1,
      held: 1,
    });
    expect(data.find(({ part }) => part === 'storageLogs')).toMatchObject({ count: 1, held: 1 });
    const none = await preview({ 'session-saved-limit': null });
    expect(none.data.find(({ part }) => part === 'sessions')).toMatchObject({ count: 0, held: 0 });
    expect(await sessions()).toHaveLength(3);
    const nobody = await server.current.loginAs({ type: 'admin', menus: ['evidence'] });
    expect((await preview({}, nobody.token)).code).toBe(403);
  });
});
