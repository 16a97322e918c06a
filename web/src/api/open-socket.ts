import { TICKET_QUERY } from '@jadegate/contract/envelope';
import { createTicket } from '@jadegate/contract/identity/account';

import { call } from './call.ts';
import { queryText } from './path.ts';

/** The server answers calls, and yet no socket comes about: something between it and the browser stands in the way. */
export class SocketBlocked extends Error {}

/** That often in a row it is no accident, such as a server that starts anew. */
export const BLOCKED_AFTER = 3;

/**
 * A socket at a path, open. A ticket stands in the address instead of the token. The call for it says why where the
 * server refuses; a socket that does not open says nothing.
 */
export async function openSocket(path: string, query: Record<string, unknown>): Promise<WebSocket> {
  const { ticket } = await call(createTicket, { body: { path } });
  const { protocol, host } = window.location;
  const origin = `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}`;
  const socket = new WebSocket(origin + path + queryText({ ...query, [TICKET_QUERY]: ticket }));
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve, reject) => {
    const blocked = () => reject(new SocketBlocked('the socket did not open'));
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener('error', blocked, { once: true });
    socket.addEventListener('close', blocked, { once: true });
  });
}
