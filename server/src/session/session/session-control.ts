import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Live } from './live-session.ts';
import type { SessionClient } from './session-stream.ts';

/** Begins to end a session, and returns. */
type EndSoon = (end: SessionEnd) => void;

interface Surroundings {
  clock: Clock;
  endSoon: EndSoon;
}

/** Gives the session to a client of its person, who was away or comes from elsewhere. */
export function giveControl(
  live: Live,
  actor: Actor,
  client: SessionClient,
  surroundings: Surroundings,
): void {
  clearTimeout(live.away?.timer);
  live.away = undefined;
  // Whoever comes new has not been told.
  live.warned = undefined;
  live.actor = actor;
  // Continued at another login, it no longer hangs on the first.
  live.record = { ...live.record, login_id: actor.loginId ?? live.record.login_id };
  client.onClose(() => waitForReturn(live, client, surroundings));
  live.stream.control(client);
}

/** The network may come back: the session waits for its person, unless their client cannot return. */
function waitForReturn(live: Live, client: SessionClient, { clock, endSoon }: Surroundings): void {
  if (!live.stream.release(client) || live.stream.hasClient || live.ending) {
    return;
  }
  if (!client.canReturn) {
    endSoon({ kind: 'left' });
    return;
  }
  const waitMs = live.limits.reattachSeconds * SECOND_MS;
  const timer = setTimeout(() => endSoon({ kind: 'not_returned' }), waitMs);
  live.away = { until: clock.now() + waitMs, timer };
}
