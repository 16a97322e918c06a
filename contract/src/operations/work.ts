import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';

/** What goes on by itself, whoever asked for it. A server of a newer version may know others. */
export const WORK_KINDS = [
  'job-run',
  'command-run',
  'vm-task',
  'node-power',
  'letter',
  'source-visit',
  'next-terminal-import',
] as const;

/** `failed`: given up after its last try, and listed so that somebody can look after it. */
const WORK_STATES = ['waiting', 'running', 'failed'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** A piece of work. */
export const WorkRow = z.object({
  id: Id,
  kind: z.string(),
  /** What it is about, as people know it; empty where that is nobody else's business. */
  name: z.string(),
  /** Who asked for it; empty for what the product does by itself. */
  personName: z.string(),
  state: z.enum(WORK_STATES),
  /** How often it was begun. */
  attempt: z.number().int(),
  /** When it was asked for. */
  createdAt: z.string(),
  /** When it began, is due, or was given up. */
  at: z.string(),
  /** The name of the machine that carries it out; empty while none does. */
  server: z.string(),
  /** Why the last try failed, as a sentence or a code; empty where none did. */
  problem: z.string(),
  canCancel: z.boolean(),
});
export type WorkRow = z.infer<typeof WorkRow>;

export const listWork = endpoint({
  method: 'GET',
  path: '/work',
  access: ['monitoring'],
  summary: 'What goes on, waits, or was given up, at all servers; the oldest first, a few hundred at most.',
  response: z.object({
    items: z.array(WorkRow),
    /** Whether there is more than is listed. */
    isCut: z.boolean(),
  }),
});

export const cancelWork = endpoint({
  method: 'POST',
  path: '/work/:id/cancel',
  access: ['monitoring-cancel'],
  summary: 'Breaks off a piece of work. Whichever server carries it out hears of it within a second.',
  params: z.object({ id: Id }),
  response: z.literal(''),
});
