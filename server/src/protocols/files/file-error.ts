export type FileFailure =
  | 'not_found'
  | 'permission'
  | 'exists'
  | 'not_empty'
  | 'no_space'
  | 'not_a_folder'
  | 'is_a_folder'
  | 'not_a_file'
  | 'too_many'
  | 'unsupported'
  | 'failed'
  | 'closed'
  | 'unavailable';

/** Why something with a file of the target did not work. Texts from the target stay in `cause`. */
export class FileError extends Error {
  readonly kind: FileFailure;

  constructor(kind: FileFailure, cause?: unknown) {
    super(`files: ${kind}`, { cause });
    this.name = 'FileError';
    this.kind = kind;
  }
}

export function isFileError(error: unknown, ...kinds: FileFailure[]): boolean {
  return error instanceof FileError && kinds.includes(error.kind);
}
