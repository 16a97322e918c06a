import type { SessionEnd } from '@jadegate/contract/session/session-end';
import type { Frame, TerminalSize } from '@jadegate/contract/session/terminal-socket';

import type { SessionClient } from '../session/session-stream.ts';

/** The other end of a socket, as the terminal sees it. */
export interface TerminalPeer {
  /** `acknowledge`: says how far it has read. `send`: an older client; what has left counts as read. */
  readonly confirms: 'acknowledge' | 'send';
  send(frame: Frame, sent?: () => void): void;
  /** Bytes given to `send` that the network has not taken yet. */
  readonly backlog: number;
  /** Whether what it sends is read; if not, it waits at the other end. */
  setListening?(isListening: boolean): void;
  /** The terminal has no more use for it. */
  drop(reason: string, advice?: string, code?: number, end?: SessionEnd): void;
}

/** The same, as somebody who comes to a session. */
export interface TerminalClient extends SessionClient, TerminalPeer {
  /** What it begins with, where it wants to be the one that types. */
  readonly begin?: { size: TerminalSize; from?: number | undefined } | undefined;
  onFrame(listener: (frame: Frame) => void): void;
}

/** Takes everything at once, so that what is printed waits for the recording and for nobody else. */
export const READER: TerminalPeer = {
  confirms: 'send',
  backlog: 0,
  send: (_frame, sent) => sent?.(),
  drop: () => undefined,
};

export const TERMINAL = 'terminal';

/** Whoever comes to a session of this kind speaks as such a client; the session has made sure. */
export function terminalClient(client: SessionClient): TerminalClient {
  if (!isTerminalClient(client)) {
    throw new TypeError(`a client of the kind ${client.kind} came to a terminal`);
  }
  return client;
}

function isTerminalClient(client: SessionClient): client is TerminalClient {
  return client.kind === TERMINAL;
}
