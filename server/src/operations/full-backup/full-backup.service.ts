import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import type { Database } from '../../db/database.ts';
import { dumpPostgres } from '../../db/postgres-dump.ts';
import { copySqlite } from '../../db/sqlite/sqlite-copy.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { diskIdOf } from '../../kernel/disk-id.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { DiskSpaceService } from '../../platform/disk-space/disk-space.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import type { Storage } from '../../storage/open-storage.ts';
import type { S3Options } from '../../storage/s3/s3-bucket.ts';
import type { BackupService } from '../backup/backup.service.ts';
import { inWords, openNewTarget, type NewTarget } from './backup-target.ts';
import { listSources } from './backup-trees.ts';
import { sweepWork, WORK_PREFIX } from './backup-work.ts';
import { BackupWriter, type Guard } from './backup-writer.ts';
import {
  CONFIGURATION,
  FORMAT,
  KEY_PLACE,
  MANIFEST,
  type ListedFile,
  type Manifest,
} from './full-backup.format.ts';
import { FullBackupRepository, WHOLE_BACKUP } from './full-backup.repository.ts';

interface Dependencies {
  database: Database;
  databaseUrl?: string | undefined;
  dataDir: string;
  storage: Storage;
  s3?: S3Options | undefined;
  vault: VaultService;
  backups: Pick<BackupService, 'exportFor'>;
  audit: AuditService;
  diskSpace: Pick<DiskSpaceService, 'isLow'>;
  clock: Clock;
  version: string;
}

interface FullBackupMade {
  target: string;
  manifest: Manifest;
}

const NAMED_SESSIONS = 100;

/**
 * The whole installation but its keys: database, recordings, files of spaces, audit archives. The database comes first, so
 * that every file it names is older than what is looked for; the manifest comes last, and makes it a backup.
 */
export class FullBackupService {
  readonly #deps: Dependencies;
  readonly #rows: FullBackupRepository;
  #isBusy = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new FullBackupRepository(dependencies.database.db);
  }

  /** When the last one was made, by a job or a command, as far as the audit log goes back. */
  lastMadeAt(): Promise<number | undefined> {
    return this.#rows.findLastMade();
  }

  /** Removes what one left that the end of its process broke off. */
  sweep(): Promise<void> {
    return sweepWork(this.#deps.dataDir);
  }

  /** Whether one that lies on the disk came to its end; also where that cannot be found out. */
  async isWhole(folder: string): Promise<boolean> {
    try {
      await stat(path.join(folder, MANIFEST));
      return true;
    } catch (error) {
      return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
    }
  }

  /** Under a name with the time of day in a place that holds several. */
  createIn(
    who: Actor | Caller,
    place: string,
    options: { passphrase?: Secret | undefined; signal?: AbortSignal } = {},
  ) {
    const stamp = familyTime(this.#deps.clock.now()).replace(/\D/g, '');
    return this.create(who, `${place.replace(/\/+$/, '')}/jadegate-full-${stamp}`, options);
  }

  async create(
    who: Actor | Caller,
    name: string,
    { passphrase, signal }: { passphrase?: Secret | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<FullBackupMade> {
    if (this.#isBusy) {
      throw new AppError('backup.busy');
    }
    this.#isBusy = true;
    const { dataDir } = this.#deps;
    let work: string | undefined;
    try {
      await sweepWork(dataDir);
      work = await mkdtemp(path.join(dataDir, WORK_PREFIX));
      const target = await openNewTarget(name, this.#deps);
      try {
        const guard = await this.#guardOf(target, signal);
        const manifest = await inWords(target.name, () =>
          this.#write(who, target.store, { work: work ?? '', passphrase, guard, signal }),
        );
        return { target: target.name, manifest };
      } catch (error) {
        // Why it broke off is what counts.
        await target.discard().catch(() => undefined);
        throw error;
      } finally {
        await target.close();
      }
    } finally {
      this.#isBusy = false;
      if (work !== undefined) {
        await rm(work, { recursive: true, force: true });
      }
    }
  }

  /** What is asked before every piece: whether it is still wanted, and whether sessions keep the room they need. */
  async #guardOf({ folder, name }: NewTarget, signal: AbortSignal | undefined): Promise<Guard> {
    const { dataDir, diskSpace } = this.#deps;
    const own = [dataDir, path.join(dataDir, 'recordings')];
    const devices = await Promise.all(own.map((one) => stat(one).catch(() => undefined)));
    const device = folder === undefined ? undefined : (await stat(folder)).dev;
    const sharesDisk = device !== undefined && devices.some((one) => one?.dev === device);
    const guard = async () => {
      signal?.throwIfAborted();
      if (sharesDisk && (await diskSpace.isLow())) {
        throw new AppError('full_backup.target_full', { params: { target: name } });
      }
    };
    await guard();
    return guard;
  }

  async #write(
    who: Actor | Caller,
    store: ByteStore,
    {
      work,
      passphrase,
      guard,
      signal,
    }: { work: string; passphrase?: Secret | undefined; guard: Guard; signal?: AbortSignal | undefined },
  ): Promise<Manifest> {
    const { vault, backups, audit, clock, version, dataDir, storage } = this.#deps;
    const writer = new BackupWriter(store, guard);
    const sessions = await this.#rows.listRecorded();
    const database = await this.#putDatabase(writer, work, signal);
    const configuration =
      passphrase &&
      (await writer.put(CONFIGURATION, Readable.from([(await backups.exportFor(who, passphrase)).body])));
    const { recorded, ...copied } = await writer.putTrees(listSources(dataDir, storage.bucket), work);
    const missing = sessions.filter((id) => !recorded.has(id));
    const manifest: Manifest = {
      format: FORMAT,
      product: version,
      created: new Date(clock.now()).toISOString(),
      engine: this.#deps.databaseUrl === undefined ? 'sqlite' : 'postgres',
      database,
      ...(configuration && { configuration }),
      ...copied,
      isInS3: storage.bucket !== undefined,
      disk: await diskIdOf(dataDir),
      keySample: vault.sealSample(KEY_PLACE),
      missing: { count: missing.length, sessions: missing.slice(0, NAMED_SESSIONS) },
    };
    await writer.put(MANIFEST, Readable.from([Buffer.from(JSON.stringify(manifest, undefined, 2))]));
    const detail = { files: manifest.files, bytes: manifest.bytes, missing: missing.length };
    await audit.writeAlone(who, {
      action: 'backup.whole',
      object: { type: 'backup', id: WHOLE_BACKUP, name: '' },
      detail,
    });
    return manifest;
  }

  async #putDatabase(
    writer: BackupWriter,
    work: string,
    signal: AbortSignal | undefined,
  ): Promise<ListedFile> {
    const { databaseUrl, dataDir } = this.#deps;
    if (databaseUrl !== undefined) {
      return writer.put('/database.pgdump', dumpPostgres(databaseUrl, signal));
    }
    const copy = path.join(work, 'database.sqlite');
    await copySqlite({ file: path.join(dataDir, 'jadegate.db'), to: copy }, signal);
    const put = await writer.put('/database.sqlite', createReadStream(copy));
    await rm(copy);
    return put;
  }
}
