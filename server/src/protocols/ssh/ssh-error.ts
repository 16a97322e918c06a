import type { HostKey } from './host-key.ts';

type SshFailure =
  | 'host_key_unknown'
  | 'host_key_changed'
  | 'auth_failed'
  | 'handshake'
  | 'timeout'
  | 'closed'
  | 'aborted';

interface Facts {
  /** The key the host showed, with both host-key failures. */
  offered?: HostKey | undefined;
  /** The keys known for it, when it changed. */
  expected?: readonly HostKey[] | undefined;
  cause?: unknown;
}

/** Why an SSH connection could not be made. Never holds a secret: texts from the host stay in `cause`. */
export class SshError extends Error {
  readonly kind: SshFailure;
  readonly offered: HostKey | undefined;
  readonly expected: readonly HostKey[];

  constructor(kind: SshFailure, { offered, expected = [], cause }: Facts = {}) {
    super(`ssh: ${kind}`, { cause });
    this.name = 'SshError';
    this.kind = kind;
    this.offered = offered;
    this.expected = expected;
  }
}
