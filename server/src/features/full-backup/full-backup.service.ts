import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import type { Database } from '../../db/database.ts';
import { dumpPostgres } from '../../db/postgres-dump.ts';
import { copySqlite } from '../../db/sqlite/sqlite-copy.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { diskIdOf } from '../../kernel/disk-id.ts';
import { familyTime } from '../../kernel/family-time.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { ByteStore, Stored } from '../../storage/byte-store.ts';
import { DiskStore } from '../../storage/disk/disk-store.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { putStream } from '../../storage/put-stream.ts';
import type { S3Options } from '../../storage/s3/s3-bucket.ts';
import { S3Store } from '../../storage/s3/s3-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { BackupService } from '../backup/backup.service.ts';
import type { VaultService } from '../vault/vault.service.ts';
import { inWords, openNewTarget, type BackupTarget } from './backup-target.ts';
import {
  CONFIGURATION,
  FILE_LIST,
  FORMAT,
  IN_BUCKET,
  KEY_PLACE,
  MANIFEST,
  TREES,
  type ListedFile,
  type Manifest,
  type Tree,
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
  clock: Clock;
  version: string;
}

export interface FullBackupMade {
  target: string;
  manifest: Manifest;
}

const NAMED_SESSIONS = 100;

/**
 * The whole installation but its keys: database, recordings, files of spaces, audit archives. The database comes first, so
 * that every file it names is older than what is looked for; the manifest comes last, and makes it a backup.
 */
export class FullBackupService {
  readonly #on: Dependencies;
  readonly #rows: FullBackupRepository;
  #isBusy = false;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
    this.#rows = new FullBackupRepository(dependencies.database.db);
  }

  /** When the last one was made, by a job or a command, as far as the audit log goes back. */
  lastMadeAt(): Promise<number | undefined> {
    return this.#rows.findLastMade();
  }

  /** Under a name with the time of day in a place that holds several. */
  createIn(
    who: Actor | Caller,
    place: string,
    options: { passphrase?: Secret | undefined; signal?: AbortSignal } = {},
  ) {
    const stamp = familyTime(this.#on.clock.now()).replace(/\D/g, '');
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
    const work = await mkdtemp(path.join(this.#on.dataDir, '.full-backup-'));
    try {
      const target = await openNewTarget(name, this.#on.s3);
      try {
        const manifest = await inWords(target.name, () =>
          this.#write(who, target, work, { passphrase, signal }),
        );
        return { target: target.name, manifest };
      } finally {
        await target.close();
      }
    } finally {
      this.#isBusy = false;
      await rm(work, { recursive: true, force: true });
    }
  }

  async #write(
    who: Actor | Caller,
    { store }: BackupTarget,
    work: string,
    { passphrase, signal }: { passphrase?: Secret | undefined; signal?: AbortSignal | undefined },
  ): Promise<Manifest> {
    const { vault, backups, audit, clock, version } = this.#on;
    const sessions = await this.#rows.listRecorded();
    const database = await this.#putDatabase(store, work);
    const configuration =
      passphrase &&
      (await this.#put(store, CONFIGURATION, [(await backups.exportFor(who, passphrase)).body]));
    const copied = await this.#putTrees(store, work, signal);
    const missing = sessions.filter((id) => !copied.recorded.has(id));
    const manifest: Manifest = {
      format: FORMAT,
      product: version,
      created: new Date(clock.now()).toISOString(),
      engine: this.#on.databaseUrl === undefined ? 'sqlite' : 'postgres',
      database,
      ...(configuration && { configuration }),
      list: copied.list,
      files: copied.files,
      bytes: copied.bytes,
      isInS3: this.#on.storage.bucket !== undefined,
      disk: await diskIdOf(this.#on.dataDir),
      keySample: vault.sealSample(KEY_PLACE),
      missing: { count: missing.length, sessions: missing.slice(0, NAMED_SESSIONS) },
    };
    await this.#put(store, MANIFEST, [Buffer.from(JSON.stringify(manifest, undefined, 2))]);
    const detail = { files: manifest.files, bytes: manifest.bytes, missing: missing.length };
    await audit.writeAlone(who, {
      action: 'backup.whole',
      object: { type: 'backup', id: WHOLE_BACKUP, name: '' },
      detail,
    });
    return manifest;
  }

  async #putDatabase(store: ByteStore, work: string): Promise<ListedFile> {
    const { databaseUrl, dataDir } = this.#on;
    if (databaseUrl !== undefined) {
      return this.#put(store, '/database.pgdump', dumpPostgres(databaseUrl));
    }
    const copy = path.join(work, 'database.sqlite');
    await copySqlite(path.join(dataDir, 'jadegate.db'), copy);
    const put = await this.#put(store, '/database.sqlite', createReadStream(copy));
    await rm(copy);
    return put;
  }

  async #putTrees(store: ByteStore, work: string, signal: AbortSignal | undefined) {
    const listPath = path.join(work, 'files.jsonl');
    const list = createWriteStream(listPath, { mode: 0o600 });
    const recorded = new Set<string>();
    let files = 0;
    let bytes = 0;
    for (const { tree, from } of this.#sources()) {
      for await (const entry of from.walk('/')) {
        signal?.throwIfAborted();
        const put = entry.kind === 'file' ? await this.#copy(from, entry.path, store, tree) : undefined;
        if (put) {
          files += 1;
          bytes += put.bytes;
          if (tree.endsWith('recordings')) {
            recorded.add(entry.path.split('/')[1] ?? '');
          }
          if (!list.write(`${JSON.stringify(put)}\n`)) {
            await once(list, 'drain');
          }
        }
      }
    }
    list.end();
    await finished(list);
    const listed = await this.#put(store, FILE_LIST, createReadStream(listPath));
    return { list: { bytes: listed.bytes, checksum: listed.checksum }, files, bytes, recorded };
  }

  #sources(): { tree: Tree; from: ByteStore }[] {
    const { storage, dataDir } = this.#on;
    const { bucket } = storage;
    const drafts = path.join(dataDir, 'uploads');
    return TREES.flatMap((tree): { tree: Tree; from: ByteStore }[] => {
      const prefix = IN_BUCKET[tree];
      if (bucket && prefix !== undefined) {
        return [{ tree, from: new S3Store(bucket, prefix) }];
      }
      const root = path.join(dataDir, tree);
      return tree === 'stored-recordings' ? [] : [{ tree, from: new DiskStore({ root, drafts }) }];
    });
  }

  /** Undefined for one that was removed, or moved to S3, meanwhile. */
  async #copy(from: ByteStore, file: string, to: ByteStore, tree: Tree): Promise<ListedFile | undefined> {
    try {
      const { body } = await from.read(file);
      return await this.#put(to, `/${tree}${file}`, body).finally(() => body.destroy());
    } catch (error) {
      if (isStorage(error, 'not_found')) {
        return undefined;
      }
      throw error;
    }
  }

  async #put(
    store: ByteStore,
    place: string,
    source: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  ): Promise<ListedFile> {
    const stream = Array.isArray(source) ? Readable.from(source as Uint8Array[]) : source;
    const { size, checksum = '' }: Stored = await putStream(
      store,
      place,
      stream as AsyncIterable<Uint8Array>,
    );
    return { path: place, bytes: size, checksum };
  }
}
