import { existsSync } from 'node:fs';
import path from 'node:path';

import { BUCKET_PREFIXES } from '../../storage/bucket-prefixes.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { DiskStore } from '../../storage/disk/disk-store.ts';
import type { S3Bucket } from '../../storage/s3/s3-bucket.ts';
import { S3Store } from '../../storage/s3/s3-store.ts';

interface TreePlace {
  /** In the data directory. */
  folder?: string;
  /** In the bucket, where there is one. */
  prefix?: string;
  /** What was on the disk before there was a bucket, and is read there still. */
  isLeftOver?: boolean;
}

/** What a whole backup has beside the database, each in a folder of this name. */
const PLACES = {
  recordings: { folder: 'recordings' },
  'stored-recordings': { prefix: BUCKET_PREFIXES.recordings },
  spaces: { folder: 'spaces', prefix: BUCKET_PREFIXES.spaces },
  archive: { folder: 'archive', prefix: BUCKET_PREFIXES.archive },
  'disk-spaces': { folder: 'spaces', isLeftOver: true },
  'disk-archive': { folder: 'archive', isLeftOver: true },
} as const satisfies Record<string, TreePlace>;

export type Tree = keyof typeof PLACES;
export const TREES = Object.keys(PLACES) as Tree[];

/** Where files are written to until they are whole. */
const DRAFTS = 'uploads';

/** Folders of the data directory that a backup reads, or must not grow in. */
export const OWN_FOLDERS: readonly string[] = ['recordings', 'spaces', 'archive', DRAFTS];

export const isRecordings = (tree: Tree) => tree.endsWith('recordings');
/** Whether people see its folders: those of recordings and archives are there for their files. */
export const hasFolders = (tree: Tree) => tree.endsWith('spaces');

/** Undefined where an installation has no such tree. */
export function storeOf(tree: Tree, dataDir: string, bucket: S3Bucket | undefined): ByteStore | undefined {
  const { folder, prefix, isLeftOver = false }: TreePlace = PLACES[tree];
  if (bucket && prefix !== undefined) {
    return new S3Store(bucket, prefix);
  }
  if (folder === undefined || (isLeftOver && !bucket)) {
    return undefined;
  }
  return new DiskStore({ root: path.join(dataDir, folder), drafts: path.join(dataDir, DRAFTS) });
}

/** What there is to be copied. */
export function listSources(
  dataDir: string,
  bucket: S3Bucket | undefined,
): { tree: Tree; from: ByteStore }[] {
  return TREES.flatMap((tree) => {
    const { folder, prefix }: TreePlace = PLACES[tree];
    const isOnDisk = !bucket || prefix === undefined;
    if (isOnDisk && folder !== undefined && !existsSync(path.join(dataDir, folder))) {
      return [];
    }
    const from = storeOf(tree, dataDir, bucket);
    return from ? [{ tree, from }] : [];
  });
}
