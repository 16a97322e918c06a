import { createHash, randomBytes, randomUUID } from 'node:crypto';

import { systemClock } from './clock.ts';

/** In how many steps a millisecond can be told apart: twelve bits. */
const STEPS = 0x1000;
/** Every id that is made here is as long. */
export const ID_LENGTH = 36;
let last = { ms: 0, step: 0 };

/**
 * UUIDv7 (RFC 9562): ids made later sort later, so indexes grow at their end, and what is written down in one millisecond
 * keeps its order. The rest of it is that of a UUIDv4, for which Node keeps random bytes in store: asking the system for
 * each id takes ten times as long.
 */
export function newId(nowMs = systemClock.now()): string {
  last = { ms: nowMs, step: nowMs === last.ms ? (last.step + 1) % STEPS : 0 };
  const time = nowMs.toString(16).padStart(12, '0');
  const step = last.step.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${step}${randomUUID().slice(18)}`;
}

/** A bearer value of 256 random bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
