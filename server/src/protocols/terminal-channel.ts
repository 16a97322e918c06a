import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import type { Sftp } from './ssh/sftp.ts';

/** How a terminal came to its end, as the protocol saw it. */
export type ChannelEnd =
  | { kind: 'exit'; code: number }
  | { kind: 'signal'; signal: string }
  | { kind: 'closed' }
  | { kind: 'error'; error: unknown };

/** A live text terminal on some machine, whatever protocol it speaks. */
export interface TerminalChannel {
  write(bytes: Uint8Array): void;
  resize(size: TerminalSize): void;
  /** The target waits until `resume`: the way its output is held back end to end. */
  pause(): void;
  resume(): void;
  /** The files of the same machine, where the protocol has a way to them. */
  openFiles?(): Promise<Sftp>;
  /** Ends it and everything under it. Harmless to call twice. */
  close(): void;
}

/** What a terminal tells. `onEnd` comes once and last. */
export interface TerminalEvents {
  onData(bytes: Uint8Array): void;
  onEnd(end: ChannelEnd): void;
}
