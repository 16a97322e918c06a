export type SftpFailure =
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
export class SftpError extends Error {
  readonly kind: SftpFailure;

  constructor(kind: SftpFailure, cause?: unknown) {
    super(`sftp: ${kind}`, { cause });
    this.name = 'SftpError';
    this.kind = kind;
  }
}

export function isSftp(error: unknown, ...kinds: SftpFailure[]): boolean {
  return error instanceof SftpError && kinds.includes(error.kind);
}
