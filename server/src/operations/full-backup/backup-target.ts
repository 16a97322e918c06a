import { readdir, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '../../kernel/app-error.ts';
import { BUCKET_PREFIXES } from '../../storage/bucket-prefixes.ts';
import type { ByteStore } from '../../storage/byte-store.ts';
import { Checksums } from '../../storage/checksum/checksums.ts';
import { DiskStore } from '../../storage/disk/disk-store.ts';
import { openBucket, type S3Options } from '../../storage/s3/s3-bucket.ts';
import { S3Store } from '../../storage/s3/s3-store.ts';
import { isStorage } from '../../storage/storage-error.ts';
import { OWN_FOLDERS } from './backup-trees.ts';

/** Where a whole backup lies: a folder of this machine, or one of a bucket, `s3://bucket/folder`. */
export interface BackupTarget {
  store: ByteStore;
  /** As it was named. */
  name: string;
  close(): Promise<void>;
}

/** One that was free when it was opened: what lies there is ours. */
export interface NewTarget extends BackupTarget {
  /** Undefined in a bucket. */
  folder: string | undefined;
  /** Removes everything that was written. */
  discard(): Promise<void>;
}

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]*)\/(.+?)\/*$/;
const DRAFTS = '.drafts';

/** One that is to be written: it must be free, and what it lies in must be there. */
export async function openNewTarget(
  name: string,
  { s3, dataDir }: { s3?: S3Options | undefined; dataDir: string },
): Promise<NewTarget> {
  if (!S3.test(name)) {
    return newOnDisk(path.resolve(name), dataDir);
  }
  const target = await inBucket(name, s3);
  const there = await inWords(name, () => target.store.list('/')).catch((error: unknown) => {
    if (isStorage(error, 'not_found')) {
      return [];
    }
    throw error;
  });
  if (there.length > 0) {
    throw new AppError('full_backup.target_taken', { params: { target: name } });
  }
  return { ...target, folder: undefined, discard: () => target.store.remove('/') };
}

async function newOnDisk(folder: string, dataDir: string): Promise<NewTarget> {
  // A folder that is not there may be a disk that is not mounted: nothing is made in its place.
  const parent = path.dirname(folder);
  if (!(await stat(parent).catch(() => undefined))?.isDirectory()) {
    throw new AppError('full_backup.target_missing', { params: { target: parent } });
  }
  const isThere = (await stat(folder).catch(() => undefined)) !== undefined;
  const place = isThere ? await realpath(folder) : path.join(await realpath(parent), path.basename(folder));
  const home = await realpath(dataDir);
  // It would copy itself, or be taken for files of somebody.
  if (OWN_FOLDERS.some((own) => isWithin(path.join(home, own), place))) {
    throw new AppError('full_backup.target_own', { params: { target: folder } });
  }
  if (isThere && (await readdir(folder)).length > 0) {
    throw new AppError('full_backup.target_taken', { params: { target: folder } });
  }
  const discard = async () => {
    const names = isThere ? await readdir(folder) : [];
    for (const at of isThere ? names.map((name) => path.join(folder, name)) : [folder]) {
      await rm(at, { recursive: true, force: true });
    }
  };
  return { ...onDisk(folder), folder, discard };
}

function isWithin(folder: string, place: string): boolean {
  return place === folder || place.startsWith(`${folder}/`);
}

/** One that is to be read. */
export async function openTarget(name: string, s3: S3Options | undefined): Promise<BackupTarget> {
  if (S3.test(name)) {
    return inBucket(name, s3);
  }
  if (!(await stat(name).catch(() => undefined))?.isDirectory()) {
    throw new AppError('full_backup.target_missing', { params: { target: name } });
  }
  return onDisk(name);
}

function onDisk(name: string): BackupTarget {
  const root = path.resolve(name);
  const drafts = path.join(root, DRAFTS);
  const checksums = new Checksums();
  const close = async () => {
    await checksums.close();
    await rm(drafts, { recursive: true, force: true });
  };
  return { store: new DiskStore({ root, drafts, checksums }), name: root, close };
}

async function inBucket(name: string, s3: S3Options | undefined): Promise<BackupTarget> {
  const [, bucket = '', folder = ''] = S3.exec(name) ?? [];
  if (!s3) {
    throw new AppError('full_backup.no_s3');
  }
  const isOwn =
    bucket === s3.bucket && Object.values<string>(BUCKET_PREFIXES).includes(`${folder.split('/')[0] ?? ''}/`);
  if (isOwn) {
    throw new AppError('full_backup.target_taken', { params: { target: name } });
  }
  const opened = await openBucket({ ...s3, bucket });
  const checksums = new Checksums();
  const close = async () => {
    opened.client.destroy();
    await checksums.close();
  };
  return { store: new S3Store(opened, `${folder}/`, checksums), name, close };
}

/** What the file system or S3 refuses, as somebody can act upon it. */
export async function inWords<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isStorage(cause, 'disk_full') || (cause as NodeJS.ErrnoException).code === 'ENOSPC') {
      throw new AppError('full_backup.target_full', { params: { target }, cause });
    }
    if (isStorage(cause, 'away', 'key_refused', 'bucket_missing')) {
      throw new AppError('full_backup.target_away', { params: { target }, cause });
    }
    throw cause;
  }
}
