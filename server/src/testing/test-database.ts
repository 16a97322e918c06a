import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hash } from '@node-rs/argon2';
import { inject } from 'vitest';

import type { DatabaseLimits } from '../db/postgres-limits.ts';
import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import { createServices } from '../services.ts';
import { onPostgres } from './on-postgres.ts';

export const ADMIN_PASSWORD = 'correct horse battery';
export const FIRST_ADMIN = { username: 'admin', password: ADMIN_PASSWORD };

/** SQLite in a temporary folder, or a new PostgreSQL database. */
export interface TestDatabase {
  dataDir: string;
  databaseUrl?: string | undefined;
  remove(): Promise<void>;
}

/** Checking a password is slow on purpose, as slow as its hash says. These ask for next to nothing: tests log in often. */
export const quickHash = (password: string) =>
  hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Machines are noisy: what is not about time should not fail for want of it. */
export const PATIENT_DATABASE: DatabaseLimits = {
  connectMs: 60_000,
  statementMs: 60_000,
  answerMs: 90_000,
  urgentMs: 60_000,
};

const isPostgres = process.env.JADEGATE_TEST_ENGINE === 'postgres';

/** An installation after its first start: its data directory, and its database where that is not in it. */
interface Started {
  dataDir: string;
  databaseName?: string;
}

/** Copying it is quicker than making tables, keys and an administrator. */
let started: Promise<Started> | undefined;

async function startOnce(): Promise<Started> {
  const { folder, databasePrefix } = inject('startedInstallations');
  const place = await emptyDatabase(`${databasePrefix}_${process.pid}`, { folder });
  const logger = createLogger('silent');
  const services = await createServices({
    ...place,
    firstAdmin: FIRST_ADMIN,
    logger,
    databaseLimits: PATIENT_DATABASE,
  });
  await services.database.db
    .updateTable('user')
    .set({ password_hash: await quickHash(ADMIN_PASSWORD) })
    .execute();
  // PostgreSQL copies only what nobody is connected to.
  await services.close();
  return place;
}

/** An empty one; or `started`, with what the first start puts there. */
export async function createTestDatabase(
  engine?: 'sqlite',
  { isStarted = false } = {},
): Promise<TestDatabase> {
  const isOwnEngine = !isPostgres || engine !== 'sqlite';
  const source = isStarted && isOwnEngine ? await (started ??= startOnce()) : undefined;
  const database = isPostgres && isOwnEngine ? `test_${newId().replaceAll('-', '')}` : undefined;
  const { dataDir, databaseUrl } = await emptyDatabase(database, { template: source?.databaseName });
  if (source) {
    cpSync(source.dataDir, dataDir, { recursive: true });
  }
  return {
    dataDir,
    databaseUrl,
    remove: async () => {
      if (database !== undefined) {
        await onPostgres(adminUrl(), `drop database ${database} with (force)`);
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const adminUrl = () => new URL(process.env.JADEGATE_TEST_DATABASE_URL ?? '');

async function emptyDatabase(
  databaseName: string | undefined,
  { folder = tmpdir(), template }: { folder?: string; template?: string | undefined },
) {
  const dataDir = mkdtempSync(path.join(folder, 'jadegate-test-'));
  if (!isPostgres || databaseName === undefined) {
    return { dataDir };
  }
  await onPostgres(adminUrl(), `create database ${databaseName}${template ? ` template ${template}` : ''}`);
  const url = adminUrl();
  url.pathname = `/${databaseName}`;
  return { dataDir, databaseName, databaseUrl: url.href };
}
