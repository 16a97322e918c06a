import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { FamilyTime } from '../scalars.ts';
import { CreatedSession } from './session.ts';

/** One of one’s own live sessions, with what it takes to go on with it. */
export const OwnSession = CreatedSession.extend({
  /** Empty for the console of a virtual machine. */
  assetId: z.string(),
  /** The virtual machine whose console it is; empty for an asset. */
  vmId: z.string(),
  assetName: z.string(),
  /** The address it was opened from. */
  clientIp: z.string(),
  connectedTime: FamilyTime,
  /** Some window has it open at this moment; going on elsewhere takes it away from there. */
  isOpen: z.boolean(),
  /** ISO 8601: it ends then unless somebody comes back; null while it is open. */
  awayUntil: z.string().nullable(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/account/sessions',
  access: 'signed-in',
  summary: 'One’s own live terminal sessions, newest first. The terminal socket takes one over.',
  interactive: true,
  // Of one second, the later one has the later id.
  gathered: (answers) =>
    answers
      .flat()
      .toSorted((a, b) => b.connectedTime.localeCompare(a.connectedTime) || b.id.localeCompare(a.id)),
  response: z.array(OwnSession),
});
