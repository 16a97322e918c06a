import { createSession, SessionFileFlags, terminalSocket } from '@jadegate/contract/session';
import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { openSocket } from '../../api/open-socket.ts';
import { fillPath } from '../../api/path.ts';
import { LinkRefused } from './terminal-link.ts';

/** A session, and whether the clipboard may be used with it. */
export interface PreparedSession {
  id: string;
  mayCopy: boolean;
  mayPaste: boolean;
  files: SessionFileFlags;
}

/** Prepares a session on the asset. */
export async function prepareSession(assetId: string): Promise<PreparedSession> {
  const created = await refusable(call(createSession, { query: { assetId, mode: 'native' } }));
  return {
    id: created.id,
    mayCopy: created.copy === '1',
    mayPaste: created.paste === '1',
    files: SessionFileFlags.parse(created),
  };
}

/** A socket to the session. */
export function openTerminalSocket(
  sessionId: string,
  { size, from }: { size: TerminalSize; from: number | undefined },
): Promise<WebSocket> {
  const path = fillPath(terminalSocket.path, { id: sessionId });
  return refusable(openSocket(path, { ...size, protocol: 'binary', from }));
}

/** What the server refuses is final; a call that did not reach it, or met an outage, is not. */
async function refusable<Value>(calling: Promise<Value>): Promise<Value> {
  try {
    return await calling;
  } catch (error) {
    if (error instanceof ApiError && error.isRefusal) {
      throw new LinkRefused(error.message, { cause: error });
    }
    throw error;
  }
}
