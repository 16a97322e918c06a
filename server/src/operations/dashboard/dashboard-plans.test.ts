// On both engines: plans of statements.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import type { Db } from '../../db/database.ts';
import { aSession } from '../../testing/session-rows.ts';
import { plansOf, wholeTables } from '../../testing/statement-plans.ts';
import { useTestServer } from '../../testing/test-server.ts';
import { OverviewRepository } from '../overview/overview.repository.ts';
import { ActivityRepository } from './activity.repository.ts';
import { DashboardRepository } from './dashboard.repository.ts';

/** What is asked for everybody who opens the dashboard, with years behind it. */
const server = useTestServer();

const MARK = { at: 1, id: '' };
const WORK: [name: string, work: (db: Db) => Promise<unknown>][] = [
  ['people and assets', (db) => new OverviewRepository(db).countFew(1)],
  ['past sessions', (db) => new OverviewRepository(db).countStep('pastSessions', undefined)],
  ['more past sessions', (db) => new OverviewRepository(db).countStep('pastSessions', MARK)],
  ['failed logins', (db) => new OverviewRepository(db).countStep('failedLogins', undefined)],
  ['more failed logins', (db) => new OverviewRepository(db).countStep('failedLogins', MARK)],
  ['protocols', (db) => new OverviewRepository(db).countProtocols()],
  ['a day of the family', (db) => new OverviewRepository(db).countDay(1, 2)],
  ['a day of logins', (db) => new ActivityRepository(db).readLogins(1, 2)],
  ['a day of sessions', (db) => new ActivityRepository(db).readSessions(1, 2)],
  ['the name of an asset', (db) => new ActivityRepository(db).nameOf('asset', 'a')],
  ['the name of a person', (db) => new ActivityRepository(db).nameOf('user', 'u')],
  ['live sessions', (db) => new DashboardRepository(db).countLive()],
  ['who is online', (db) => new DashboardRepository(db).listOnline(1)],
  ['the newest failed logins', (db) => new DashboardRepository(db).listFailures()],
  ['the first steps', (db) => new DashboardRepository(db).readSteps()],
  ['what nobody reviewed', (db) => new DashboardRepository(db).countUnreviewed(1)],
  ['what cannot be reached', (db) => new DashboardRepository(db).countUnreachable()],
  [
    'grants that end',
    (db) => new DashboardRepository(db).listEndingGrants([1, 2], { users: true, groups: true }),
  ],
];

describe('the statements of the dashboard', () => {
  it.each(WORK)('%s: no table is read from end to end', async (_, work) => {
    const plans = await plansOf(server.current.services.database, work);
    expect(plans).not.toEqual([]);
    expect(wholeTables(plans)).toEqual([]);
  });

  it.each(WORK)('%s: what is counted of sessions and logins is bounded by its condition', async (_, work) => {
    const plans = await plansOf(server.current.services.database, work);
    const long = plans
      .filter(({ sql }) => /from "?(session|login_log)"?/.test(sql) && /count\(|sum\(/.test(sql))
      .flatMap(({ reads }) => reads);
    // SQLite: SEARCH is a piece of an index, SCAN all of it.
    expect(long.filter((line) => line.startsWith('SCAN'))).toEqual([]);
    expect(long.filter((line) => line.startsWith('SEARCH') && !line.includes('COVERING INDEX'))).toEqual([]);
  });

  it('what was reviewed long ago is not looked at to find what was not', async () => {
    // PostgreSQL chooses by what there is: nearly all of it reviewed.
    for (let n = 0; n < 300; n += 1) {
      await aSession(server.current, { disconnected_at: 2, reviewed: 1 });
    }
    await sql`analyze session`.execute(server.current.db);
    const [plan] = await plansOf(server.current.services.database, (db) =>
      new DashboardRepository(db).countUnreviewed(1),
    );
    expect(plan?.reads.join()).toContain('session_unreviewed_ix');
  });
});
