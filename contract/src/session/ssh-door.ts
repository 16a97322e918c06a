import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { FamilyTime } from '../scalars.ts';

export const SshDoorKey = z.object({
  algorithm: z.enum(['ssh-ed25519', 'ssh-rsa']),
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: z.string(),
  /** A line for `known_hosts`. */
  knownHosts: z.string(),
  /** A record for the zone of the host. */
  sshfp: z.string(),
  /** Whether clients are shown it now. One that is not takes the place of its kind when its time comes. */
  isPresented: z.boolean(),
  presentedFrom: FamilyTime,
});
export type SshDoorKey = z.infer<typeof SshDoorKey>;

export const SshDoor = z.object({
  /** Whether SSH clients are taken in at all. Without that there are no keys either. */
  isEnabled: z.boolean(),
  /** As clients reach it. */
  host: z.string(),
  port: z.number().int(),
  keys: z.array(SshDoorKey),
});
export type SshDoor = z.infer<typeof SshDoor>;

export const getSshDoor = endpoint({
  method: 'GET',
  path: '/ssh-door',
  access: 'signed-in',
  summary: 'Where people’s own SSH clients are taken in, and the host keys by which they know it.',
  response: SshDoor,
});

export const RotateSshHostKeys = z.strictObject({
  /** Clients are told of the new keys for so long before they are shown them; with 0 they are shown them at once. */
  overlapDays: z
    .number()
    .int()
    .min(LIMITS.hostKeyOverlapDays.min)
    .max(LIMITS.hostKeyOverlapDays.max)
    .default(LIMITS.hostKeyOverlapDays.default),
});
export type RotateSshHostKeys = z.infer<typeof RotateSshHostKeys>;

export const rotateSshHostKeys = endpoint({
  method: 'POST',
  path: '/ssh-door/host-keys/rotate',
  access: ['setting'],
  summary:
    'Makes new host keys for people’s own SSH clients. The old ones are shown until the overlap ends, and clients learn the new ones meanwhile. Audited.',
  interactive: true,
  widens: true,
  perMinute: 10,
  body: RotateSshHostKeys,
});
