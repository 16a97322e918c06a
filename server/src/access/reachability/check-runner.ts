import { randomInt } from 'node:crypto';

import { MINUTE_MS, SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { CheckResult, ReachabilityRepository } from './reachability.repository.ts';

export interface CheckPace {
  /** Each asset is tried once in this time; 0 turns the checks off. */
  intervalMinutes: number;
  concurrency: number;
  /** A job tries all assets in its own time: only new ones are tried here, which must not wait for it. */
  isByJob?: boolean;
}

interface Dependencies {
  checks: Pick<ReachabilityRepository, 'countAssets' | 'listUnchecked' | 'listDue' | 'take' | 'release'>;
  clock: Clock;
  logger: Logger;
  pace(): Promise<CheckPace>;
  /** Undefined when the asset is gone. */
  check(id: string, signal: AbortSignal): Promise<CheckResult | undefined>;
  store(results: readonly CheckResult[]): Promise<void>;
}

const BUSY_MS = 250;
const IDLE_MS = 5 * SECOND_MS;
/** Results wait at most this long, or until there are so many. */
const STORE_EVERY_MS = SECOND_MS;
const STORE_AT = 200;
const REST_MS = MINUTE_MS;
/** Between 0.8 and 1.2 of the time, so that many installations do not knock in step. */
const jitter = (ms: number) => (ms * randomInt(80, 121)) / 100;

/**
 * Tries assets one after the other, spread evenly over the interval: longest untried first, a few at a time, results
 * stored in batches. New assets do not wait for their turn. One runner per process; where there are several, each asset
 * is taken by one of them.
 */
export class CheckRunner {
  readonly #deps: Dependencies;
  readonly #running = new Map<string, Promise<void>>();
  /** Those whose check itself failed, and until when they are left alone. */
  readonly #resting = new Map<string, number>();
  #results: CheckResult[] = [];
  #storedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> | undefined;
  #stopping: AbortController | undefined;
  /** How many checks of known assets are owed by now; grows with time, as the interval asks. */
  #owed = 0;
  #countedAt = 0;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  start(): void {
    if (!this.#stopping) {
      this.#stopping = new AbortController();
      this.#countedAt = this.#deps.clock.now();
      this.#schedule(BUSY_MS);
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping?.abort();
    const cut = [...this.#running.keys()];
    await this.#turn;
    await Promise.allSettled(this.#running.values());
    const known = new Set(this.#results.map(({ id }) => id));
    await this.#flush();
    await this.#deps.checks.release(cut.filter((id) => !known.has(id)));
    this.#stopping = undefined;
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#turn = this.#next();
    }, jitter(ms));
    this.#timer.unref();
  }

  async #next(): Promise<void> {
    let isBusy = false;
    try {
      isBusy = await this.#begin();
      if (this.#results.length >= STORE_AT || this.#deps.clock.now() - this.#storedAt >= STORE_EVERY_MS) {
        await this.#flush();
      }
    } catch (error) {
      this.#deps.logger.warn({ err: error }, 'assets could not be checked');
    }
    if (!this.#stopping?.signal.aborted) {
      this.#schedule(isBusy ? BUSY_MS : IDLE_MS);
    }
  }

  /** Starts as many checks as are due and there is room for; answers whether there is more to do soon. */
  async #begin(): Promise<boolean> {
    const { checks, clock } = this.#deps;
    const { intervalMinutes, concurrency, isByJob = false } = await this.#deps.pace();
    const now = clock.now();
    if (intervalMinutes <= 0) {
      this.#countedAt = now;
      return this.#running.size > 0;
    }
    const intervalMs = intervalMinutes * MINUTE_MS;
    const total = await checks.countAssets();
    // Never more than a short while's worth: after a quiet time there must be no rush.
    const most = Math.max(1, (total * 2 * IDLE_MS) / intervalMs);
    this.#owed = Math.min(most, this.#owed + (total * Math.max(0, now - this.#countedAt)) / intervalMs);
    this.#countedAt = now;

    for (const [id, until] of this.#resting) {
      if (until <= now) {
        this.#resting.delete(id);
      }
    }
    const done = this.#results.map(({ id }) => id);
    const busy = new Set([...this.#running.keys(), ...done, ...this.#resting.keys()]);
    const free = concurrency - this.#running.size;
    if (free <= 0) {
      return true;
    }
    const pick = (ids: string[], most: number) => ids.filter((id) => !busy.has(id)).slice(0, most);
    const fresh = pick(await checks.listUnchecked(free + busy.size), free);
    const room = isByJob ? 0 : Math.min(free - fresh.length, Math.floor(this.#owed));
    const due = room > 0 ? pick(await checks.listDue(now - intervalMs, room + busy.size), room) : [];
    this.#owed -= due.length;
    const taken = await checks.take([...fresh, ...due], now - intervalMs);
    const signal = this.#stopping?.signal;
    if (!signal || signal.aborted) {
      await checks.release(taken);
      return false;
    }
    taken.forEach((id) => this.#run(id, signal));
    return this.#running.size > 0 || this.#results.length > 0;
  }

  #run(id: string, signal: AbortSignal): void {
    const work = this.#deps.check(id, signal).then(
      (result) => {
        // One that was cut short by stopping says nothing about the asset.
        if (result && !signal.aborted) {
          this.#results.push(result);
        }
      },
      (error: unknown) => {
        this.#resting.set(id, this.#deps.clock.now() + REST_MS);
        this.#deps.logger.warn({ err: error, assetId: id }, 'an asset could not be checked');
      },
    );
    this.#running.set(
      id,
      work.finally(() => this.#running.delete(id)),
    );
  }

  async #flush(): Promise<void> {
    const results = this.#results;
    this.#storedAt = this.#deps.clock.now();
    if (results.length > 0) {
      this.#results = [];
      await this.#deps.store(results);
    }
  }
}
