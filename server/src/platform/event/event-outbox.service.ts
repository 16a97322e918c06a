import os from 'node:os';

import { severityOf, type EventName } from '@jadegate/contract/platform/events/event-catalogue';
import { SETTINGS } from '@jadegate/contract/platform/setting';

import type { Database, Db, Tx } from '../../db/database.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { rankOf, storedFilter, takesKind } from './event-filter.policy.ts';
import { EventOutboxRepository } from './event-outbox.repository.ts';
import { boundedEvent, type EventBody, type EventContext, type OutgoingEvent } from './outgoing-event.ts';

export { rankOf, storedFilter, takesKind };
export type { EventBody, EventContext, OutgoingEvent };

type Wants = (event: { name: EventName; rank: number }) => boolean;

/** What somebody wants that another server was told of counts here after this long. */
const FRESH_MS = 2 * SECOND_MS;

/**
 * Where everything that happens is left for those outside who want to know: in the transaction of what it tells, so that
 * both are stored or neither. Nothing is written that nobody wants. Sending is somebody else's work.
 */
export class EventOutbox {
  readonly #database: Database;
  readonly #rows: EventOutboxRepository;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  readonly #host = os.hostname();
  readonly #version: string;
  #wanted: { at: number; wants: Wants | undefined } | undefined;

  constructor(database: Database, clock: Clock, version: string) {
    this.#database = database;
    this.#rows = new EventOutboxRepository(database.db);
    this.#clock = clock;
    this.#version = version;
  }

  /** Leaves one event in the transaction of what it tells. */
  async add<Name extends EventName>(event: OutgoingEvent<Name>, tx: Tx): Promise<void> {
    await this.addMany([event], tx);
  }

  /** Events of one act, in their order. */
  async addMany(events: readonly OutgoingEvent[], tx: Tx): Promise<void> {
    const wants = await this.#wants(tx);
    if (!wants) {
      return;
    }
    const rows = events.flatMap((event) => {
      const rank = rankOf(severityOf(event.name, event.isFailure === true));
      return wants({ name: event.name, rank }) ? [this.compose(event)] : [];
    });
    if (rows.length > 0) {
      await this.#rows.insert(rows, tx);
      this.#database.afterCommit(tx, () => this.#listeners.forEach((listen) => listen()));
    }
  }

  /** Whether anybody wants events of a kind: for those to whom it is work to make one. */
  async isWanted(name: EventName, tx: Db = this.#database.db): Promise<boolean> {
    const wants = await this.#wants(tx);
    return wants?.({ name, rank: rankOf(severityOf(name, true)) }) === true;
  }

  /** Calls back when something was left and committed here. Answers how to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Somebody may want something else now. */
  forgetWanted(): void {
    this.#wanted = undefined;
  }

  async #wants(tx: Db): Promise<Wants | undefined> {
    const now = performance.now();
    if (!this.#wanted || now - this.#wanted.at >= FRESH_MS) {
      this.#wanted = { at: now, wants: await this.#readWants(tx) };
    }
    return this.#wanted.wants;
  }

  async #readWants(tx: Db): Promise<Wants | undefined> {
    const { filters, pullDays } = await this.#rows.readWanted(tx);
    const days = SETTINGS['event-pull-days'].schema.safeParse(pullDays ?? 0);
    if (days.success && days.data > 0) {
      return () => true;
    }
    const read = filters.map(storedFilter);
    return read.length === 0 ? undefined : (event) => read.some((filter) => takesKind(filter, event));
  }

  /** As it is written, whether or not anybody wants it. */
  compose(event: OutgoingEvent) {
    const origin = {
      host: this.#host,
      version: this.#version,
      clockOffsetMs: this.#clock.now() - Date.now(),
    };
    const bounded = boundedEvent(event, origin);
    const body = JSON.stringify(bounded);
    return {
      // Of this moment, not of that of the event: what is written later stands behind.
      id: newId(),
      at: event.at,
      name: event.name,
      severity: rankOf(severityOf(event.name, event.isFailure === true)),
      person_id: bounded.person?.id ?? '',
      asset_id: bounded.asset?.id ?? '',
      lane: bounded.sessionId ?? '',
      body,
      bytes: Buffer.byteLength(body),
    };
  }
}
