import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

import { databaseName } from '../../db/no-installation.ts';
import { countDump, hasRelations, restoreDump } from '../../db/postgres-dump.ts';
import { inspectSqlite, type DatabaseFinding } from '../../db/sqlite/sqlite-copy.ts';
import { AppError } from '../../kernel/app-error.ts';
import { Keyring } from '../../kernel/keyring.ts';
import { makePrivateFolder } from '../../kernel/private-files.ts';
import { BUCKET_PREFIXES } from '../../storage/bucket-prefixes.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { putStream } from '../../storage/put-stream.ts';
import { openBucket, type S3Bucket, type S3Options } from '../../storage/s3/s3-bucket.ts';
import { S3Store } from '../../storage/s3/s3-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import type { BackupTarget } from './backup-target.ts';
import { storeOf, TREES, type Tree } from './backup-trees.ts';
import {
  FILE_LIST,
  FORMAT,
  KEY_PLACE,
  ListedEntry,
  Manifest,
  MANIFEST,
  type ListedFile,
} from './full-backup.format.ts';

interface Rehearsal {
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
      const database = await this.#openDatabase(manifest, work);
      const found = await this.#compareAll(manifest, work);
      return { manifest, database, ...found, keyFits: keyFits(manifest, masterKey) };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  /**
   * Makes a data directory of it, which a server is started with once the master key lies there. Everything is compared
   * before anything is written, and the database comes last: until then no server takes it for an installation.
   */
  async restore(
    into: string,
    { databaseUrl, s3 }: { databaseUrl?: string | undefined; s3?: S3Options | undefined },
  ): Promise<Manifest> {
    const manifest = await this.readManifest();
    if ((manifest.engine === 'postgres') !== (databaseUrl !== undefined)) {
      const engine = manifest.engine === 'postgres' ? 'PostgreSQL' : 'SQLite';
      throw new AppError('full_backup.engine_differs', { params: { target: this.#name, engine } });
    }
    if (manifest.isInS3 && !s3) {
      throw new AppError('full_backup.s3_needed');
    }
    const bucket = s3 && manifest.isInS3 ? await openBucket(s3) : undefined;
    try {
      await refuseTaken(into, { databaseUrl, bucket });
      makePrivateFolder(into);
      // Under this name a server does not find it, until everything is there.
      const draft = path.join(into, '.restoring');
      await mkdir(draft, { mode: 0o700 });
      try {
        await this.#refuseDamaged(manifest, draft);
      } catch (error) {
        await rm(draft, { recursive: true });
        throw error;
      }
      await this.#putFiles(manifest, draft, opener(into, bucket));
      await writeFile(path.join(into, 'disk.id'), `${manifest.disk}\n`, { mode: 0o600, flush: true });
      await this.#putDatabase(manifest, draft, { into, databaseUrl });
      await rm(draft, { recursive: true });
      return manifest;
    } finally {
      bucket?.client.destroy();
    }
  }

  async #refuseDamaged(manifest: Manifest, work: string): Promise<void> {
    if ((await this.#compare(manifest.database)) !== 'same') {
      throw this.#notWhole(manifest.database.path);
    }
    const { absent, changed } = await this.#compareAll(manifest, work);
    const [first] = [...absent, ...changed];
    if (first !== undefined) {
      throw this.#notWhole(first);
    }
  }

  async #putFiles(manifest: Manifest, work: string, storeAt: (tree: string) => ByteStore): Promise<void> {
    for await (const entry of this.#listed(manifest, work)) {
      const [, tree = '', ...rest] = ('folder' in entry ? entry.folder : entry.path).split('/');
      const to = `/${rest.join('/')}`;
      if ('folder' in entry) {
        await storeAt(tree).makeFolder(to);
        continue;
      }
      const { body } = await this.#store.read(entry.at ?? entry.path);
      const put = await putStream(storeAt(tree), to, body);
      if (put.checksum !== entry.checksum) {
        throw this.#notWhole(entry.path);
      }
    }
  }

  async #putDatabase(
    { database }: Manifest,
    draft: string,
    { into, databaseUrl }: { into: string; databaseUrl: string | undefined },
  ): Promise<void> {
    const { body } = await this.#store.read(database.path);
    if (databaseUrl !== undefined) {
      await restoreDump(body, databaseUrl);
      return;
    }
    const file = path.join(draft, 'jadegate.db');
    await pipeline(body, createWriteStream(file, { mode: 0o600, flush: true }));
    await rename(file, path.join(into, 'jadegate.db'));
    const folder = await open(into, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  async readManifest(): Promise<Manifest> {
    let read: unknown;
    try {
      read = JSON.parse((await this.#readWhole(MANIFEST)).toString('utf8'));
    } catch (error) {
      // Not there, or cut off.
      throw isStorage(error, 'not_found') || error instanceof SyntaxError ? this.#notWhole(MANIFEST) : error;
    }
    const { format, product = '' } = (read ?? {}) as { format?: unknown; product?: unknown };
    if (typeof format === 'number' && format > FORMAT) {
      throw new AppError('full_backup.newer', { params: { target: this.#name, product: String(product) } });
    }
    const parsed = Manifest.safeParse(read);
    if (!parsed.success) {
      throw this.#notWhole(MANIFEST);
    }
    return parsed.data;
  }

  /** Reads every file to its end. */
  async #compareAll(
    manifest: Manifest,
    work: string,
  ): Promise<Pick<Rehearsal, 'files' | 'bytes' | 'absent' | 'changed'>> {
    const found = { files: 0, bytes: 0, absent: [] as string[], changed: [] as string[] };
    const configuration = manifest.configuration ? await this.#compare(manifest.configuration) : 'same';
    if (manifest.configuration && configuration !== 'same') {
      found[configuration].push(manifest.configuration.path);
    }
    for await (const entry of this.#listed(manifest, work)) {
      if ('folder' in entry) {
        continue;
      }
      const state = await this.#compare(entry);
      if (state === 'same') {
        found.files += 1;
        found.bytes += entry.bytes;
      } else {
        found[state].push(entry.path);
      }
    }
    return found;
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
  async *#listed({ list }: Manifest, work: string): AsyncGenerator<ListedEntry> {
    if ((await this.#compare({ ...list, path: FILE_LIST })) !== 'same') {
      throw this.#notWhole(FILE_LIST);
    }
    const copy = path.join(work, 'files.jsonl');
    await pipeline((await this.#store.read(FILE_LIST)).body, createWriteStream(copy, { mode: 0o600 }));
    for await (const line of createInterface({ input: createReadStream(copy), crlfDelay: Infinity })) {
      yield ListedEntry.parse(JSON.parse(line));
    }
  }

  async #compare({
    path: place,
    at = place,
    bytes,
    checksum,
  }: ListedFile): Promise<'same' | 'absent' | 'changed'> {
    const sum = createHash('sha256');
    let read = 0;
    try {
      for await (const chunk of (await this.#store.read(at)).body as AsyncIterable<Uint8Array>) {
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

  #notWhole(place: string): AppError {
    const params = { target: this.#name, file: place.replace(/^\//, '') };
    return new AppError('full_backup.not_whole', { params });
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

/** All places at once: whoever empties one is not told of the next afterwards. */
async function refuseTaken(
  into: string,
  { databaseUrl, bucket }: { databaseUrl: string | undefined; bucket: S3Bucket | undefined },
): Promise<void> {
  const taken = (await readdir(into).catch(() => [])).length > 0 ? [into] : [];
  if (databaseUrl !== undefined && (await hasRelations(databaseUrl))) {
    taken.push(databaseName(into, databaseUrl));
  }
  for (const prefix of bucket ? Object.values(BUCKET_PREFIXES) : []) {
    if (bucket && (await new S3Store(bucket, prefix).count('/', 1)) > 0) {
      taken.push(`s3://${bucket.bucket}/${prefix}`);
    }
  }
  if (taken.length > 0) {
    throw new AppError('full_backup.into_taken', { params: { target: taken.join(', ') } });
  }
}

/** The stores that files go to, each opened when the first one comes. */
function opener(into: string, bucket: S3Bucket | undefined): (tree: string) => ByteStore {
  const opened = new Map<string, ByteStore>();
  return (tree) => {
    const store = opened.get(tree) ?? (isTree(tree) ? storeOf(tree, into, bucket) : undefined);
    if (!store) {
      throw new Error(`a whole backup has no files of ${tree}`);
    }
    opened.set(tree, store);
    return store;
  };
}

function isTree(name: string): name is Tree {
  return TREES.some((tree) => tree === name);
}
