import { EVENT_NAMES, severityOf } from '@jadegate/contract/platform/events/event-catalogue';

import type { Database, Tx } from '../../db/database.ts';
import { DAY_MS, type Clock } from '../../kernel/clock.ts';
import type { EventLogService } from '../event/event-log.service.ts';
import { rankOf, storedFilter, takesKind } from '../event/event-outbox.service.ts';
import type { EventOutbox } from '../event/event-outbox.service.ts';
import type { SettingService } from '../setting/setting.service.ts';
import { EventDeliveryRepository } from './event-delivery.repository.ts';
import type { DestinationRecord, EventDestinationRepository } from './event-destination.repository.ts';
import type { EventParkedRepository } from './event-parked.repository.ts';

interface Dependencies {
  database: Database;
  events: EventLogService;
  outbox: EventOutbox;
  destinations: EventDestinationRepository;
  parked: EventParkedRepository;
  settings: Pick<SettingService, 'get'>;
  clock: Clock;
}

const MEGABYTE = 1024 * 1024;
/** In one transaction, so that others write in between. */
const CHUNK = 2000;
const CHUNKS_PER_ROUND = 50;
/** Where it is too large this much of it is left, so that it is not cut again at once. */
const LEFT = 0.95;
/** What could not be delivered, of one destination. */
const UNDELIVERABLE_DAYS = 30;
const MAX_UNDELIVERABLE = 10_000;

/** Takes away what everybody has, or what there is no room for, and tells what was lost. */
export class OutboxKeeper {
  readonly #deps: Dependencies;
  readonly #rows: EventDeliveryRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new EventDeliveryRepository(dependencies.database);
  }

  async tidy(): Promise<void> {
    await this.#removeReached();
    await this.#removeBeyondRoom();
    await this.#tidyUndeliverable();
    await this.#tellLost();
  }

  /** What everybody has and nobody may fetch any more. */
  async #removeReached(): Promise<void> {
    const { settings, clock, events } = this.#deps;
    const days = await settings.get('event-pull-days');
    const before = clock.now() - days * DAY_MS;
    for (let chunk = 0; chunk < CHUNKS_PER_ROUND; chunk++) {
      const removed = await this.#inTurn(async (tx) => {
        const head = await events.head(tx);
        const reached = (await this.#rows.reachedByAll(tx)) ?? head.seq;
        const oldest = head.gone_seq < reached ? await this.#rows.listOldest(CHUNK, tx) : [];
        const first = oldest.findIndex(({ seq, at }) => seq > reached || (days > 0 && at >= before));
        const last = oldest.at(first === -1 ? -1 : first - 1);
        if (!last || first === 0) {
          return 0;
        }
        await events.remove(last.seq, tx);
        return last.seq - head.gone_seq;
      });
      if (removed < CHUNK) {
        return;
      }
    }
  }

  /** The oldest go first, whoever waits for them: what happens now must find room. */
  async #removeBeyondRoom(): Promise<void> {
    const { settings, events } = this.#deps;
    const most = (await settings.get('event-outbox-max-mb')) * MEGABYTE;
    const cut = await this.#inTurn(async (tx) => {
      const { seq, bytes, gone_seq, gone_bytes } = await events.head(tx);
      if (bytes - gone_bytes <= most) {
        return undefined;
      }
      return this.#firstBeyond(bytes - most * LEFT, gone_seq, seq, tx);
    });
    if (cut === undefined) {
      return;
    }
    for (let isLeft = true; isLeft;) {
      isLeft = await this.#inTurn(async (tx) => {
        const { gone_seq } = await events.head(tx);
        const upTo = Math.min(cut, gone_seq + CHUNK);
        for (const destination of await this.#deps.destinations.listEnabled(tx)) {
          await this.#noteDropped(destination, upTo, tx);
        }
        await events.remove(upTo, tx);
        return upTo < cut;
      });
    }
  }

  /** Numbers have no gaps and their ends grow, so halving finds it. */
  async #firstBeyond(end: number, gone: number, head: number, tx: Tx): Promise<number> {
    let [low, high] = [gone, head];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const endsAt = await this.#rows.endOf(middle, tx);
      if ((endsAt ?? end) < end) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  async #noteDropped(destination: DestinationRecord, upTo: number, tx: Tx): Promise<void> {
    if (destination.reached >= upTo) {
      return;
    }
    const filter = storedFilter(destination.filter);
    const rank = rankOf(filter.severity);
    const names = EVENT_NAMES.filter((name) =>
      takesKind(filter, { name, rank: Math.max(rank, rankOf(severityOf(name, true))) }),
    );
    const span = { after: destination.reached, upTo, names, rank };
    const dropped = names.length === 0 ? 0 : await this.#rows.count(span, tx);
    await this.#deps.destinations.addLost(
      destination.id,
      { seq: upTo, dropped, now: this.#deps.clock.now() },
      tx,
    );
  }

  async #tidyUndeliverable(): Promise<void> {
    const { database, destinations, parked, clock } = this.#deps;
    const before = clock.now() - UNDELIVERABLE_DAYS * DAY_MS;
    for (const { id, undeliverable } of await destinations.listEnabled()) {
      if (undeliverable > 0) {
        await database.transact(async (tx) => {
          const dropped = await parked.tidy(id, before, MAX_UNDELIVERABLE, tx);
          await (dropped > 0 && destinations.addLost(id, { seq: 0, dropped, now: clock.now() }, tx));
        });
      }
    }
  }

  /** Once, by one server, and to everybody who can still be told. */
  async #tellLost(): Promise<void> {
    const { database, destinations, outbox, clock } = this.#deps;
    for (const destination of await destinations.listEnabled()) {
      const { id, name, dropped_untold: dropped, given_up_untold: givenUp } = destination;
      if (dropped + givenUp === 0) {
        continue;
      }
      await database.transact(async (tx) => {
        if (!(await destinations.noteTold(destination, tx))) {
          return;
        }
        const about = { at: clock.now(), isFailure: true, object: { type: 'event-destination', id, name } };
        const lost = [
          { event: 'event.dropped' as const, count: dropped },
          { event: 'event.undeliverable' as const, count: givenUp },
        ].filter(({ count }) => count > 0);
        await outbox.addMany(
          lost.map(({ event, count }) => ({ ...about, name: event, detail: { destination: name, count } })),
          tx,
        );
      });
    }
  }

  #inTurn<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { database } = this.#deps;
    return database.transact(async (tx) => {
      await database.engine.takeTurn(tx, 'event-numbers');
      return work(tx);
    });
  }
}
