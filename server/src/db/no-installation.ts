import path from 'node:path';

import { translate } from '@jadegate/contract/language';
import { OPERATOR_WORDS } from '@jadegate/contract/words/operator';
import type { Kysely } from 'kysely';

import type { Schema } from './schema.ts';

/** A database as operators know it, without whoever signs in there. */
export function databaseName(dataDir: string, databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) {
    return `SQLite ${path.join(dataDir, 'jadegate.db')}`;
  }
  const { host, pathname } = new URL(databaseUrl);
  return `PostgreSQL ${host}${pathname}`;
}

/** A command was told to work on something that no server ever started with. */
export class NoInstallationError extends Error {
  constructor(dataDir: string, databaseUrl: string | undefined) {
    const params = { dataDir, database: databaseName(dataDir, databaseUrl) };
    super(
      (['zh-TW', 'en'] as const)
        .map((language) => translate(OPERATOR_WORDS.no_installation, language, params))
        .join('\n'),
    );
  }
}

export async function hasTables(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === 'user');
}
