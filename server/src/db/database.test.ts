// On both engines: transactions, and what is read beside them.
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLogger } from '../kernel/logger.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase, type Database } from './database.ts';

let place: TestDatabase;
let database: Database;
const logger = createLogger('silent');

beforeAll(async () => {
  place = await createTestDatabase();
  database = await openDatabase({ ...place, version: '1.0.0', logger });
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const lock = (subject: string) => ({ subject, failures: 0, locked_until: 0, updated_at: 0 });
const has = async (subject: string) =>
  (await database.db
    .selectFrom('login_lock')
    .select('subject')
    .where('subject', '=', subject)
    .executeTakeFirst()) !== undefined;

describe('the database', () => {
  it('opens again with everything in it, and migrates only once', async () => {
    await database.db.insertInto('login_lock').values(lock('kept')).execute();
    const again = await openDatabase({ ...place, version: '1.0.0', logger });
    const rows = await again.db.selectFrom('login_lock').selectAll().where('subject', '=', 'kept').execute();
    expect(rows).toEqual([lock('kept')]);
    await again.close();
  });

  it('keeps all of a transaction or none of it', async () => {
    await database.transact((tx) => tx.insertInto('login_lock').values(lock('all')).execute());
    const failing = database.transact(async (tx) => {
      await tx.insertInto('login_lock').values(lock('none')).execute();
      await tx.insertInto('login_lock').values(lock('all')).execute();
    });
    await expect(failing).rejects.toSatisfy((error) => database.engine.isUniqueViolation(error));
    expect(await has('none')).toBe(false);
  });

  it('hides an open transaction from readers and shows it to itself', async () => {
    await database.transact(async (tx) => {
      await tx.insertInto('login_lock').values(lock('open')).execute();
      expect(await has('open')).toBe(false);
      expect(
        await tx.selectFrom('login_lock').select('subject').where('subject', '=', 'open').execute(),
      ).toHaveLength(1);
    });
    expect(await has('open')).toBe(true);
  });

  it('lets many writers queue', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `queued ${index}`);
    await Promise.all(
      names.map((name) =>
        database.transact((tx) => tx.insertInto('login_lock').values(lock(name)).execute()),
      ),
    );
    expect(await Promise.all(names.map(has))).not.toContain(false);
  });

  it('tells a reference that is still needed from other failures', async () => {
    const orphan = database.db
      .insertInto('user_role')
      .values({ user_id: 'nobody', role_id: 'nothing' })
      .execute();
    await expect(orphan).rejects.toSatisfy((error) => database.engine.isForeignKeyViolation(error));
    expect(database.engine.outage(new Error('ours'))).toBeUndefined();
  });

  it('searches text by its index, not by reading every row', async () => {
    const match = database.engine.contains('credential', 'name', 'needle');
    const query = database.db.selectFrom('credential').select('id').where(match).compile();
    const isSqlite = database.engine.name === 'sqlite';
    const plan = await database.transact(async (tx) => {
      if (!isSqlite) {
        await sql`set local enable_seqscan = off`.execute(tx);
      }
      const explain = { ...query, sql: `explain ${isSqlite ? 'query plan ' : ''}${query.sql}` };
      return JSON.stringify((await tx.executeQuery(explain)).rows);
    });
    expect(plan).toContain(isSqlite ? 'VIRTUAL TABLE INDEX' : 'credential_name_text');
    expect(plan).not.toMatch(/SCAN credential"|Seq Scan/);
  });

  it('does not stop the event loop during a slow query, and answers others beside it', async () => {
    const slow =
      database.engine.name === 'sqlite'
        ? sql`with recursive n(x) as (select 1 union all select x + 1 from n where x < 4000000) select count(*) from n`
        : sql`select pg_sleep(1)`;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const started = performance.now();
    let isSlowDone = false;
    const slowQuery = slow.execute(database.db).then(() => {
      isSlowDone = true;
    });
    await has('kept');
    expect(isSlowDone).toBe(false);
    await slowQuery;
    delay.disable();
    // Against the query's own time, because machines differ: a blocked loop would be late by all of it.
    expect(delay.max / 1e6).toBeLessThan((performance.now() - started) / 2);
  });
});
