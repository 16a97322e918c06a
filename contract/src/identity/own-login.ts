import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { FamilyTime, Id } from '../scalars.ts';

/** One of one’s own live logins. The id says nothing about its token. */
export const OwnLogin = z.object({
  id: z.string(),
  address: z.string(),
  userAgent: z.string(),
  /** Where it began: in a browser, or as a connection of an SSH client. */
  door: z.enum(['web', 'ssh']),
  created: FamilyTime,
  /** To the minute. */
  lastSeen: FamilyTime,
  /** When it ends if it is not used again. */
  expires: FamilyTime,
  /** When it ends however much it is used. */
  ends: FamilyTime,
  remembered: z.boolean(),
  /** The login that asks. */
  current: z.boolean(),
});
export type OwnLogin = z.infer<typeof OwnLogin>;

export const listOwnLogins = endpoint({
  method: 'GET',
  path: '/account/logins',
  access: 'signed-in',
  summary: 'One’s own live logins, this one first.',
  interactive: true,
  response: z.array(OwnLogin),
});

export const endOwnLogin = endpoint({
  method: 'DELETE',
  path: '/account/logins/:id',
  access: 'signed-in',
  summary: 'Ends one of one’s own logins.',
  interactive: true,
  params: z.object({ id: Id }),
});

export const endOtherLogins = endpoint({
  method: 'POST',
  path: '/account/logins/end-others',
  access: 'signed-in',
  summary: 'Ends every login of one’s own but this.',
  interactive: true,
});
