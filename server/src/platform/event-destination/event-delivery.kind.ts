import type { Language } from '@jadegate/contract/language';
import * as z from 'zod';

import { MINUTE_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Postponed, type Piece, type WorkKind } from '../../work/work-kind.ts';
import { destinationBackOff, GIVE_UP_MS, givesUp, waitOf } from './delivery-times.policy.ts';
import { Delivery, type DeliveryNeeds } from './delivery.ts';
import { readDestination, wantedOf, type Destination } from './destination.ts';
import type { DestinationRecord } from './event-destination.repository.ts';
import { undeliverableRow } from './parked-row.ts';
import { SendFailure, type EventSender } from './senders/event-sender.ts';

interface Dependencies extends DeliveryNeeds {
  open: (destination: Destination) => Promise<EventSender>;
  language: () => Promise<Language>;
  logger: Logger;
}

/** Of so many tries in vain, one looks whether what is sent is the fault. */
const ISOLATES_EVERY = 5;
const CHUNK = 500;

/**
 * Sends to one destination what waits for it. One server has the piece of a destination; when that dies another goes on from
 * what was written down, and sends the last again: at least once, with the same ids.
 */
export class EventDeliveryKind implements WorkKind<Record<string, never>, void> {
  readonly name = 'event-delivery';
  readonly input = z.object({});
  readonly limits = { perProcess: 50 };
  readonly tries = { most: Infinity, backOffMs: destinationBackOff };
  /** Whoever may cancel work could keep others from hearing of what was done. */
  readonly canCancel = false;
  readonly afterDeath = 'again';
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  keptMs(): number {
    return 0;
  }

  deadlineMs(): number {
    return 15 * MINUTE_MS;
  }

  async run({ subject, signal }: Piece): Promise<void> {
    const { destinations, clock, open, language } = this.#deps;
    const record = await destinations.find(subject);
    if (!record || record.enabled === 0) {
      return;
    }
    const destination = readDestination(record, await destinations.listTargets(subject));
    const waitMs = waitOf(destination, record, clock.now());
    if (waitMs > 0) {
      throw new Postponed(waitMs);
    }
    try {
      const sender = await open(destination);
      try {
        const isolates = record.attempts > 0 && record.attempts % ISOLATES_EVERY === 0;
        const options = { destination, reached: record.reached, sender, language: await language() };
        await new Delivery(this.#deps, { ...options, isolates, signal }).run();
      } finally {
        await sender.close();
      }
    } catch (error) {
      if (!(error instanceof SendFailure) || signal.aborted) {
        throw error;
      }
      throw new Postponed(await this.#noteFailure(record, destination, error));
    }
  }

  /** Answers how long it is left alone. */
  async #noteFailure(
    { attempts, failing_since }: DestinationRecord,
    destination: Destination,
    { problem, retryAfterMs, message, cause }: SendFailure,
  ): Promise<number> {
    const { destinations, clock, logger } = this.#deps;
    const { id, name } = destination;
    const now = clock.now();
    // It may have taken something since it was read.
    const present = await destinations.find(id);
    const tries = (present?.attempts ?? attempts) + 1;
    const since = present?.failing_since ?? now;
    const waitMs = retryAfterMs ?? destinationBackOff(tries);
    const change = { attempts: tries, failing_since: since, next_try_at: now + waitMs };
    await destinations.changeDelivery(id, { ...change, problem: JSON.stringify(problem) });
    if (tries === 1) {
      const reason = cause instanceof Error ? cause.message : undefined;
      logger.warn({ destination: name, problem: message, reason }, 'events could not be delivered');
    }
    if (givesUp(destination) && failing_since !== null && now - since >= GIVE_UP_MS) {
      await this.#giveUp(destination, JSON.stringify(problem));
    }
    return waitMs;
  }

  /** What has waited for too long goes on the list of what could not be delivered. */
  async #giveUp(destination: Destination, problem: string): Promise<void> {
    const { database, destinations, parked, events, clock } = this.#deps;
    const now = clock.now();
    for (let found = CHUNK; found === CHUNK;) {
      const present = await destinations.find(destination.id);
      const rows = present ? await events.listAfter(present.reached, CHUNK) : [];
      const old = rows.filter(({ at }) => now - at >= GIVE_UP_MS);
      const last = old.at(-1);
      if (!last) {
        return;
      }
      found = old.length;
      const wanted = await wantedOf(
        rows.filter(({ seq }) => seq <= last.seq),
        destination,
        destinations,
      );
      await database.transact(async (tx) => {
        await parked.insert(
          wanted.map((row) => undeliverableRow(destination.id, row, problem, now)),
          tx,
        );
        await destinations.addLost(destination.id, { seq: last.seq, givenUp: wanted.length, now }, tx);
      });
    }
  }
}
