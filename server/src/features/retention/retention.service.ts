import { type SettingKey } from '@jadegate/contract/setting';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { DAY_MS, HOUR_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { SettingService } from '../setting/setting.service.ts';

/** One kind of record that grows old. */
export interface RetentionRule {
  /** As it is called in the audit entry. */
  name: string;
  /** Days to keep; an empty setting keeps for ever. */
  limit: Extract<SettingKey, `${string}-saved-limit`>;
  /** Removes at most so many records older than the time, and answers how many went. */
  removeOlder(before: number, batch: number): Promise<number>;
}

interface Dependencies {
  settings: SettingService;
  audit: AuditService;
  clock: Clock;
  logger: Logger;
  rules: readonly RetentionRule[];
}

/** Small enough that other writers get their turn in between. */
const BATCH = 1000;
const EVERY_MS = 6 * HOUR_MS;

/** Deletes what is older than the settings say, at start and every six hours. */
export class RetentionService {
  readonly #on: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#on = dependencies;
  }

  start(): void {
    this.#begin();
    this.#timer = setInterval(() => this.#begin(), EVERY_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Goes through every rule once. What was deleted before something failed is written down all the same. */
  async sweep(): Promise<Record<string, number>> {
    const { audit, rules } = this.#on;
    const removed: Record<string, number> = {};
    try {
      for (const rule of rules) {
        await this.#apply(rule, removed);
      }
    } finally {
      if (Object.keys(removed).length > 0) {
        const object = { type: 'retention', id: '', name: '' };
        await audit.writeAlone(SYSTEM_CALLER, { action: 'retention.swept', object, detail: removed });
      }
    }
    return removed;
  }

  async #apply(rule: RetentionRule, removed: Record<string, number>): Promise<void> {
    const { settings, clock } = this.#on;
    const days = await settings.get(rule.limit);
    if (days === null) {
      return;
    }
    const before = clock.now() - days * DAY_MS;
    let count = BATCH;
    while (count === BATCH && !this.#isClosed) {
      count = await rule.removeOlder(before, BATCH);
      if (count > 0) {
        removed[rule.name] = (removed[rule.name] ?? 0) + count;
      }
    }
  }

  #begin(): void {
    this.#running ??= this.sweep()
      .then(() => undefined)
      .catch((error: unknown) => this.#on.logger.warn({ err: error }, 'old records could not be removed'))
      .finally(() => {
        this.#running = undefined;
      });
  }
}
