// On both engines: what a transaction does when another is in its way.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLogger } from '../kernel/logger.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase, type Database, type Tx } from './database.ts';

let place: TestDatabase;
let database: Database;

beforeAll(async () => {
  place = await createTestDatabase();
  database = await openDatabase({ ...place, version: '1.0.0', logger: createLogger('silent') });
  const rows = ['left', 'right'].map((subject) => ({ subject, failures: 0, locked_until: 0, updated_at: 0 }));
  await database.db.insertInto('login_lock').values(rows).execute();
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const add = (subject: string, tx: Tx) =>
  tx
    .updateTable('login_lock')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('subject', '=', subject)
    .execute();

const counts = async () => {
  const rows = await database.db.selectFrom('login_lock').select(['subject', 'failures']).execute();
  return Object.fromEntries(rows.map(({ subject, failures }) => [subject, failures]));
};

/** SQLite lets one transaction write at a time: there nothing of this can happen. */
describe.skipIf(process.env.JADEGATE_TEST_ENGINE !== 'postgres')(
  'two transactions in each other’s way',
  () => {
    it('both happen once, and tell once, when they wait for each other', async () => {
      const tries: string[] = [];
      const told: string[] = [];
      let arrived = 0;
      let meet = () => {};
      const both = new Promise<void>((resolve) => (meet = resolve));
      const crosswise = (first: string, second: string) =>
        database.transact(async (tx) => {
          tries.push(first);
          database.afterCommit(tx, () => void told.push(first));
          await add(first, tx);
          if (++arrived === 2) {
            meet();
          }
          await both;
          await add(second, tx);
        });
      await Promise.all([crosswise('left', 'right'), crosswise('right', 'left')]);
      expect(await counts()).toEqual({ left: 2, right: 2 });
      expect(tries).toHaveLength(3);
      expect(told.toSorted()).toEqual(['left', 'right']);
    });

    it('the one that read what the other changed meanwhile is run again', async () => {
      await database.db.updateTable('login_lock').set({ failures: 0 }).execute();
      let tries = 0;
      await database.transact(async (tx) => {
        tries += 1;
        await sql`set transaction isolation level repeatable read`.execute(tx);
        await tx.selectFrom('login_lock').selectAll().execute();
        if (tries === 1) {
          await database.transact((other) => add('left', other));
        }
        await add('left', tx);
      });
      expect(tries).toBe(2);
      expect(await counts()).toMatchObject({ left: 2 });
    });

    it('what never succeeds ends, and is told as an outage', async () => {
      let tries = 0;
      const hopeless = database.transact(async (tx) => {
        tries += 1;
        await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
      });
      await expect(hopeless).rejects.toSatisfy((error) => database.engine.outage(error) === 'unavailable');
      expect(tries).toBe(6);
    });
  },
);
