import type { JudgedLine } from '@jadegate/contract/operations/run-parts';

import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AccessService } from '../authorised/access.service.ts';
import { judge, type CompiledFilter, type Rule } from './command-filter.policy.ts';
import type { CommandFilterService } from './command-filter.service.ts';
import type { JudgeLine } from './filter-judge.ts';
import { judgeScript } from './judge-script.ts';

export type { Verdict } from './command-filter.policy.ts';

/** A filter as live sessions obey it. */
export interface LiveFilter {
  id: string;
  /** At once where that takes no time; the others wait for a thread. */
  judge: JudgeLine;
  patternOf(ruleId: string | undefined): string | undefined;
}

interface Dependencies {
  filters: CommandFilterService;
  access: AccessService;
  logger: Logger;
}

interface Kept {
  rules: string;
  filter: LiveFilter;
  readAt: number;
}

/** Another process may have changed it: it is read again after this. */
const FRESH_MS = 1.5 * SECOND_MS;

/** The filters of live sessions, each read once for all of them and compiled only when it changed. */
export class LiveFilterService {
  readonly #deps: Dependencies;
  readonly #kept = new Map<string, Kept>();
  readonly #stop: () => void;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#stop = dependencies.access.subscribe(() => {
      for (const kept of this.#kept.values()) {
        kept.readAt = Number.NEGATIVE_INFINITY;
      }
    });
  }

  /** Never fails: a filter that is gone or cannot be read lets nothing through. */
  async of(id: string | null): Promise<LiveFilter | undefined> {
    if (id === null) {
      return undefined;
    }
    const kept = this.#kept.get(id);
    const now = performance.now();
    if (kept && now - kept.readAt < FRESH_MS) {
      return kept.filter;
    }
    try {
      const rules = await this.#deps.filters.rulesOf(id);
      const text = JSON.stringify(rules);
      const filter =
        kept?.rules === text ? kept.filter : liveFilter(id, rules, this.#deps.filters.judge.of(rules));
      this.#kept.set(id, { rules: text, filter, readAt: now });
      return filter;
    } catch (error) {
      if (error instanceof AppError) {
        this.#kept.delete(id);
        return shut(id);
      }
      this.#deps.logger.warn({ err: error }, 'a command filter could not be read');
      return kept?.filter ?? shut(id);
    }
  }

  /** What a filter, or none, says of each line of a script. */
  async judgeScript(id: string | null, script: string): Promise<JudgedLine[]> {
    return judgeScript(script, await this.of(id));
  }

  close(): void {
    this.#stop();
  }
}

function liveFilter(id: string, rules: readonly Rule[], judgeLine: JudgeLine): LiveFilter {
  const patterns = new Map(rules.map((rule) => [rule.id, rule.pattern]));
  return {
    id,
    judge: judgeLine,
    patternOf: (ruleId) => (ruleId === undefined ? undefined : patterns.get(ruleId)),
  };
}

/** A right that names a filter which is not there must not become a right without one. */
function shut(id: string): LiveFilter {
  const rule = { id: '', action: 'deny', size: 0, matches: () => true } as const;
  const filter: CompiledFilter = { rules: [rule], strictest: 'deny', size: 0 };
  return { id, judge: (line) => judge(filter, line), patternOf: () => undefined };
}
