import type { Database, Tx } from '../../db/database.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import { EventOutboxRepository, type EventHead, type NumberedRow } from './event-outbox.repository.ts';
import type { EventOutbox } from './event-outbox.service.ts';
import { RecentEvents } from './recent-events.ts';

export type { NumberedRow };

interface Dependencies {
  database: Database;
  outbox: EventOutbox;
  logger: Logger;
}

/** What happens together gets its numbers together; nobody waits longer for that. */
const COLLECT_MS = 50;
/** What other servers left, or a dead one, and what the operator's commands did. */
const LOOK_MS = SECOND_MS;
const BATCH = 1000;

/**
 * The events in their order. They are written without a number, so that nobody waits for anybody; the number comes a moment
 * after the commit, under one lock for all servers: it has no gaps, and whoever sees one has seen all before it.
 */
export class EventLogService {
  readonly #deps: Dependencies;
  readonly #rows: EventOutboxRepository;
  readonly #recent: RecentEvents;
  readonly #rounds: PeriodicTask;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new EventOutboxRepository(dependencies.database.db);
    this.#recent = new RecentEvents((after, limit) => this.#rows.listAfter(after, limit));
    this.#rounds = new PeriodicTask({
      everyMs: LOOK_MS,
      work: async () => {
        await this.number();
      },
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'events could not be numbered'),
    });
  }

  start(): void {
    this.#stopListening = this.#deps.outbox.subscribe(() => {
      this.#timer ??= setTimeout(this.#numberSoon, COLLECT_MS).unref();
    });
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#stopListening();
    clearTimeout(this.#timer);
    this.#rounds.stop();
    await this.#rounds.settled();
  }

  readonly #numberSoon = () => {
    this.#timer = undefined;
    runInBackground(this.#rounds.run(), 'numbering events');
  };

  /** Gives numbers to what has none. Answers how many got one. */
  async number(): Promise<number> {
    const { database } = this.#deps;
    let total = 0;
    if (!(await this.#rows.hasNew())) {
      return total;
    }
    for (let count = BATCH; count === BATCH; total += count) {
      count = await database.transact(async (tx) => {
        await database.engine.takeTurn(tx, 'event-numbers');
        return this.#rows.number(BATCH, tx);
      });
    }
    if (total > 0) {
      this.#listeners.forEach((listen) => listen());
    }
    return total;
  }

  head(tx?: Tx): Promise<EventHead> {
    return this.#rows.findHead(tx);
  }

  /** Where the audit chain has come to. */
  auditHead(): Promise<{ seq: number; hash: string }> {
    return this.#rows.findAuditHead();
  }

  listAfter(seq: number, limit: number): Promise<NumberedRow[]> {
    return this.#recent.listAfter(seq, limit);
  }

  /** Those up to the number go. To be called in the turn of those who count. */
  async remove(upTo: number, tx: Tx): Promise<void> {
    await this.#rows.remove(upTo, tx);
    this.#deps.database.afterCommit(tx, () => this.#recent.forget(upTo));
  }

  /** Calls back when events got their numbers here. Answers how to stop that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when there may be more, which other servers may have left, too: at the latest after so long. */
  async more(signal: AbortSignal, ms: number = LOOK_MS): Promise<void> {
    if (signal.aborted) {
      return;
    }
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stop();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      const stop = this.subscribe(done);
      signal.addEventListener('abort', done);
    });
  }
}
