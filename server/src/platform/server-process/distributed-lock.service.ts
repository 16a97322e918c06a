import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '../../db/database.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { KeyedQueue } from '../../kernel/keyed-queue.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';

/** Work that only one process does at a time. */
type LockName =
  | 'asset-import'
  | 'backup-restore'
  | 'next-terminal-import'
  | 'audit-archive'
  | 'audit-checkpoint'
  | `recording-move:${string}`;

interface Dependencies {
  database: Database;
  logger: Logger;
  /** For tests. */
  leaseMs?: number;
  renewEveryMs?: number;
}

const ASK_EVERY_MS = 200;
const LEASE_MS = 12 * SECOND_MS;
const RENEW_EVERY_MS = 3 * SECOND_MS;

/**
 * Sees to it that of all processes one does something: servers, and commands beside them, which are no servers and hold
 * nothing else. Whoever has taken it keeps it until it is given back or was not renewed any more, in the time of the
 * database.
 */
export class DistributedLockService {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #leaseMs: number;
  readonly #renewEveryMs: number;
  /** What this process holds carries it. */
  readonly #holder = newId();
  readonly #turns = new KeyedQueue();

  constructor({ database, logger, leaseMs = LEASE_MS, renewEveryMs = RENEW_EVERY_MS }: Dependencies) {
    this.#database = database;
    this.#logger = logger;
    this.#leaseMs = leaseMs;
    this.#renewEveryMs = renewEveryMs;
  }

  /** One after the other, at whichever server. `busy` is thrown after waiting for so long. */
  async withLock<Result>(
    name: LockName,
    { patienceMs, busy }: { patienceMs: number; busy: () => Error },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const until = performance.now() + patienceMs;
    return this.#turns.take(name, async () => {
      // What this process has of before was not given back because the database was away.
      while (!(await this.#take(name))) {
        if (performance.now() >= until) {
          throw busy();
        }
        await sleep(ASK_EVERY_MS);
      }
      const renewals = new PeriodicTask({
        everyMs: this.#renewEveryMs,
        work: async () => {
          await this.#take(name);
        },
        onFailure: (error) => this.#logger.warn({ err: error, work: name }, 'sole work could not be renewed'),
      });
      renewals.start();
      try {
        return await work();
      } finally {
        renewals.stop();
        await renewals.settled();
        await this.#giveBack(name);
      }
    });
  }

  async #giveBack(name: LockName): Promise<void> {
    await this.#database.db
      .deleteFrom('sole_work')
      .where('name', '=', name)
      .where('holder', '=', this.#holder)
      .execute();
  }

  /** Takes or renews it. One statement: of two that try at once one gets it. */
  async #take(name: LockName): Promise<boolean> {
    const { urgent, engine } = this.#database;
    const held = { holder: this.#holder, expires_at: engine.now(this.#leaseMs) };
    const row = await urgent
      .insertInto('sole_work')
      .values({ name, ...held })
      .onConflict((on) =>
        on
          .column('name')
          .doUpdateSet(held)
          .where((row) =>
            row.or([
              row('sole_work.holder', '=', this.#holder),
              row('sole_work.expires_at', '<', engine.now()),
            ]),
          ),
      )
      .returning('holder')
      .executeTakeFirst();
    return row?.holder === this.#holder;
  }
}
