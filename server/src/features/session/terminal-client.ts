import type { Frame } from '@jadegate/contract/terminal-socket';

/** The other end of a socket, as the terminal sees it. */
export interface TerminalClient {
  /** `acknowledge`: says how far it has read. `send`: an older client; what has left counts as read. */
  readonly confirms: 'acknowledge' | 'send';
  send(frame: Frame, sent?: () => void): void;
  /** Bytes given to `send` that the network has not taken yet. */
  readonly backlog: number;
  /** Whether what it sends is read; if not, it waits at the other end. */
  listen?(isListening: boolean): void;
  /** The terminal has no more use for it. */
  drop(reason: string): void;
}
