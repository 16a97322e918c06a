// On both engines: each engine tells its size in its own way.
// What a day of history takes in the database, as the engine itself counts it.
import { MONITORED } from '@jadegate/contract/operations/monitoring';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { MonitoringRepository } from './monitoring.repository.ts';

const server = useTestServer();
const MOST_BYTES = 5 * 1024 * 1024;
const MINUTES_OF_DAY = 1440;

/** Bytes of the table with its indexes; on SQLite of the whole file, in which nothing else grows here. */
async function size(): Promise<number> {
  const { db, engine } = server.current.services.database;
  const { rows } =
    engine.name === 'postgres'
      ? await sql<{ bytes: number }>`select pg_total_relation_size('monitored') as bytes`.execute(db)
      : await sql<{ bytes: number }>`select page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
}

it('is at most five megabytes for a server, its hours written again with every minute', async () => {
  // As long as figures get: most of them are shorter.
  const figures = MONITORED.map(() => 123_456_789.12);
  const start = Math.floor(server.current.now() / HOUR_MS) * HOUR_MS;
  const name = 'a-server-with-a-long-name.example';
  const before = await size();
  await server.current.services.database.transact(async (tx) => {
    const kept = new MonitoringRepository(tx);
    for (let minute = 0; minute < MINUTES_OF_DAY; minute++) {
      const at = start + minute * MINUTE_MS;
      await kept.write(60, { server: name, at, figures });
      await kept.write(3600, { server: name, at: Math.floor(at / HOUR_MS) * HOUR_MS, figures });
    }
  });
  const rows = await server.current.db.selectFrom('monitored').select('span').execute();
  expect(rows.filter(({ span }) => span === 60)).toHaveLength(MINUTES_OF_DAY);
  expect(rows.filter(({ span }) => span === 3600)).toHaveLength(24);
  const grown = (await size()) - before;
  expect(grown).toBeGreaterThan(0);
  expect(grown).toBeLessThanOrEqual(MOST_BYTES);
});
