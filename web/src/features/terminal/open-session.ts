import { createTicket } from '@jadegate/contract/account';
import { TICKET_QUERY } from '@jadegate/contract/envelope';
import { createSession, SessionFileFlags, terminalSocket } from '@jadegate/contract/session';
import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import { ApiError, NO_CODE } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { fillPath, queryText } from '../../api/path.ts';
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

/** A socket to the session. A ticket stands in the address instead of the token. */
export async function openSocket(
  sessionId: string,
  { size, from }: { size: TerminalSize; from: number | undefined },
): Promise<WebSocket> {
  const path = fillPath(terminalSocket.path, { id: sessionId });
  const { ticket } = await refusable(call(createTicket, { body: { path } }));
  const query = { ...size, protocol: 'binary', from, [TICKET_QUERY]: ticket };
  const socket = new WebSocket(`${socketOrigin()}${path}${queryText(query)}`);
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('error', () => reject(new Error('the socket did not open')), { once: true });
  });
}

function socketOrigin(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}`;
}

/** What the server refuses is final; a call that did not reach it is not. */
async function refusable<Value>(calling: Promise<Value>): Promise<Value> {
  try {
    return await calling;
  } catch (error) {
    if (error instanceof ApiError && error.code !== NO_CODE) {
      throw new LinkRefused(error.message, { cause: error });
    }
    throw error;
  }
}
