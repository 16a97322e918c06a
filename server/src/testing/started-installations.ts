import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { TestProject } from 'vitest/node';

import { onPostgres } from './on-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each worker makes the installation that its test servers are copies of. */
    startedInstallations: { folder: string; databasePrefix: string };
  }
}

/** Once for a whole test run. It loads nothing of the product, whose sources only workers can. */
export function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-started-'));
  const databasePrefix = `started_${randomUUID().replaceAll('-', '')}`;
  project.provide('startedInstallations', { folder, databasePrefix });
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    const url = project.config.env['JADEGATE_TEST_DATABASE_URL'];
    if (url !== undefined) {
      await dropDatabases(new URL(url), databasePrefix);
    }
  };
}

async function dropDatabases(url: URL, prefix: string): Promise<void> {
  const made = await onPostgres<{ datname: string }>(
    url,
    `select datname from pg_database where datname like '${prefix}%'`,
  );
  for (const { datname } of made) {
    await onPostgres(url, `drop database ${datname} with (force)`);
  }
}
