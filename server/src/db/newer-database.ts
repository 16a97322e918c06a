import type { Kysely } from 'kysely';

import type { Schema } from './schema.ts';

/** The tables were changed by a version of the product that this one does not know. */
export class NewerDatabaseError extends Error {
  constructor(theirs: string | undefined, ours: string) {
    super(
      `the database was written by ${theirs ? `version ${theirs}` : 'a newer version'}, and this is version ${ours}, ` +
        `which cannot read it. Nothing was changed. Start ${theirs ? `version ${theirs} or a newer one` : 'the newer version'} again, ` +
        'or go back to a copy of the database from before the update.',
    );
  }
}

interface KyselyTables {
  kysely_migration: { name: string };
}

interface Taken {
  taken: ReadonlySet<string>;
  /** The version of the product that changed the tables last. */
  writtenBy: string | undefined;
}

/** Refuses before anything is written. Answers the steps that were taken. */
export async function refuseNewer(
  db: Kysely<Schema>,
  steps: readonly string[],
  version: string,
): Promise<Taken> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const has = (name: string) => tables.some((table) => table.name === name);
  if (!has('kysely_migration')) {
    return { taken: new Set(), writtenBy: undefined };
  }
  const taken = await (db as unknown as Kysely<KyselyTables>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const written = has('database_version')
    ? await db.selectFrom('database_version').select('version').executeTakeFirst()
    : undefined;
  if (taken.every(({ name }) => steps.includes(name))) {
    return { taken: new Set(taken.map(({ name }) => name)), writtenBy: written?.version };
  }
  // The same version twice would be a sentence without sense: then it was a build of its own.
  throw new NewerDatabaseError(written?.version === version ? undefined : written?.version, version);
}
