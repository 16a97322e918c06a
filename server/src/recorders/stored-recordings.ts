import { Secret } from '../kernel/secret.ts';
import { BUCKET_PREFIXES } from '../storage/bucket-prefixes.ts';
import type { ByteStore } from '../storage/byte-store.ts';
import { measuredStore, type StoreMeter } from '../storage/measured-store.ts';
import { openBucket, type S3Options } from '../storage/s3/s3-bucket.ts';
import { S3Store } from '../storage/s3/s3-store.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { ReadStored } from './recording-files.ts';

/** Where finished recordings are kept, as a thread can be told it: a secret does not survive the way there. */
export interface StoredRecordingsOptions extends Omit<S3Options, 'secretAccessKey'> {
  secretAccessKey: string;
}

export function forThread(s3: S3Options | undefined): StoredRecordingsOptions | undefined {
  return s3 && { ...s3, secretAccessKey: s3.secretAccessKey.expose() };
}

export function inThread(options: StoredRecordingsOptions | undefined): S3Options | undefined {
  return options && { ...options, secretAccessKey: new Secret(options.secretAccessKey) };
}

async function openStoredRecordings(options: S3Options, meter?: StoreMeter): Promise<ByteStore> {
  const store = new S3Store(await openBucket(options), BUCKET_PREFIXES.recordings);
  return meter ? measuredStore(store, meter) : store;
}

export function storedRecordingPath(id: string, name = ''): string {
  return `/${id}/${name}`;
}

/** Opens the store when it is first asked for, once for all. Undefined where there is none. */
export function storeOfRecordings(
  options: S3Options | undefined,
  meter?: StoreMeter,
): (() => Promise<ByteStore>) | undefined {
  let opened: Promise<ByteStore> | undefined;
  return options && (() => (opened ??= openStoredRecordings(options, meter)));
}

/** Without a store, what lies there is away. */
export function readStoredRecordings(options: S3Options | undefined, meter?: StoreMeter): ReadStored {
  const open = storeOfRecordings(options, meter);
  return async (id, name) => {
    if (!open) {
      throw new StorageError('away');
    }
    return readWhole(await open(), storedRecordingPath(id, name));
  };
}

export async function readWhole(store: ByteStore, path: string): Promise<Buffer> {
  const { body } = await store.read(path);
  return Buffer.concat((await body.toArray()) as Buffer[]);
}
