import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

import { countDump, restoreDump } from '../../db/postgres-dump.ts';
import { inspectSqlite, type DatabaseFinding } from '../../db/sqlite/sqlite-copy.ts';
import { AppError } from '../../kernel/app-error.ts';
import { Keyring } from '../../kernel/keyring.ts';
import { makePrivateFolder } from '../../kernel/private-files.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { DiskStore } from '../../storage/disk/disk-store.ts';
import { putStream } from '../../storage/put-stream.ts';
import { openBucket, type S3Options } from '../../storage/s3/s3-bucket.ts';
import { S3Store } from '../../storage/s3/s3-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import type { BackupTarget } from './backup-target.ts';
import {
  FILE_LIST,
  IN_BUCKET,
  KEY_PLACE,
  ListedFile,
  Manifest,
  MANIFEST,
  type Tree,
} from './full-backup.format.ts';

export interface Rehearsal {
  manifest: Manifest;
  database: DatabaseFinding;
  files: number;
  bytes: number;
  /** Files of the list that are not there, or are not what was written. */
  absent: string[];
  changed: string[];
  /** Undefined when no key was given. */
  keyFits: boolean | undefined;
}

/** Reads whole backups: to find out what is in one, and to put it back. */
export class FullBackupReader {
  readonly #store: ByteStore;
  readonly #name: string;

  constructor({ store, name }: BackupTarget) {
    this.#store = store;
    this.#name = name;
  }

  /**
   * Does all of a restore but the last step. The database is put into a throw-away folder and opened there; files are read to
   * their end and compared, one by one, and not kept, so that it needs no more room than the database.
   */
  async rehearse(folder: string, masterKey: string | undefined): Promise<Rehearsal> {
    const manifest = await this.readManifest();
    const work = await mkdtemp(path.join(folder, 'jadegate-rehearsal-'));
    try {
      const found: Pick<Rehearsal, 'files' | 'bytes' | 'absent' | 'changed'> = {
        files: 0,
        bytes: 0,
        absent: [],
        changed: [],
      };
      const database = await this.#openDatabase(manifest, work);
      for await (const file of this.#listed(manifest, work)) {
        const state = await this.#compare(file);
        if (state === 'same') {
          found.files += 1;
          found.bytes += file.bytes;
        } else {
          found[state].push(file.path);
        }
      }
      return { manifest, database, ...found, keyFits: keyFits(manifest, masterKey) };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  /** Makes a data directory of it, which a server is started with once the master key lies there. */
  async restore(
    into: string,
    { databaseUrl, s3 }: { databaseUrl?: string | undefined; s3?: S3Options | undefined },
  ): Promise<Manifest> {
    const manifest = await this.readManifest();
    if ((await readdir(into).catch(() => [])).length > 0) {
      throw new AppError('full_backup.into_taken', { params: { target: into } });
    }
    const isPostgres = manifest.engine === 'postgres';
    if (isPostgres !== (databaseUrl !== undefined)) {
      throw this.#notWhole(isPostgres ? 'PostgreSQL: DATABASE_URL?' : 'SQLite: DATABASE_URL?');
    }
    if (manifest.isInS3 && !s3) {
      throw new AppError('full_backup.s3_needed');
    }
    makePrivateFolder(into);
    // Under this name a server does not find it, until everything is there.
    const draft = path.join(into, '.restoring');
    await mkdir(draft, { mode: 0o700 });
    const { body } = await this.#store.read(manifest.database.path);
    if (databaseUrl === undefined) {
      await pipeline(body, createWriteStream(path.join(draft, 'jadegate.db'), { mode: 0o600 }));
    } else {
      await restoreDump(body, databaseUrl);
    }
    const targetOf = await places(into, s3, manifest);
    for await (const { path: from, checksum } of this.#listed(manifest, draft)) {
      const [, tree = '', ...rest] = from.split('/');
      const read = await this.#store.read(from);
      const put = await putStream(targetOf(tree as Tree), `/${rest.join('/')}`, read.body);
      if (put.checksum !== checksum) {
        throw this.#notWhole(from);
      }
    }
    await writeFile(path.join(into, 'disk.id'), `${manifest.disk}\n`, { mode: 0o600 });
    if (databaseUrl === undefined) {
      await rename(path.join(draft, 'jadegate.db'), path.join(into, 'jadegate.db'));
    }
    await rm(draft, { recursive: true });
    return manifest;
  }

  async readManifest(): Promise<Manifest> {
    try {
      return Manifest.parse(JSON.parse((await this.#readWhole(MANIFEST)).toString('utf8')));
    } catch (error) {
      if (isStorage(error, 'not_found')) {
        throw this.#notWhole('manifest.json?');
      }
      throw error instanceof Error && 'issues' in error ? this.#notWhole('manifest.json') : error;
    }
  }

  async #openDatabase({ engine, database }: Manifest, work: string): Promise<DatabaseFinding> {
    if ((await this.#compare(database)) !== 'same') {
      return { isWhole: false, rows: {} };
    }
    const { body } = await this.#store.read(database.path);
    if (engine === 'postgres') {
      return { isWhole: true, rows: await countDump(body) };
    }
    const file = path.join(work, 'jadegate.db');
    await pipeline(body, createWriteStream(file, { mode: 0o600 }));
    return inspectSqlite(file);
  }

  /** The list is copied first, and read only if it is what was written. */
  async *#listed({ list }: Manifest, work: string): AsyncGenerator<ListedFile> {
    if ((await this.#compare({ ...list, path: FILE_LIST })) !== 'same') {
      throw this.#notWhole('files.jsonl');
    }
    const copy = path.join(work, 'files.jsonl');
    await pipeline((await this.#store.read(FILE_LIST)).body, createWriteStream(copy, { mode: 0o600 }));
    for await (const line of createInterface({ input: createReadStream(copy), crlfDelay: Infinity })) {
      yield ListedFile.parse(JSON.parse(line));
    }
  }

  async #compare({ path: place, bytes, checksum }: ListedFile): Promise<'same' | 'absent' | 'changed'> {
    const sum = createHash('sha256');
    let read = 0;
    try {
      for await (const chunk of (await this.#store.read(place)).body as AsyncIterable<Uint8Array>) {
        sum.update(chunk);
        read += chunk.length;
      }
    } catch (error) {
      if (isStorage(error, 'not_found')) {
        return 'absent';
      }
      throw error;
    }
    return read === bytes && sum.digest('hex') === checksum ? 'same' : 'changed';
  }

  async #readWhole(place: string): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await this.#store.read(place)).body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  #notWhole(reason: string): AppError {
    return new AppError('full_backup.not_whole', { params: { target: this.#name, reason } });
  }
}

function keyFits({ keySample }: Manifest, masterKey: string | undefined): boolean | undefined {
  if (masterKey === undefined) {
    return undefined;
  }
  try {
    Keyring.parse(masterKey).open(keySample, KEY_PLACE);
    return true;
  } catch {
    return false;
  }
}

async function places(
  into: string,
  s3: S3Options | undefined,
  { isInS3 }: Manifest,
): Promise<(tree: Tree) => ByteStore> {
  const bucket = s3 && isInS3 ? await openBucket(s3) : undefined;
  const drafts = path.join(into, 'uploads');
  const disk = (name: string) => new DiskStore({ root: path.join(into, name), drafts });
  const opened = new Map<Tree, ByteStore>();
  return (tree) => {
    const prefix = IN_BUCKET[tree];
    const store =
      opened.get(tree) ?? (bucket && prefix !== undefined ? new S3Store(bucket, prefix) : disk(tree));
    opened.set(tree, store);
    return store;
  };
}
