import { randomUUID } from 'node:crypto';

import type { TestProject } from 'vitest/node';

import { onPostgres } from './on-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the names of the databases begin with that test servers copy; each worker makes one. */
    migratedDatabases: string;
  }
}

/** Once for a whole test run on PostgreSQL. It loads nothing of the product, whose sources only workers can. */
export function setup(project: TestProject): () => Promise<void> {
  const url = new URL(project.config.env['JADEGATE_TEST_DATABASE_URL'] ?? '');
  const prefix = `migrated_${randomUUID().replaceAll('-', '')}`;
  project.provide('migratedDatabases', prefix);
  return async () => {
    const made = await onPostgres<{ datname: string }>(
      url,
      `select datname from pg_database where datname like '${prefix}%'`,
    );
    for (const { datname } of made) {
      await onPostgres(url, `drop database ${datname} with (force)`);
    }
  };
}
