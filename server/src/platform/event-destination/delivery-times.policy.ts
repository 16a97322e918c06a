import { isWithin } from '@jadegate/contract/time-window';

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { doublingBackOff } from '../../work/back-off.ts';
import type { Destination } from './destination.ts';

/** What could not be delivered to people or programs of others by then goes on the list of what could not be delivered. */
export const GIVE_UP_MS = 3 * DAY_MS;

/** Between two tries of a destination that does not take anything. */
export const destinationBackOff = doublingBackOff(SECOND_MS, 5 * MINUTE_MS);
/** Between two tries of an event that one refused while it takes others. */
export const eventBackOff = doublingBackOff(10 * SECOND_MS, HOUR_MS);

/** Hours may be changed meanwhile. */
const QUIET_LOOK_MS = 5 * MINUTE_MS;

/** Collectors are waited for as long as it takes: what they lack nobody can send again by hand. */
export function givesUp({ config }: Pick<Destination, 'config'>): boolean {
  return config.kind !== 'syslog' && config.kind !== 'file';
}

interface Progress {
  next_try_at: number | null;
  last_ok_at: number | null;
}

/** How long a destination is to be left alone: it failed, its people sleep, or they want one message in a while. */
export function waitOf(
  { config, quiet }: Pick<Destination, 'config' | 'quiet'>,
  { next_try_at, last_ok_at }: Progress,
  now: number,
): number {
  const digestMs = 'everyMinutes' in config ? config.everyMinutes * MINUTE_MS : 0;
  const waits = [
    (next_try_at ?? 0) - now,
    digestMs > 0 && last_ok_at !== null ? last_ok_at + digestMs - now : 0,
    isQuiet(quiet, new Date(now)) ? QUIET_LOOK_MS : 0,
  ];
  return Math.max(0, ...waits);
}

/** No hours at all means that it never is. */
function isQuiet(quiet: Destination['quiet'], now: Date): boolean {
  const isSaid = quiet.some(({ value }) => value.trim() !== '');
  return isSaid && isWithin(quiet, now.getDay(), now.getHours() * 60 + now.getMinutes());
}
