import {
  RETENTION_KEYS,
  RETENTION_PARTS,
  type RetentionKey,
  type RetentionPreview,
} from '@jadegate/contract/operations/retention';
import { type SettingKey } from '@jadegate/contract/platform/setting';

import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { DAY_MS, type Clock } from '../../kernel/clock.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';

export type RetentionRuleName =
  | 'loginLogs'
  | 'storageLogs'
  | 'sessions'
  | 'commandRuns'
  | 'jobLogs'
  | 'auditLogs'
  | 'vmTasks'
  | 'nodeActions';

/** One kind of record that grows old. */
export interface RetentionRule {
  /** As it is called in the audit entry. */
  name: RetentionRuleName;
  /** Days to keep; an empty setting keeps for ever. */
  limit: Extract<SettingKey, `${string}-saved-limit`>;
  /** Removes about so many records older than the time, and answers how many went: fewer when none are left. */
  removeOlder(before: number, batch: number): Promise<number>;
  /** How many would go, and how many are as old and held; left out where nothing is deleted. */
  countOlder?(before: number): Promise<number | { count: number; held: number }>;
  /** How many at once, where each of them is large. */
  batch?: number;
}

interface Dependencies {
  settings: SettingService;
  audit: AuditService;
  clock: Clock;
  rules: readonly RetentionRule[];
}

/** Small enough that other writers get their turn in between. */
const BATCH = 1000;

/** Deletes what is older than the settings say, whenever a job of that kind runs. */
export class RetentionService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Goes through every rule once, or until it is stopped. What was deleted before something failed is written down all the same. */
  async sweep(signal?: AbortSignal): Promise<Partial<Record<RetentionRuleName, number>> & { held?: number }> {
    const { audit, rules } = this.#deps;
    const removed: Partial<Record<RetentionRuleName, number>> & { held?: number } = {};
    try {
      for (const rule of rules) {
        await this.#apply(rule, removed, signal);
      }
    } finally {
      if (Object.keys(removed).length > 0) {
        const object = { type: 'retention', id: '', name: '' };
        await audit.writeAlone(SYSTEM_CALLER, { action: 'retention.swept', object, detail: removed });
      }
    }
    return removed;
  }

  /** What a sweep would delete if these were the settings. */
  async preview(limits: Partial<Record<RetentionKey, number | null>>): Promise<RetentionPreview> {
    const { rules, settings, clock } = this.#deps;
    const preview: RetentionPreview = [];
    for (const rule of rules) {
      const { name, limit } = rule;
      const [part, key] = [
        RETENTION_PARTS.find((one) => one === name),
        RETENTION_KEYS.find((one) => one === limit),
      ];
      if (!part || !key || !rule.countOlder) {
        continue;
      }
      const days = key in limits ? (limits[key] ?? null) : await settings.get(key);
      const counted = days === null ? 0 : await rule.countOlder(clock.now() - days * DAY_MS);
      preview.push({ part, key, ...(typeof counted === 'number' ? { count: counted, held: 0 } : counted) });
    }
    return preview;
  }

  async #apply(
    rule: RetentionRule,
    removed: Partial<Record<RetentionRuleName, number>> & { held?: number },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { settings, clock } = this.#deps;
    const days = await settings.get(rule.limit);
    if (days === null) {
      return;
    }
    const before = clock.now() - days * DAY_MS;
    const isStopped = () => signal?.aborted === true;
    const batch = rule.batch ?? BATCH;
    let count = batch;
    while (count >= batch && !isStopped()) {
      count = await rule.removeOlder(before, batch);
      if (count > 0) {
        removed[rule.name] = (removed[rule.name] ?? 0) + count;
      }
    }
    const left = rule.name === 'sessions' ? await rule.countOlder?.(before) : undefined;
    if (typeof left === 'object' && left.held > 0) {
      removed.held = left.held;
    }
  }
}
