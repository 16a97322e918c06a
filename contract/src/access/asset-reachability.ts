import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id, TextFlag } from '../scalars.ts';

/** `none`: the protocol has none. `unseen`: the host did not come to show it. */
const TESTED_HOST_KEYS = ['known', 'learned', 'changed', 'unseen', 'none'] as const;

/** `untried`: nobody asked, there was no way to it, nothing is stored, or the protocol logs in only in a session. */
const TESTED_LOGINS = ['accepted', 'refused', 'failed', 'untried'] as const;

/**
 * What a test of the connection found: whether the host can be reached, whether it is the one that is known, and whether
 * it lets the stored account in. A host that cannot be reached is an answer, not a failure of the call.
 */
export const AssetTest = z.object({
  active: z.boolean(),
  /** Why it failed; empty when it did not. */
  message: z.string(),
  /** What can be done about it; empty where the reason says all there is. */
  advice: z.string(),
  /** Milliseconds until the target answered; null when it did not. */
  latency: z.number().int().nullable(),
  hostKey: z.enum(TESTED_HOST_KEYS),
  login: z.object({
    state: z.enum(TESTED_LOGINS),
    /** Why it was refused or not tried; empty when it was accepted, or nobody asked. */
    message: z.string(),
  }),
});
export type AssetTest = z.infer<typeof AssetTest>;

export const testAsset = endpoint({
  method: 'POST',
  path: '/assets/:id/tcping',
  access: ['asset-conn-test'],
  summary:
    'Tries the way to an asset, stores what it found, and learns the key of a new host. With `login`, also tries its stored account, over SSH.',
  params: z.object({ id: Id }),
  /** Programs that only want to know whether a host is there leave the account alone. */
  query: z.object({ login: TextFlag }),
  response: AssetTest,
});

/** The server's own machine, as an asset would name it. */
export const THIS_MACHINE = { host: '127.0.0.1', port: 22 } as const;

export const findThisMachine = endpoint({
  method: 'GET',
  path: '/assets/this-machine',
  access: ['asset-add'],
  summary: 'Whether SSH answers on the machine of the server, so that it can be offered as the first asset.',
  response: z.object({ isThere: z.boolean() }),
});
