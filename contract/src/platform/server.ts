import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';

/**
 * `draining`: it takes no new sessions until somebody says so. `stopping`: nor after that; it ends with its last session
 * or when its time is up. `silent`: it has not been heard of for longer than it should.
 */
const SERVER_STATES = ['serving', 'draining', 'stopping', 'silent'] as const;
export type ServerState = (typeof SERVER_STATES)[number];

/** A process of the product. */
export const ServerRow = z.object({
  id: Id,
  /** The name of its machine. */
  name: z.string(),
  version: z.string(),
  state: z.enum(SERVER_STATES),
  /** Whether it is the one that answers. */
  isThis: z.boolean(),
  /** Where the others reach it, and what they call it by; empty where they do not. */
  address: z.string(),
  startedAt: z.string(),
  /** When it was last heard of. */
  seenAt: z.string(),
  /** The sessions it holds. */
  sessions: z.number().int(),
});
export type ServerRow = z.infer<typeof ServerRow>;

const params = z.object({ id: Id });

export const listServers = endpoint({
  method: 'GET',
  path: '/servers',
  access: ['monitoring'],
  summary: 'The server processes of this installation that have not ended.',
  response: z.array(ServerRow),
});

export const drainServer = endpoint({
  method: 'POST',
  path: '/servers/:id/drain',
  access: ['monitoring-drain'],
  summary: 'A server takes no new sessions from now on. Those it holds go on.',
  params,
  response: z.literal(''),
});

export const resumeServer = endpoint({
  method: 'POST',
  path: '/servers/:id/resume',
  access: ['monitoring-drain'],
  summary: 'A server that was drained takes new sessions again.',
  params,
  response: z.literal(''),
});
