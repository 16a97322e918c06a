import { StorageError, type StorageFailure } from '../storage-error.ts';

const BY_NAME: Record<string, StorageFailure> = {
  NoSuchKey: 'not_found',
  NotFound: 'not_found',
  NoSuchUpload: 'not_found',
  NoSuchBucket: 'bucket_missing',
  InvalidAccessKeyId: 'key_refused',
  SignatureDoesNotMatch: 'key_refused',
  AccessDenied: 'key_refused',
  Forbidden: 'key_refused',
  AccountProblem: 'key_refused',
  QuotaExceeded: 'disk_full',
  EntityTooLarge: 'disk_full',
  KeyTooLongError: 'name_too_long',
  TimeoutError: 'away',
};

const BY_STATUS: Record<number, StorageFailure> = {
  401: 'key_refused',
  403: 'key_refused',
  404: 'not_found',
  507: 'disk_full',
};

const NETWORK =
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE|EPROTO|ERR_TLS|CERT_|DEPTH_ZERO)/;

/** Failures of S3 in the words of storage. */
export async function onS3<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StorageError ? error : s3Failure(error);
  }
}

export function s3Failure(error: unknown): StorageError {
  return new StorageError(kindOf(error), error);
}

function kindOf(error: unknown): StorageFailure {
  if (!(error instanceof Error)) {
    return 'failed';
  }
  const status = statusOf(error);
  const code = 'code' in error ? String(error.code) : '';
  if (NETWORK.test(code)) {
    return 'away';
  }
  return BY_NAME[error.name] ?? BY_STATUS[status] ?? (status >= 500 ? 'away' : 'failed');
}

function statusOf(error: Error): number {
  const { $metadata: about } = error as { $metadata?: { httpStatusCode?: number } };
  return about?.httpStatusCode ?? 0;
}
