import type { TestProject } from 'vitest/node';

import { openDatabase } from '../db/database.ts';
import { newId } from '../kernel/id.ts';
import { createLogger } from '../kernel/logger.ts';
import { productVersion } from '../version.ts';
import { onServer } from './test-server.ts';

/** Once for a whole test run on PostgreSQL: what every test server's database is a copy of. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = new URL(project.config.env['JADEGATE_TEST_DATABASE_URL'] ?? '');
  const name = `migrated_${newId().replaceAll('-', '')}`;
  await onServer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const logger = createLogger('silent', { write: () => undefined });
  // PostgreSQL copies only what nobody is connected to.
  await (
    await openDatabase({ dataDir: '', databaseUrl: own.href, version: productVersion(), logger })
  ).close();
  project.provide('migratedDatabase', name);
  return () => onServer(url, `drop database ${name} with (force)`);
}
