import * as z from 'zod';

import { endpoint } from './endpoint.ts';
import { Id } from './scalars.ts';

/** What a test of the connection found. A host that cannot be reached is an answer, not a failure of the call. */
export const AssetTest = z.object({
  active: z.boolean(),
  /** Why it failed; empty when it did not. */
  message: z.string(),
  /** What can be done about it; empty where the reason says all there is. */
  advice: z.string(),
  /** Milliseconds until the target answered; null when it did not. */
  latency: z.number().int().nullable(),
});
export type AssetTest = z.infer<typeof AssetTest>;

export const testAsset = endpoint({
  method: 'POST',
  path: '/assets/:id/tcping',
  access: ['asset-conn-test'],
  summary: 'Tries the way to an asset, stores what it found, and learns the key of a new SSH host.',
  params: z.object({ id: Id }),
  response: AssetTest,
});
