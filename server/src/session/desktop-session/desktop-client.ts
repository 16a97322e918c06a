import type { Notice } from '@jadegate/contract/session/session-notice';

import type { DesktopScreen } from '../../protocols/guacd/connect-guacd.ts';
import type { SessionClient } from '../session/session-stream.ts';

/** The other end of a socket, as a desktop sees it. */
export interface DesktopClient extends SessionClient {
  /** What it begins with, where it wants to be the one that controls the desktop. */
  readonly begin?: DesktopScreen | undefined;
  /** Bytes given to `send` that the network has not taken yet. */
  readonly backlog: number;
  /** Whole instructions. */
  send(bytes: string | Uint8Array, sent?: () => void): void;
  notify(notice: Notice): void;
  /** Pieces of the stream of instructions that it sends. */
  onBytes(listener: (bytes: Buffer) => void): void;
  /** Whether what it sends is read; if not, it waits at the other end. */
  setListening(isListening: boolean): void;
}

export const DESKTOP = 'desktop';

/** Whoever comes to a session of this kind speaks as such a client; the session has made sure. */
export function desktopClient(client: SessionClient): DesktopClient {
  if (!isDesktopClient(client)) {
    throw new TypeError(`a client of the kind ${client.kind} came to a desktop`);
  }
  return client;
}

function isDesktopClient(client: SessionClient): client is DesktopClient {
  return client.kind === DESKTOP;
}
