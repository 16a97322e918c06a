import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/clock.ts';

/** How long a login lasts: ahead of its last use, and from its beginning however much it is used. */
interface Kept {
  remember: 0 | 1;
  created_at: number;
  expires_at: number;
}

/** What the settings allow from the beginning of a login. A change counts at once, also for logins that are there. */
export interface LoginLimits {
  plainMs: number;
  rememberedMs: number;
}

const LIFETIME_MS = 2 * HOUR_MS;
const REMEMBERED_MS = 14 * DAY_MS;
/** Time to finish a login that still owes a step. Does not slide. */
export const PENDING_MS = 15 * MINUTE_MS;

/** How far ahead of its last use a login that owes nothing ends. */
export function lifetimeMs({ remember }: Pick<Kept, 'remember'>): number {
  return remember ? REMEMBERED_MS : LIFETIME_MS;
}

/** When it ends however much it is used. */
export function endOf({ remember, created_at }: Omit<Kept, 'expires_at'>, limits: LoginLimits): number {
  return created_at + (remember ? limits.rememberedMs : limits.plainMs);
}

/** When it ends if it is not used again. */
export function expiryOf(login: Kept, limits: LoginLimits): number {
  return Math.min(login.expires_at, endOf(login, limits));
}
