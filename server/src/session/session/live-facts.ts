import type { Database } from '../../db/database.ts';
import type { LiveSessionService } from './live-session.service.ts';
import { awayUntil, type Live } from './live-session.ts';
import type { LiveFacts } from './session.present.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  live: Pick<LiveSessionService, 'onOpened' | 'addCheck'>;
}

const NOTHING: LiveFacts = { participants: [], awayUntil: null };

export function factsOf(live: Live): LiveFacts {
  const participants = live.stream.participants.map(({ name, username }) => ({ name, username }));
  return { participants, awayUntil: awayUntil(live) };
}

/** As the process that holds it last wrote them down. */
export function readFacts({ status, live_facts }: SessionRecord): LiveFacts {
  return status === 'connected' && live_facts !== '' ? (JSON.parse(live_facts) as LiveFacts) : NOTHING;
}

/** Writes down what lists of other servers show of the sessions that this process holds, when it has changed. */
export function keepFacts({ database, live }: Dependencies): void {
  const sessions = new SessionRepository(database);
  const written = new Map<Live, string>();
  live.onOpened((one) => written.set(one, ''));
  live.addCheck(async () => {
    for (const [one, before] of written) {
      const facts = storeFacts(factsOf(one));
      if (one.ending) {
        written.delete(one);
      } else if (facts !== before) {
        await sessions.change(one.record.id, { live_facts: facts });
        written.set(one, facts);
      }
    }
  });
}

function storeFacts(facts: LiveFacts): string {
  return facts.participants.length === 0 && facts.awayUntil === null ? '' : JSON.stringify(facts);
}
