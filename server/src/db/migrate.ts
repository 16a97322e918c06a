import { Migrator, type Kysely, type Migration } from 'kysely';

import type { Engine } from './dialect.ts';
import { identity } from './migrations/0001_identity.ts';
import { vaultAndAudit } from './migrations/0002_vault_and_audit.ts';
import { credential } from './migrations/0003_credential.ts';
import { people } from './migrations/0004_people.ts';
import { door } from './migrations/0005_door.ts';
import { factors } from './migrations/0006_factors.ts';
import { settings } from './migrations/0007_settings.ts';
import { connections } from './migrations/0008_connections.ts';
import { session } from './migrations/0009_session.ts';
import { sessionCommand } from './migrations/0010_session_command.ts';
import { sessionShare } from './migrations/0011_session_share.ts';
import { storageLogSearch } from './migrations/0015_storage_log_search.ts';
import type { Schema } from './schema.ts';

/** A numbered step. Runs on both engines; what differs is asked of the engine. */
export type Step = (db: Kysely<never>, engine: Engine) => Promise<void>;

const STEPS: Record<string, Step> = {
  '0001_identity': identity,
  '0002_vault_and_audit': vaultAndAudit,
  '0003_credential': credential,
  '0004_people': people,
  '0005_door': door,
  '0006_factors': factors,
  '0007_settings': settings,
  '0008_connections': connections,
  '0009_session': session,
  '0010_session_command': sessionCommand,
  '0011_session_share': sessionShare,
  '0015_storage_log_search': storageLogSearch,
};

export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(STEPS).map(([name, step]): [string, Migration] => [
      name,
      { up: (tx) => step(tx as Kysely<never>, engine) },
    ]),
  );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  }
}
