import type { ErrorCode } from '@jadegate/contract/error';

import { AppError } from '../../kernel/app-error.ts';
import { StorageError, type StorageFailure } from '../../storage/storage-error.ts';

const CODES: Record<StorageFailure, ErrorCode> = {
  path_invalid: 'file.path_invalid',
  name_too_long: 'storage.name_too_long',
  not_found: 'file.not_found',
  exists: 'file.exists',
  not_a_folder: 'file.not_a_folder',
  is_a_folder: 'file.is_a_folder',
  not_a_file: 'file.not_a_file',
  into_itself: 'storage.into_itself',
  too_many: 'file.too_many',
  disk_full: 'storage.disk_full',
  away: 'storage.away',
  key_refused: 'storage.key_refused',
  bucket_missing: 'storage.bucket_missing',
  failed: 'storage.failed',
};

/** Failures of the store in the words of the product. */
export async function asProductError<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageError ? new AppError(CODES[error.kind], { cause: error }) : error;
  }
}
