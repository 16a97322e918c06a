import type { SessionEnd } from '@jadegate/contract/session-end';

import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { Live } from './live-session.ts';
import type { SessionClient } from './session-stream.ts';

/** Begins to end a session, and returns. */
type EndSoon = (end: SessionEnd) => void;

/** Gives the session to a client of its person, who was away or comes from elsewhere. */
export function giveControl(live: Live, actor: Actor, client: SessionClient, endSoon: EndSoon): void {
  clearTimeout(live.away);
  live.away = undefined;
  // Whoever comes new has not been told.
  live.warned = undefined;
  live.actor = actor;
  // Continued at another login, it no longer hangs on the first.
  live.record = { ...live.record, login_id: actor.loginId ?? live.record.login_id };
  client.onClose(() => waitForReturn(live, client, endSoon));
  live.stream.control(client);
}

/** The network may come back: the session waits for its person, unless their client cannot return. */
function waitForReturn(live: Live, client: SessionClient, endSoon: EndSoon): void {
  if (!live.stream.release(client) || live.stream.hasClient || live.ending) {
    return;
  }
  if (!client.canReturn) {
    endSoon({ kind: 'left' });
    return;
  }
  live.away = setTimeout(() => endSoon({ kind: 'not_returned' }), live.limits.reattachSeconds * SECOND_MS);
}
