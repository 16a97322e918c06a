import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { FamilyTime, Id } from '../scalars.ts';

/** From where a second factor of one’s own is not asked for again for a while. */
export const OwnFactorWindow = z.object({
  id: z.string(),
  address: z.string(),
  /** The SSH key beside which it counts; null where it goes with the password. */
  keyName: z.string().nullable(),
  proven: FamilyTime,
  ends: FamilyTime,
});
export type OwnFactorWindow = z.infer<typeof OwnFactorWindow>;

export const listOwnFactorWindows = endpoint({
  method: 'GET',
  path: '/account/factor-windows',
  access: 'signed-in',
  summary: 'From where one’s own second factor is not asked for again for a while.',
  interactive: true,
  response: z.array(OwnFactorWindow),
});

export const endOwnFactorWindow = endpoint({
  method: 'DELETE',
  path: '/account/factor-windows/:id',
  access: 'signed-in',
  summary: 'The second factor is asked for again from there.',
  interactive: true,
  params: z.object({ id: Id }),
});
