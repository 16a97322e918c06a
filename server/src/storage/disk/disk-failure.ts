import { StorageError, type StorageFailure } from '../storage-error.ts';

const KINDS: Record<string, StorageFailure> = {
  ENOENT: 'not_found',
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
  ENOTDIR: 'not_a_folder',
  EISDIR: 'is_a_folder',
  // A link where a file or folder should be.
  ELOOP: 'not_a_file',
  ENAMETOOLONG: 'name_too_long',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
};

/** Failures of the file system in the words of storage. */
export async function onDisk<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageError ? error : diskFailure(error);
  }
}

export function diskFailure(error: unknown): StorageError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new StorageError(KINDS[code] ?? 'failed', error);
}
