import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';

/** Larger than any screen, and what guacd's own numbers hold. */
export const MAX_DESKTOP_SIDE = 8192;

const ById = z.object({ id: Id });
const side = z.coerce.number().int().min(1).max(MAX_DESKTOP_SIDE);

export const tunnelSocket = endpoint({
  method: 'GET',
  path: '/sessions/:id/tunnel',
  access: 'signed-in',
  summary:
    'Socket: the desktop of one’s own session, in Guacamole instructions. Opens it, or comes back to it.',
  interactive: true,
  socket: true,
  held: true,
  params: ById,
  query: z.object({
    // Older clients send 0 when they do not know.
    width: side.catch(1024),
    height: side.catch(768),
    dpi: z.coerce.number().int().min(48).max(960).catch(96),
    /** `true`: this client comes back after the network was away; others end the session by leaving. */
    returns: z.enum(['true']).optional().catch(undefined),
  }),
});

export const tunnelMonitorSocket = endpoint({
  method: 'GET',
  path: '/sessions/:id/tunnel-monitor',
  access: ['online-session-monitor'],
  summary: 'Socket: watches a live desktop without touching it.',
  // It ends with the login that opened it; an access token has none.
  interactive: true,
  socket: true,
  holds: 'watch',
  held: true,
  params: ById,
});

export const shareTunnelSocket = endpoint({
  method: 'GET',
  path: '/share-sessions/:id/tunnel',
  access: 'signed-in',
  summary:
    'Socket: takes a seat at somebody’s desktop. Keys and pointer where the seat allows it, and nothing else.',
  interactive: true,
  socket: true,
  holds: 'watch',
  held: true,
  params: ById,
});
