import { Readable } from 'node:stream';

import { inChunks } from '../../kernel/in-chunks.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type {
  ByteStore,
  Draft,
  ScannedEntry,
  StoredEntry,
  StoredFile,
  StoredRange,
  TreeReach,
} from '../byte-store.ts';
import { Checksums } from '../checksum/checksums.ts';
import { isStorage, StorageError } from '../storage-error.ts';
import { liesIn, storedNames, storedPath } from '../stored-path.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { copyObject } from './s3-copy.ts';
import { abortForgotten, abortUpload, partBytes, S3Draft, type S3Part } from './s3-draft.ts';
import { onS3, s3Failure } from './s3-failure.ts';
import { listObjects, type S3Object } from './s3-list.ts';

const MAX_ENTRIES = 100_000;
const SCANNED_AT_ONCE = 500;
const REMOVED_AT_ONCE = 1000;
const COPIES_AT_ONCE = 4;

/**
 * Objects of a bucket, below a prefix, as a tree: a folder is an empty object whose key ends in a slash, or is there because
 * something lies in it. There are no links, and no step between a look and its use that somebody could come between.
 */
export class S3Store implements ByteStore {
  readonly #bucket: S3Bucket;
  readonly #prefix: string;
  readonly #checksums: Checksums;

  /** The prefix ends in a slash. */
  constructor(bucket: S3Bucket, prefix: string, checksums = new Checksums()) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#checksums = checksums;
  }

  async stat(given: string): Promise<StoredEntry | undefined> {
    return this.#look(storedNames(given));
  }

  async list(given: string): Promise<StoredEntry[]> {
    const entries: StoredEntry[] = [];
    for await (const piece of this.#scan(storedNames(given))) {
      entries.push(...piece);
      if (entries.length > MAX_ENTRIES) {
        throw new StorageError('too_many');
      }
    }
    return entries;
  }

  async *scan(given: string): AsyncGenerator<readonly ScannedEntry[], void> {
    yield* this.#scan(storedNames(given));
  }

  /** The list says everything there is to know. */
  async complete(given: string, entries: readonly ScannedEntry[]): Promise<StoredEntry[]> {
    const names = storedNames(given);
    return entries.map(({ name, kind, size = 0, modifiedAt = 0 }) => ({
      name,
      path: storedPath([...names, name]),
      kind,
      size,
      modifiedAt,
    }));
  }

  async *walk(given: string): AsyncGenerator<StoredEntry, void> {
    const names = storedNames(given);
    const file = names.length === 0 ? undefined : await this.#head(names);
    if (file) {
      yield file;
      return;
    }
    const seen = new Set<string>();
    for await (const { key, size, modifiedAt } of this.#objects(this.#folderKey(names))) {
      const inner = this.#namesOf(key);
      // Folders that are there only because something lies in them come first, too.
      for (let depth = names.length + 1; depth < inner.length + (key.endsWith('/') ? 1 : 0); depth += 1) {
        const folder = storedPath(inner.slice(0, depth));
        if (!seen.has(folder)) {
          seen.add(folder);
          yield folderEntry(inner.slice(0, depth), modifiedAt);
        }
      }
      if (!key.endsWith('/')) {
        yield this.#entryOf(key, size, modifiedAt);
      }
    }
  }

  async count(given: string, most: number): Promise<number> {
    const folder = this.#folderKey(storedNames(given));
    let found = 0;
    for await (const { key } of this.#objects(folder, { isFlat: true })) {
      found += key === folder ? 0 : 1;
      if (found >= most) {
        break;
      }
    }
    return found;
  }

  async reach(given: string, most: number): Promise<TreeReach> {
    const folder = this.#folderKey(storedNames(given));
    const reach = { depth: 0, pathBytes: 0 };
    for await (const { key } of this.#objects(folder)) {
      const below = key.slice(folder.length).split('/').filter(Boolean);
      reach.depth = Math.max(reach.depth, below.length);
      const pathBytes = below.length === 0 ? 0 : 1 + Buffer.byteLength(below.join('/'));
      reach.pathBytes = Math.max(reach.pathBytes, pathBytes);
      if (reach.depth > most) {
        break;
      }
    }
    return reach;
  }

  async read(given: string, range?: StoredRange): Promise<StoredFile> {
    const names = storedNames(given);
    const found = await this.#head(names);
    if (!found) {
      throw new StorageError((await this.#isFolder(names)) ? 'is_a_folder' : 'not_found');
    }
    const { size, modifiedAt, tag } = found;
    const { start, end } = range ?? { start: 0, end: size };
    const body =
      start < Math.min(end, size) ? await this.#stream(names, tag, { start, end }) : Readable.from([]);
    return { size, modifiedAt, tag: tag.replaceAll('"', ''), body };
  }

  async makeFolder(given: string): Promise<void> {
    await this.#makeFolders(storedNames(given));
  }

  async begin(given: string): Promise<Draft> {
    const names = storedNames(given);
    if (names.length === 0) {
      throw new StorageError('path_invalid');
    }
    if (await this.#isFolder(names)) {
      throw new StorageError('is_a_folder');
    }
    return new S3Draft(this.#draftOptions(names));
  }

  async resume(given: string, token: string): Promise<Draft | undefined> {
    const names = storedNames(given);
    if (token === '') {
      return undefined;
    }
    try {
      const parts = await this.#listParts(this.#key(names), token);
      return new S3Draft({ ...this.#draftOptions(names), before: { uploadId: token, parts } });
    } catch (error) {
      if (isStorage(error, 'not_found')) {
        return undefined;
      }
      throw error;
    }
  }

  async discard(given: string, token: string): Promise<void> {
    if (token !== '') {
      await abortUpload(this.#bucket, this.#key(storedNames(given)), token);
    }
  }

  discardForgotten(known: ReadonlySet<string>, before: number): Promise<number> {
    return abortForgotten(this.#bucket, this.#prefix, known, before);
  }

  async move(from: string, to: string): Promise<void> {
    const source = storedNames(from);
    const target = storedNames(to);
    if (liesIn(source, target)) {
      throw new StorageError(source.length === target.length ? 'exists' : 'into_itself');
    }
    const found = await this.#look(source);
    if (!found) {
      throw new StorageError('not_found');
    }
    await this.#refuseTaken(target);
    await this.#makeFolders(target.slice(0, -1));
    // Everything is there twice before anything goes: a move that breaks off loses nothing.
    try {
      await this.#copyAll(source, target, found.kind);
    } catch (error) {
      await this.remove(to).catch(() => undefined);
      throw error;
    }
    await this.remove(from);
  }

  async copyFile(from: string, to: string): Promise<void> {
    const source = storedNames(from);
    const target = storedNames(to);
    const found = await this.#head(source);
    if (!found) {
      throw new StorageError((await this.#isFolder(source)) ? 'is_a_folder' : 'not_found');
    }
    await this.#refuseTaken(target);
    await this.#makeFolders(target.slice(0, -1));
    await copyObject(this.#bucket, { from: this.#key(source), to: this.#key(target), size: found.size });
  }

  async remove(given: string, onRemoved: () => void = () => undefined): Promise<void> {
    const names = storedNames(given);
    const keys = names.length > 0 && (await this.#head(names)) ? [this.#key(names)] : [];
    for await (const { key } of this.#objects(this.#folderKey(names))) {
      keys.push(key);
      if (keys.length >= REMOVED_AT_ONCE) {
        await this.#removeKeys(keys.splice(0), onRemoved);
      }
    }
    await this.#removeKeys(keys, onRemoved);
  }

  #key(names: readonly string[]): string {
    return this.#prefix + names.join('/');
  }

  #folderKey(names: readonly string[]): string {
    return names.length === 0 ? this.#prefix : `${this.#key(names)}/`;
  }

  #namesOf(key: string): string[] {
    return key.slice(this.#prefix.length).split('/').filter(Boolean);
  }

  #entryOf(key: string, size: number, modifiedAt: number): StoredEntry {
    const names = this.#namesOf(key);
    return key.endsWith('/')
      ? folderEntry(names, modifiedAt)
      : { name: names.at(-1) ?? '', path: storedPath(names), kind: 'file', size, modifiedAt };
  }

  async *#scan(names: readonly string[]): AsyncGenerator<StoredEntry[], void> {
    const folder = this.#folderKey(names);
    let isThere = names.length === 0;
    let piece: StoredEntry[] = [];
    for await (const { key, size, modifiedAt } of this.#objects(folder, { isFlat: true })) {
      isThere = true;
      if (key !== folder) {
        piece.push(this.#entryOf(key, size, modifiedAt));
      }
      if (piece.length >= SCANNED_AT_ONCE) {
        yield piece;
        piece = [];
      }
    }
    if (!isThere) {
      throw new StorageError((await this.#head(names)) ? 'not_a_folder' : 'not_found');
    }
    yield piece;
  }

  #objects(prefix: string, options?: { isFlat?: boolean; atMost?: number }): AsyncGenerator<S3Object, void> {
    return listObjects(this.#bucket, prefix, options);
  }

  async #look(names: readonly string[]): Promise<StoredEntry | undefined> {
    if (names.length === 0) {
      return folderEntry(names, 0);
    }
    return (await this.#head(names)) ?? ((await this.#isFolder(names)) ? folderEntry(names, 0) : undefined);
  }

  async #head(names: readonly string[]): Promise<(StoredEntry & { tag: string }) | undefined> {
    const { s3, client, bucket: Bucket } = this.#bucket;
    try {
      const command = new s3.HeadObjectCommand({ Bucket, Key: this.#key(names) });
      const { ContentLength = 0, LastModified, ETag = '' } = await client.send(command);
      const modifiedAt = LastModified?.getTime() ?? 0;
      return { ...this.#entryOf(this.#key(names), ContentLength, modifiedAt), tag: ETag };
    } catch (error) {
      const failure = s3Failure(error);
      if (failure.kind === 'not_found') {
        return undefined;
      }
      throw failure;
    }
  }

  async #isFolder(names: readonly string[]): Promise<boolean> {
    if (names.length === 0) {
      return true;
    }
    for await (const _one of this.#objects(this.#folderKey(names), { atMost: 1 })) {
      return true;
    }
    return false;
  }

  async #refuseTaken(names: readonly string[]): Promise<void> {
    if (await this.#look(names)) {
      throw new StorageError('exists');
    }
  }

  /** From the top: where a folder is, no file stands above it. */
  async #makeFolders(names: readonly string[]): Promise<void> {
    if (await this.#isFolder(names)) {
      return;
    }
    await this.#makeFolders(names.slice(0, -1));
    if (await this.#head(names)) {
      throw new StorageError('not_a_folder');
    }
    await this.#markFolder(this.#folderKey(names));
  }

  async #markFolder(Key: string): Promise<void> {
    const { s3, client, bucket: Bucket } = this.#bucket;
    const command = new s3.PutObjectCommand({ Bucket, Key, Body: new Uint8Array(), ContentLength: 0 });
    await onS3(() => client.send(command));
  }

  #draftOptions(names: readonly string[]) {
    const prepare = () => this.#makeFolders(names.slice(0, -1));
    return { bucket: this.#bucket, key: this.#key(names), prepare, checksums: this.#checksums };
  }

  async #stream(names: readonly string[], tag: string, { start, end }: StoredRange): Promise<Readable> {
    const { s3, client, bucket: Bucket } = this.#bucket;
    const Range = `bytes=${start}-${end - 1}`;
    const command = new s3.GetObjectCommand({ Bucket, Key: this.#key(names), Range, IfMatch: tag });
    const { Body } = await onS3(() => client.send(command));
    if (!(Body instanceof Readable)) {
      throw new StorageError('failed');
    }
    return Body;
  }

  async #listParts(Key: string, UploadId: string): Promise<S3Part[]> {
    const { s3, client, bucket: Bucket } = this.#bucket;
    const parts: S3Part[] = [];
    let PartNumberMarker: string | undefined;
    do {
      const command = new s3.ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker });
      const page = await onS3(() => client.send(command));
      for (const { PartNumber = 0, ETag, Size = 0 } of page.Parts ?? []) {
        parts.push({ PartNumber, ETag, Size });
      }
      // Some servers give a marker on the last page, too.
      PartNumberMarker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (PartNumberMarker !== undefined);
    // Parts are sent several at a time: behind a gap nothing counts.
    const gap = parts.findIndex(
      ({ PartNumber, Size }, index) => PartNumber !== index + 1 || Size !== partBytes(PartNumber),
    );
    return gap < 0 ? parts : parts.slice(0, gap);
  }

  async #copyAll(
    source: readonly string[],
    target: readonly string[],
    kind: StoredEntry['kind'],
  ): Promise<void> {
    if (kind === 'file') {
      const { size = 0 } = (await this.#head(source)) ?? {};
      await copyObject(this.#bucket, { from: this.#key(source), to: this.#key(target), size });
      return;
    }
    const into = this.#folderKey(target);
    await this.#markFolder(into);
    const from = this.#folderKey(source);
    const objects: S3Object[] = [];
    for await (const object of this.#objects(from)) {
      objects.push(object);
    }
    await inParallel(objects, COPIES_AT_ONCE, ({ key, size }) =>
      copyObject(this.#bucket, { from: key, to: into + key.slice(from.length), size }),
    );
  }

  async #removeKeys(keys: readonly string[], onRemoved: () => void): Promise<void> {
    const { s3, client, bucket: Bucket } = this.#bucket;
    for (const some of inChunks(keys, REMOVED_AT_ONCE)) {
      const Delete = { Objects: some.map((Key) => ({ Key })), Quiet: true };
      const { Errors = [] } = await onS3(() => client.send(new s3.DeleteObjectsCommand({ Bucket, Delete })));
      const [first] = Errors;
      if (first) {
        throw new StorageError(first.Code === 'AccessDenied' ? 'key_refused' : 'failed', first);
      }
      some.forEach(onRemoved);
    }
  }
}

function folderEntry(names: readonly string[], modifiedAt: number): StoredEntry {
  return { name: names.at(-1) ?? '', path: storedPath(names), kind: 'folder', size: 0, modifiedAt };
}
