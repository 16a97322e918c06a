import { setTimeout as sleep } from 'node:timers/promises';

import type { Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';

import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts';
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
import { serverProcess } from './migrations/0016_server_process.ts';
import { loginProof } from './migrations/0017_login_proof.ts';
import { credentialAddresses } from './migrations/0018_credential_addresses.ts';
import { databaseVersion } from './migrations/0019_database_version.ts';
import { unseenCommands } from './migrations/0020_unseen_commands.ts';
import { notice } from './migrations/0021_notice.ts';
import { userPreference } from './migrations/0022_user_preference.ts';
import { storage } from './migrations/0023_storage.ts';
import { storedRecordingFile } from './migrations/0025_stored_recording_file.ts';
import { overview } from './migrations/0030_overview.ts';
import { monitored } from './migrations/0031_monitored.ts';
import { commandRun } from './migrations/0032_command_run.ts';
import { job } from './migrations/0034_job.ts';
import { dashboard } from './migrations/0036_dashboard.ts';
import { allowedCommands } from './migrations/0037_allowed_commands.ts';
import { alert } from './migrations/0038_alert.ts';
import { node } from './migrations/0039_node.ts';
import { peer } from './migrations/0040_peer.ts';
import { gpu } from './migrations/0041_gpu.ts';
import { vm } from './migrations/0042_vm.ts';
import { commandRunRequest } from './migrations/0043_command_run_request.ts';
import { sessionVm } from './migrations/0044_session_vm.ts';
import { nodeAction } from './migrations/0045_node_action.ts';
import { nodeExpectation } from './migrations/0046_node_expectation.ts';
import { commandShown } from './migrations/0047_command_shown.ts';
import { drain } from './migrations/0048_drain.ts';
import { vmSample } from './migrations/0049_vm_sample.ts';
import { hostKeySource } from './migrations/0050_host_key_source.ts';
import { recordingDisk } from './migrations/0051_recording_disk.ts';
import { fleetOrder } from './migrations/0052_fleet_order.ts';
import { indexedBy } from './migrations/0053_indexed_by.ts';
import { clusterWord } from './migrations/0054_cluster_word.ts';
import { powerNotice } from './migrations/0055_power_notice.ts';
import { severalServers } from './migrations/0056_several_servers.ts';
import { soleWork } from './migrations/0057_sole_work.ts';
import { accountCustody } from './migrations/0058_account_custody.ts';
import { storageEntries } from './migrations/0059_storage_entries.ts';
import { boundedLogs } from './migrations/0060_bounded_logs.ts';
import { recordingRemoval } from './migrations/0061_recording_removal.ts';
import { alertOwner } from './migrations/0062_alert_owner.ts';
import { work } from './migrations/0063_work.ts';
import { sessionBegun } from './migrations/0064_session_begun.ts';
import { loginLogAccount } from './migrations/0065_login_log_account.ts';
import { refuseNewer } from './newer-database.ts';
import type { Schema } from './schema.ts';
import type { Upgrade } from './upgrade-copy.ts';

/** A numbered step. Runs on both engines; what differs is asked of the engine. */
export type Step = (db: Kysely<never>, engine: Engine) => Promise<void>;

/**
 * In order, and only ever added to at the end: a step before one that some database has taken would never be run there.
 * The numbers 0012 to 0014 were given out and not used; they stay empty.
 */
export const STEPS: Record<string, Step> = {
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
  '0016_server_process': serverProcess,
  '0017_login_proof': loginProof,
  '0018_credential_addresses': credentialAddresses,
  '0019_database_version': databaseVersion,
  '0020_unseen_commands': unseenCommands,
  '0021_notice': notice,
  '0022_user_preference': userPreference,
  '0023_storage': storage,
  '0025_stored_recording_file': storedRecordingFile,
  '0030_overview': overview,
  '0031_monitored': monitored,
  '0032_command_run': commandRun,
  '0034_job': job,
  '0036_dashboard': dashboard,
  '0037_allowed_commands': allowedCommands,
  '0038_alert': alert,
  '0039_node': node,
  '0040_peer': peer,
  '0041_gpu': gpu,
  '0042_vm': vm,
  '0043_command_run_request': commandRunRequest,
  '0044_session_vm': sessionVm,
  '0045_node_action': nodeAction,
  '0046_node_expectation': nodeExpectation,
  '0047_command_shown': commandShown,
  '0048_drain': drain,
  '0049_vm_sample': vmSample,
  '0050_host_key_source': hostKeySource,
  '0051_recording_disk': recordingDisk,
  '0052_fleet_order': fleetOrder,
  '0053_indexed_by': indexedBy,
  '0054_cluster_word': clusterWord,
  '0055_power_notice': powerNotice,
  '0056_several_servers': severalServers,
  '0057_sole_work': soleWork,
  '0058_account_custody': accountCustody,
  '0059_storage_entries': storageEntries,
  '0060_bounded_logs': boundedLogs,
  '0061_recording_removal': recordingRemoval,
  '0062_alert_owner': alertOwner,
  '0063_work': work,
  '0064_session_begun': sessionBegun,
  '0065_login_log_account': loginLogAccount,
};

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
