import { closeDataDirectory, isDataDirectory, makeDataDirectory } from '../data-directory.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { NoInstallationError } from '../db/no-installation.ts';
import type { DatabaseLimits } from '../db/postgres-limits.ts';
import { SystemClock, systemClock, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Secret } from '../kernel/secret.ts';
import { openStorage, type Storage } from '../storage/open-storage.ts';
import type { S3Options } from '../storage/s3/s3-bucket.ts';
import { productVersion } from '../version.ts';
import { AuditService } from './audit/audit.service.ts';
import { EventOutbox } from './event/event-outbox.service.ts';
import { SettingService } from './setting/setting.service.ts';
import {
  givenSigningKey,
  sharedSigningKey,
  signingKeyFile,
  type SigningKeyStore,
} from './signing/signing-key-store.ts';
import { SigningService } from './signing/signing.service.ts';
import { VaultService } from './vault/vault.service.ts';

export interface FoundationOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** How long PostgreSQL may take, where that is not what the product grants it. */
  databaseLimits?: Partial<DatabaseLimits> | undefined;
  masterKey?: string | undefined;
  /** What signs recordings, where that is not made here. */
  signingKey?: Secret | undefined;
  /** Works on an installation that is there, and makes none: for everything but the server itself. */
  mustExist?: boolean | undefined;
  /** Brings an older SQLite database up to date without a copy of it. */
  skipsUpgradeCopy?: boolean | undefined;
  /** Keeps files in S3 instead of the data directory. */
  s3?: S3Options | undefined;
  logger: Logger;
  clock?: Clock | undefined;
}

/** What every area of the product stands on. */
export interface Foundation {
  dataDir: string;
  logger: Logger;
  clock: Clock;
  database: Database;
  vault: VaultService;
  /** Where whatever happens is left for those outside. */
  eventOutbox: EventOutbox;
  audit: AuditService;
  settings: SettingService;
  signing: SigningService;
  storage: Storage;
}

export async function layFoundation(options: FoundationOptions): Promise<Foundation> {
  const { dataDir, logger, clock = systemClock } = options;
  const hasDatabase = options.databaseUrl === undefined;
  if (options.mustExist && !isDataDirectory(dataDir, { hasDatabase })) {
    throw new NoInstallationError(dataDir, options.databaseUrl);
  }
  makeDataDirectory(dataDir);
  const database = await openDatabase({ ...options, version: productVersion() });
  try {
    closeDataDirectory(options.dataDir, logger);
    await followDatabase(clock, database);
    const vault = await VaultService.open(database, options);
    const eventOutbox = new EventOutbox(database, clock, productVersion());
    const audit = new AuditService(database, await vault.systemSecret('audit-key'), clock, eventOutbox);
    const settings = new SettingService({ database, vault, audit, clock });
    // Before anybody asks what time of day it is.
    await settings.get('time-zone');
    const store = signingKeyStore(options, { database, vault });
    const signing = new SigningService({ database, audit, clock, logger, store });
    const storage = await openStorage(options);
    return { dataDir, logger, clock, database, vault, eventOutbox, audit, settings, signing, storage };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function signingKeyStore(
  { signingKey, databaseUrl, dataDir }: FoundationOptions,
  { database, vault }: Pick<Foundation, 'database' | 'vault'>,
): SigningKeyStore {
  if (signingKey) {
    return givenSigningKey(signingKey);
  }
  return databaseUrl === undefined ? signingKeyFile(dataDir) : sharedSigningKey(database, vault);
}

/** Before anything is written down with a time. */
async function followDatabase(clock: Clock, { db, engine }: Database): Promise<void> {
  if (clock instanceof SystemClock) {
    const askedAt = Date.now();
    const { now } = await db.selectNoFrom(engine.now().as('now')).executeTakeFirstOrThrow();
    clock.follow(now, askedAt);
  }
}
