import * as z from 'zod';

import { PROTOCOLS } from '../access/asset-attributes.ts';
import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery } from '../paging.ts';
import { Id } from '../scalars.ts';
import type { NodeFault } from '../words/node-power.ts';

export const NODE_POWER_ACTIONS = ['reboot', 'shutdown'] as const;
export type NodePowerAction = (typeof NODE_POWER_ACTIONS)[number];

/** What becomes of it. `unanswered`: the host took the order, and what should follow was not seen in time. */
const NODE_ACTION_STATES = ['running', 'succeeded', 'failed', 'unanswered', 'interrupted'] as const;
export type NodeActionState = (typeof NODE_ACTION_STATES)[number];

export type { NodeFault };

/** What ends with a host. The lists are cut; the counts are not. */
export const NodeImpact = z.object({
  /** To the host, to machines on it, and on their consoles. */
  sessionCount: z.number().int(),
  sessions: z.array(
    z.object({
      id: z.string(),
      person: z.string(),
      target: z.string(),
      protocol: z.enum(PROTOCOLS),
      since: z.iso.datetime(),
    }),
  ),
  /** Those that run. */
  vmCount: z.number().int(),
  vms: z.array(z.object({ id: z.string(), name: z.string(), isProtected: z.boolean() })),
  /** Programs on its graphics cards. */
  processCount: z.number().int(),
  processes: z.array(z.object({ pid: z.number().int(), name: z.string(), person: z.string() })),
});
export type NodeImpact = z.infer<typeof NodeImpact>;

/** So long people have who are told that their host goes. */
export const POWER_NOTICE_SECONDS = 10;

export const NodePower = z.strictObject({
  action: z.enum(NODE_POWER_ACTIONS),
  /** Its name, typed. */
  confirm: z.string().max(LIMITS.name.max),
  reason: z.string().trim().max(LIMITS.reason.max),
  /** Whether people with live sessions there are told, and given a moment, before the order. */
  notify: z.boolean().default(true),
});
export type NodePower = z.infer<typeof NodePower>;

export const NodeAction = z.object({
  id: z.string(),
  action: z.enum(NODE_POWER_ACTIONS),
  state: z.enum(NODE_ACTION_STATES),
  reason: z.string(),
  byName: z.string(),
  startedAt: z.iso.datetime(),
  deadlineAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** What was going to be lost when it was begun. */
  sessionCount: z.number().int(),
  vmCount: z.number().int(),
  processCount: z.number().int(),
  /** Why it did not come to its end, and what to do; empty otherwise. */
  message: z.string(),
  /** In the host's own words. */
  detail: z.string(),
});
export type NodeAction = z.infer<typeof NodeAction>;

const ById = z.object({ id: Id });

export const getNodeImpact = endpoint({
  method: 'GET',
  path: '/nodes/:id/impact',
  access: ['node-power'],
  summary:
    'What would end with a physical host: live sessions, running virtual machines, programs on its cards.',
  params: ById,
  response: NodeImpact,
});

export const powerNode = endpoint({
  method: 'POST',
  path: '/nodes/:id/power',
  access: ['node-power'],
  summary:
    'Restarts a physical host or shuts it down, over SSH and as the account of its asset. Needs its name and a reason. People with live sessions there are told some seconds before. Answers at once with the action.',
  perMinute: 20,
  params: ById,
  body: NodePower,
  response: z.object({ actionId: z.string() }),
});

export const listNodeActions = endpoint({
  method: 'GET',
  path: '/nodes/:id/actions',
  access: ['node'],
  summary: 'Restarts and shutdowns of a physical host from here, newest first.',
  params: ById,
  query: pagingQuery(['startedAt'], {}),
  response: paged(NodeAction),
});
