export type StorageFailure =
  | 'path_invalid'
  | 'name_too_long'
  | 'not_found'
  | 'exists'
  | 'not_a_folder'
  | 'is_a_folder'
  | 'not_a_file'
  | 'into_itself'
  | 'too_many'
  | 'disk_full'
  /** S3 does not answer, or not in time. */
  | 'away'
  | 'key_refused'
  | 'bucket_missing'
  | 'failed';

/** Why something with stored bytes did not work. What the system or S3 said stays in `cause`. */
export class StorageError extends Error {
  readonly kind: StorageFailure;

  constructor(kind: StorageFailure, cause?: unknown) {
    super(`storage: ${kind}`, { cause });
    this.name = 'StorageError';
    this.kind = kind;
  }
}

export function isStorage(error: unknown, ...kinds: StorageFailure[]): boolean {
  return error instanceof StorageError && kinds.includes(error.kind);
}
