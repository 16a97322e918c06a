import { createHash } from 'node:crypto';

import type { FileEdit } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';

import { AppError } from '../../kernel/app-error.ts';
import { withLineEndingsOf } from '../../kernel/line-endings.ts';

/** What a file becomes by an edit; `before` is undefined where there is none yet. */
export function editedBytes(
  before: Buffer | undefined,
  { fileContent = '', contentBase64, expected }: FileEdit,
): Buffer {
  if (expected !== undefined && (!before || sha256(before) !== expected)) {
    throw new AppError('file.changed');
  }
  return contentBase64 === undefined
    ? Buffer.from(withLineEndingsOf(before ?? Buffer.alloc(0), fileContent))
    : Buffer.from(contentBase64, 'base64');
}

export function tooLargeToEdit(): AppError {
  return new AppError('file.too_large', { params: { limit: `${LIMITS.editBytes / 1024} KB` } });
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
