import type {
  CommandFilterRule,
  CommandFilterRuleChange,
  CommandFilterRuleInput,
  CommandFilterRuleQuery,
} from '@jadegate/contract/access/command-filter';
import { LIMITS } from '@jadegate/contract/limits';
import type { Page } from '@jadegate/contract/paging';

import type { Database, Tx } from '../../db/database.ts';
import { aboutMany, type ReachService } from '../../identity/reach/reach.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { CommandFilterRuleRepository, type RuleRecord } from './command-filter-rule.repository.ts';
import type { PatternFault, Rule } from './command-filter.policy.ts';
import { CommandFilterRepository } from './command-filter.repository.ts';
import type { FilterJudge } from './filter-judge.ts';

type RuleValues = Omit<Rule, 'id'>;

interface Dependencies {
  database: Database;
  reach: ReachService;
  audit: AuditService;
  clock: Clock;
  filterJudge: FilterJudge;
}

export class CommandFilterRuleService {
  readonly #rules: CommandFilterRuleRepository;
  readonly #filters: CommandFilterRepository;
  readonly #reach: ReachService;
  readonly #audit: AuditService;
  readonly #clock: Clock;
  readonly #judge: FilterJudge;

  constructor({ database, reach, audit, clock, filterJudge }: Dependencies) {
    this.#reach = reach;
    this.#judge = filterJudge;
    this.#rules = new CommandFilterRuleRepository(database);
    this.#filters = new CommandFilterRepository(database);
    this.#audit = audit;
    this.#clock = clock;
  }

  async list(query: CommandFilterRuleQuery): Promise<Page<CommandFilterRule>> {
    const { total, items } = await this.#rules.page(query);
    return { total, items: items.map(present) };
  }

  async get(id: string): Promise<CommandFilterRule> {
    return present(await this.#find(id));
  }

  async create(actor: Actor, input: CommandFilterRuleInput): Promise<CommandFilterRule> {
    const now = this.#clock.now();
    const id = newId(now);
    const values = valuesOf(input);
    const object = aboutMany('command-filter', [input.commandFilterId]);
    await this.#reach.transact(actor, { action: 'command-filter.rule-created', object }, async (tx) => {
      const filter = await this.#filters.find(input.commandFilterId, tx);
      if (!filter) {
        throw new AppError('command_filter.not_found', { fields: ['commandFilterId'] });
      }
      if (filter.rule_count >= LIMITS.commandFilterRules.max) {
        throw new AppError('command_filter.too_many_rules', {
          params: { limit: LIMITS.commandFilterRules.max },
        });
      }
      await this.#refusePattern(values, filter.id, id, tx);
      await this.#rules.insert(
        { id, command_filter_id: filter.id, ...columnsOf(values), created_at: now },
        tx,
      );
      const detail = { rule: id, ...values };
      await this.#write(actor, 'created', filter.id, detail, tx);
    });
    return this.get(id);
  }

  async update(actor: Actor, id: string, change: CommandFilterRuleChange): Promise<void> {
    const object = aboutMany('command-filter', [(await this.#find(id)).command_filter_id]);
    await this.#reach.transact(actor, { action: 'command-filter.rule-updated', object }, async (tx) => {
      const record = await this.#find(id, tx);
      const before = valuesOf(toRule(record));
      const values = valuesOf({ ...before, ...given(change) });
      await this.#refusePattern(values, record.command_filter_id, id, tx);
      await this.#rules.update(id, columnsOf(values), tx);
      const detail = { rule: id, pattern: values.pattern, ...differences(before, { ...values }) };
      await this.#write(actor, 'updated', record.command_filter_id, detail, tx);
    });
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const object = aboutMany('command-filter', ids);
    await this.#reach.transact(actor, { action: 'command-filter.rule-deleted', object }, async (tx) => {
      for (const record of await this.#rules.listByIds(ids, tx)) {
        const detail = { rule: record.id, ...valuesOf(toRule(record)) };
        await this.#write(actor, 'deleted', record.command_filter_id, detail, tx);
      }
      await this.#rules.remove(ids, tx);
    });
  }

  async #find(id: string, tx?: Tx): Promise<RuleRecord> {
    const record = await this.#rules.find(id, tx);
    if (!record) {
      throw new AppError('command_filter_rule.not_found');
    }
    return record;
  }

  /** The entry is about the filter: what its sessions may do has changed. */
  async #write(
    actor: Actor,
    act: 'created' | 'updated' | 'deleted',
    filterId: string,
    detail: Record<string, unknown>,
    tx: Tx,
  ): Promise<void> {
    const name = (await this.#filters.find(filterId, tx))?.name ?? '';
    const object = { type: 'command-filter', id: filterId, name };
    await this.#audit.write(actor, { action: `command-filter.rule-${act}`, object, detail }, tx);
  }

  /** Also what the filter's patterns cost together: every line typed in a session pays for all of them. */
  async #refusePattern(values: RuleValues, filterId: string, id: string, tx: Tx): Promise<void> {
    const [found = 0] = await this.#judge.inspect([values]);
    const size = sizeOf(found);
    if (size === 0) {
      return;
    }
    const others = (await this.#rules.listOf(filterId, tx)).filter((record) => record.id !== id);
    const sizes = await this.#judge.inspect(others.map(toRule));
    const total = sizes.reduce<number>((sum, other) => sum + (typeof other === 'number' ? other : 0), size);
    if (total > LIMITS.commandPatternSize.maxTotal) {
      throw new AppError('command_filter.too_complex', { fields: ['pattern'] });
    }
  }
}

function sizeOf(found: PatternFault | number): number {
  if (typeof found === 'number') {
    return found;
  }
  const fields = ['pattern'];
  switch (found.kind) {
    case 'refused':
      throw new AppError('command_filter_rule.pattern_refused', { fields });
    case 'too-complex':
      throw new AppError('command_filter_rule.pattern_too_complex', { fields });
    case 'no-words':
      throw new AppError('command_filter_rule.no_words', { fields });
    case 'broken':
      throw new AppError('command_filter_rule.pattern_broken', { fields, params: { part: found.part } });
  }
}

function given(change: CommandFilterRuleChange): Partial<RuleValues> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Just the fields of a rule, whatever else came with them. */
function valuesOf({ type, pattern, ignoreCase, priority, action, enabled }: RuleValues): RuleValues {
  return { type, pattern, ignoreCase, priority, action, enabled };
}

function columnsOf({ type, pattern, ignoreCase, priority, action, enabled }: RuleValues) {
  return {
    type,
    pattern,
    ignore_case: ignoreCase ? (1 as const) : (0 as const),
    priority,
    action,
    enabled: enabled ? (1 as const) : (0 as const),
  };
}

export function toRule(record: RuleRecord): Rule {
  return {
    id: record.id,
    type: record.type,
    pattern: record.pattern,
    ignoreCase: record.ignore_case === 1,
    priority: record.priority,
    action: record.action,
    enabled: record.enabled === 1,
  };
}

function present(record: RuleRecord): CommandFilterRule {
  return {
    ...toRule(record),
    commandFilterId: record.command_filter_id,
    created: familyTime(record.created_at),
  };
}
