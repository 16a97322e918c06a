import { setTimeout as sleep } from 'node:timers/promises';

import type { Language } from '@jadegate/contract/language';

import type { Database } from '../../db/database.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { EventLogService, NumberedRow } from '../event/event-log.service.ts';
import { DeliveryRound, type SetAside } from './delivery-round.ts';
import { eventBackOff, GIVE_UP_MS } from './delivery-times.policy.ts';
import { wantedOf, type Destination } from './destination.ts';
import type { EventDestinationRepository } from './event-destination.repository.ts';
import { eventJson } from './event-json.ts';
import type { EventParkedRepository, ParkedRow } from './event-parked.repository.ts';
import { parkedRow, rowOfParked } from './parked-row.ts';
import { SendFailure, type EventSender } from './senders/event-sender.ts';

export interface DeliveryNeeds {
  database: Database;
  events: EventLogService;
  destinations: EventDestinationRepository;
  parked: EventParkedRepository;
  clock: Clock;
  /** Where it is not ten seconds. */
  lingerMs?: number | undefined;
}

interface Options {
  destination: Destination;
  /** The last event it has. */
  reached: number;
  sender: EventSender;
  language: Language;
  isolates: boolean;
  signal: AbortSignal;
}

/** Handed over, and not sure to have arrived for a moment. */
interface Outcome {
  seq: number;
  sent: number;
  aside: SetAside[];
  at: number;
}

const CHUNK = 500;
/** After this without anything new it ends; whoever writes the next event has it begun again. */
const LINGER_MS = 10 * SECOND_MS;
/** Where things happen all the time they go out together: receivers and the database are asked less often. */
const GATHER_MS = 250;
const LONGEST_MS = 5 * 60 * SECOND_MS;
/** How often is looked for what waits for another try, and whether the destination is still as it was. */
const LOOK_MS = SECOND_MS;
const PARKED_AT_A_TIME = 20;
/** Set aside at one destination. With more of them it is the destination that has a fault. */
const MAX_PARKED = 10_000;

/** Brings one destination what it has not got, in order, until there is nothing left or it does not take any more. */
export class Delivery {
  readonly #needs: DeliveryNeeds;
  readonly #options: Options;
  readonly #lanes = new Set<string>();
  readonly #round: DeliveryRound;
  #position: number;
  #pending: Outcome[] = [];
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isChanged = false;

  constructor(needs: DeliveryNeeds, options: Options) {
    this.#needs = needs;
    this.#options = options;
    this.#position = options.reached;
    const { sender, language, isolates, signal } = options;
    const json = (row: NumberedRow) => eventJson(row, language);
    this.#round = new DeliveryRound({ sender, json, lanes: this.#lanes, isolates, signal });
  }

  /** Throws `SendFailure` where the destination takes nothing for now. */
  async run(): Promise<void> {
    const { events, parked, lingerMs = LINGER_MS } = this.#needs;
    const { destination, sender, signal } = this.#options;
    (await parked.listLanes(destination.id)).forEach((lane) => this.#lanes.add(lane));
    const begun = performance.now();
    let busyAt = begun;
    while (!signal.aborted && !this.#isChanged && performance.now() - begun < LONGEST_MS) {
      await this.#look();
      await this.#settle();
      const rows = await events.listAfter(this.#position, CHUNK);
      if (rows.length > 0) {
        busyAt = performance.now();
        await this.#take(rows);
        if (rows.length < CHUNK) {
          await sleep(Math.min(GATHER_MS, lingerMs), undefined, { signal }).catch(() => undefined);
        }
      } else if (this.#pending.length === 0 && performance.now() - busyAt >= lingerMs) {
        return;
      } else {
        await events.more(signal, this.#pending.length > 0 ? sender.settleMs : LOOK_MS);
      }
    }
    await this.#settleRest();
  }

  /** What is on its way is waited for, or whoever goes on would send it again. Not where somebody else goes on already. */
  async #settleRest(): Promise<void> {
    const { sender, signal } = this.#options;
    if (this.#pending.length > 0 && signal.reason !== 'lost') {
      await new Promise((resolve) => setTimeout(resolve, sender.settleMs));
      await this.#settle();
    }
  }

  async #take(rows: readonly NumberedRow[]): Promise<void> {
    const { destinations } = this.#needs;
    const { destination, sender, signal } = this.#options;
    const wanted = await wantedOf(rows, destination, destinations);
    for (const batch of inChunks(wanted, sender.batch)) {
      if (signal.aborted) {
        return;
      }
      await this.#settle();
      const { sent, aside } = await this.#round.deliver(batch);
      await this.#refuseTooMany(aside);
      await this.#note(batch.at(-1)?.seq ?? this.#position, sent, aside);
    }
    const last = rows.at(-1)?.seq ?? this.#position;
    if (last > this.#position) {
      await this.#note(last, 0, []);
    }
  }

  async #note(seq: number, sent: number, aside: SetAside[]): Promise<void> {
    this.#position = seq;
    this.#pending.push({ seq, sent, aside, at: performance.now() });
    await this.#settle();
  }

  /** Writes down what has arrived for sure by now. */
  async #settle(): Promise<void> {
    const { database, destinations, parked, clock } = this.#needs;
    const { destination, sender } = this.#options;
    const sure = performance.now() - sender.settleMs;
    const settled = this.#pending.filter(({ at }) => at <= sure);
    const last = settled.at(-1);
    if (!last) {
      return;
    }
    sender.check();
    const now = clock.now();
    const aside = settled.flatMap((one) => one.aside);
    const sent = settled.reduce((sum, one) => sum + one.sent, 0);
    await database.transact(async (tx) => {
      await parked.insert(
        aside.map((one) => parkedRow(destination.id, one, now)),
        tx,
      );
      await destinations.advance(destination.id, { seq: last.seq, sent, now }, tx);
    });
    this.#pending = this.#pending.filter((one) => !settled.includes(one));
  }

  async #refuseTooMany(aside: readonly SetAside[]): Promise<void> {
    const [first] = aside;
    if (first && (await this.#needs.parked.countWaiting(this.#options.destination.id)) >= MAX_PARKED) {
      const { code, params } = first.problem ?? { code: 'event_destination.failed', params: { reason: '' } };
      throw new SendFailure(code, params);
    }
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#lookedAt < LOOK_MS) {
      return;
    }
    this.#lookedAt = performance.now();
    const { destinations, parked, clock } = this.#needs;
    const { destination, signal } = this.#options;
    const found = await destinations.find(destination.id);
    this.#isChanged = found?.enabled !== 1 || found.updated_at !== destination.updatedAt;
    if (this.#isChanged) {
      return;
    }
    for (const one of await parked.listDue(destination.id, clock.now(), PARKED_AT_A_TIME)) {
      if (signal.aborted || !(await this.#retry(one))) {
        return;
      }
    }
  }

  /** One that was set aside. Answers whether it was taken. */
  async #retry(one: ParkedRow): Promise<boolean> {
    const { database, destinations, parked, clock } = this.#needs;
    const { id } = this.#options.destination;
    const now = clock.now();
    try {
      await this.#round.redeliver(rowOfParked(one));
    } catch (error) {
      if (!(error instanceof SendFailure) || !error.hasAnswered) {
        throw error;
      }
      const isOver = now - one.first_at >= GIVE_UP_MS;
      const attempts = one.attempts + 1;
      const problem = JSON.stringify(error.problem);
      await database.transact(async (tx) => {
        const change = isOver
          ? ({ state: 'undeliverable', ended_at: now } as const)
          : { due_at: now + eventBackOff(attempts) };
        await parked.update(one.id, { ...change, attempts, problem }, tx);
        await (isOver && destinations.addLost(id, { seq: 0, givenUp: 1, now }, tx));
      });
      return false;
    }
    const isLaneFree = await database.transact(async (tx) => {
      await parked.remove([one.id], tx);
      await destinations.advance(id, { seq: 0, sent: 1, now }, tx);
      return one.lane !== '' && !(await parked.hasLane(id, one.lane, tx));
    });
    if (isLaneFree && !this.#pending.some(({ aside }) => aside.some(({ row }) => row.lane === one.lane))) {
      this.#lanes.delete(one.lane);
    }
    return true;
  }
}
