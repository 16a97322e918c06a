import { access, constants } from 'node:fs/promises';
import path from 'node:path';

import { Meter } from '../kernel/meter.ts';
import { BUCKET_PREFIXES } from './bucket-prefixes.ts';
import type { ByteStore } from './byte-store.ts';
import { Checksums } from './checksum/checksums.ts';
import { DiskStore } from './disk/disk-store.ts';
import { measuredStore, type StoreMeter } from './measured-store.ts';
import { openBucket, type S3Bucket, type S3Options } from './s3/s3-bucket.ts';
import { S3Store } from './s3/s3-store.ts';

/** Where the product keeps what people give it. */
export interface Storage {
  /** The files of storage spaces, each space in a folder named by its id. */
  spaces: ByteStore;
  /** Undefined where everything lies in the data directory. */
  bucket: S3Bucket | undefined;
  /** Of what is done with the files of spaces and with recordings that were moved to S3. */
  meters: Readonly<Record<'spaces' | 'recordings', StoreMeter>>;
  /** For all files that pass through, wherever they go. */
  checksums: Checksums;
  /** Rejects when it does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens nothing but the library: S3 that is away must not keep the product from starting. */
export async function openStorage({
  dataDir,
  s3,
}: {
  dataDir: string;
  s3?: S3Options | undefined;
}): Promise<Storage> {
  const bucket = s3 && (await openBucket(s3));
  const checksums = new Checksums();
  const meters = { spaces: new Meter(), recordings: new Meter() } satisfies Storage['meters'];
  const spaces = measuredStore(
    bucket ? new S3Store(bucket, BUCKET_PREFIXES.spaces, checksums) : spacesOnDisk(dataDir, checksums),
    meters.spaces,
  );
  const close = async () => {
    bucket?.client.destroy();
    await checksums.close();
  };
  const ping = async () => {
    if (bucket) {
      // Whether there is such a thing does not matter.
      await spaces.stat('/ping');
    } else {
      await access(dataDir, constants.W_OK);
    }
  };
  return { spaces, bucket, meters, checksums, ping, close };
}

/** Where the files of spaces lie without S3. */
export function spacesOnDisk(dataDir: string, checksums?: Checksums): DiskStore {
  const folders = { root: path.join(dataDir, 'spaces'), drafts: path.join(dataDir, 'uploads') };
  return new DiskStore({ ...folders, ...(checksums && { checksums }) });
}
