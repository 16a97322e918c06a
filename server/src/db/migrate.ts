import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';

import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
import type { Engine } from './dialect.ts';
import { refuseNewer } from './newer-database.ts';
import type { Schema } from './schema.ts';
import type { Step } from './step.ts';
import { ACCESS_STEPS } from './tables/access.ts';
import { FILES_STEPS } from './tables/files.ts';
import { FLEET_STEPS } from './tables/fleet.ts';
import { IDENTITY_STEPS } from './tables/identity.ts';
import { OPERATIONS_STEPS } from './tables/operations.ts';
import { PLATFORM_STEPS } from './tables/platform.ts';
import { SESSION_STEPS } from './tables/session.ts';
import type { Upgrade } from './upgrade-copy.ts';

/**
 * In order of their numbers. A new one takes the highest: a step before one that some database has taken would never be run
 * there. The numbers 0012 to 0014 were given out and not used; they stay empty.
 */
export const STEPS: Record<string, Step> = Object.fromEntries(
  Object.entries({
    ...PLATFORM_STEPS,
    ...IDENTITY_STEPS,
    ...ACCESS_STEPS,
    ...FILES_STEPS,
    ...SESSION_STEPS,
    ...FLEET_STEPS,
    ...OPERATIONS_STEPS,
  }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

const FIRST_WITH_VERSION = '0019';

/** For the operator. */
export class TablesInUseError extends Error {
  constructor(cause: unknown) {
    super(
      'the tables could not be brought up to date, because others are using them: a backup that is being made, or a ' +
        'transaction that was left open. Nothing is lost; start again when it has ended.',
      { cause },
    );
  }
}

/**
 * A table that others are using is waited for so long; meanwhile nobody else can begin to use it. PostgreSQL looks for
 * deadlocks after a second, and may then break off the other one's work: this must have given way long before.
 */
const LOCK_MS = 0.3 * SECOND_MS;
const LOCK_PATIENCE_MS = MINUTE_MS;
const LOCK_PAUSE_MS = 200;

/**
 * Takes the steps that are missing: into an empty database, or one that nobody else uses, all of them or none. Where other
 * servers may be at work, one after the other, so that none holds more tables than it changes. Answers what was missing.
 */
export async function migrate(
  db: Kysely<Schema>,
  engine: Engine,
  version: string,
  patienceMs = LOCK_PATIENCE_MS,
  beforeUpgrade?: (upgrade: Upgrade) => Promise<void>,
): Promise<string[]> {
  const { taken, writtenBy } = await refuseNewer(db, Object.keys(STEPS), version);
  const missing = Object.keys(STEPS).filter((name) => !taken.has(name));
  if (taken.size > 0 && missing.length > 0) {
    await beforeUpgrade?.({ from: writtenBy, to: version });
  }
  const migrations = Object.fromEntries(
    Object.entries(STEPS).map(([name, step]): [string, Migration] => [
      name,
      {
        up: async (tx: Kysely<Schema>) => {
          await engine.limitWaiting(tx, LOCK_MS);
          await step(tx as unknown as Kysely<never>, engine);
          if (name >= FIRST_WITH_VERSION) {
            await writeVersion(tx, version);
          }
        },
      },
    ]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  if (!engine.isShared || taken.size === 0) {
    refuseFailed(await migrator.migrateToLatest());
    return missing;
  }
  for (let step = 0; step < missing.length; step += 1) {
    await patiently(engine, patienceMs, async () => refuseFailed(await migrator.migrateUp()));
  }
  return missing;
}

function refuseFailed({ error }: MigrationResultSet): void {
  if (error) {
    throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  }
}

/** Again, while others are in the way. */
async function patiently(engine: Engine, patienceMs: number, work: () => Promise<void>): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!engine.isConflict(error)) {
        throw error;
      }
      if (performance.now() >= until) {
        throw new TablesInUseError(error);
      }
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

async function writeVersion(tx: Kysely<Schema>, version: string): Promise<void> {
  await tx
    .insertInto('database_version')
    .values({ id: 1, version })
    .onConflict((c) => c.column('id').doUpdateSet({ version }))
    .execute();
}
