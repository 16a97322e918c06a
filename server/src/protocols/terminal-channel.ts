import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import type { TargetTree } from './files/file-tree.ts';
import type { RunLimits } from './run-limits.ts';

/** How a terminal came to its end, as the protocol saw it. */
export type ChannelEnd =
  | { kind: 'exit'; code: number }
  | { kind: 'signal'; signal: string }
  | { kind: 'closed' }
  /** Nothing was heard of it any more. */
  | { kind: 'silent' }
  | { kind: 'error'; error: unknown };

/** What the system says when the other end does not answer, as opposed to one that closes the door. */
const SILENCE = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN']);

/** How a connection that worked came to fail. */
export function endOfSocket(error: unknown): ChannelEnd {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) {
    return { kind: 'error', error };
  }
  return { kind: SILENCE.has(code) ? 'silent' : 'closed' };
}

/** A live text terminal on some machine, whatever protocol it speaks. */
export interface TerminalChannel {
  write(bytes: Uint8Array): void;
  /** The target does not take what is written, and more of it should wait for `onTaken`. */
  readonly isFull: boolean;
  resize(size: TerminalSize): void;
  /** The target waits until `resume`: the way its output is held back end to end. */
  pause(): void;
  resume(): void;
  /** The files of the same machine, where the protocol has a way to them. */
  openFiles?(): Promise<TargetTree>;
  /** Runs a command beside the terminal and answers what it printed, where the protocol has a way to do that. */
  run?(command: string, limits: RunLimits): Promise<Uint8Array>;
  /** Ends it and everything under it. Harmless to call twice. */
  close(): void;
}

/** What a terminal tells. `onEnd` comes once and last. */
export interface TerminalEvents {
  onData(bytes: Uint8Array): void;
  /** Room again after `isFull`. */
  onTaken(): void;
  onEnd(end: ChannelEnd): void;
}
