import type {
  CommandFilter,
  CommandFilterInput,
  CommandFilterQuery,
  CommandVerdict,
} from '@jadegate/contract/access/command-filter';
import type { Page } from '@jadegate/contract/paging';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { CommandFilterRuleRepository } from './command-filter-rule.repository.ts';
import { toRule } from './command-filter-rule.service.ts';
import type { Rule } from './command-filter.policy.ts';
import { CommandFilterRepository, type CommandFilterRecord } from './command-filter.repository.ts';
import type { FilterJudge } from './filter-judge.ts';

/** How many users of a filter a refusal names before it only counts. */
const NAMED_USERS = 3;

export class CommandFilterService {
  readonly #filters: CommandFilterRepository;
  readonly #rules: CommandFilterRuleRepository;
  readonly #database: Database;
  readonly #audit: AuditService;
  readonly #clock: Clock;
  readonly judge: FilterJudge;

  constructor(database: Database, audit: AuditService, clock: Clock, filterJudge: FilterJudge) {
    this.judge = filterJudge;
    this.#database = database;
    this.#filters = new CommandFilterRepository(database);
    this.#rules = new CommandFilterRuleRepository(database);
    this.#audit = audit;
    this.#clock = clock;
  }

  listOptions(): Promise<{ id: string; name: string }[]> {
    return this.#filters.listOptions();
  }

  async list(query: CommandFilterQuery): Promise<Page<CommandFilter>> {
    const { total, items } = await this.#filters.page(query);
    return { total, items: items.map(present) };
  }

  async get(id: string, tx?: Tx): Promise<CommandFilter> {
    const record = await this.#filters.find(id, tx);
    if (!record) {
      throw new AppError('command_filter.not_found');
    }
    return present(record);
  }

  async rulesOf(id: string): Promise<Rule[]> {
    await this.get(id);
    return (await this.#rules.listOf(id)).map(toRule);
  }

  async test(id: string, command: string): Promise<CommandVerdict> {
    const { ruleId, pieces, ...verdict } = await this.judge.of(await this.rulesOf(id))(command);
    return {
      ...verdict,
      ruleId: ruleId ?? '',
      pieces: pieces.map((piece) => ({ ...piece, ruleId: piece.ruleId ?? '' })),
    };
  }

  async create(actor: Actor, { name }: CommandFilterInput): Promise<CommandFilter> {
    const now = this.#clock.now();
    const id = newId(now);
    await this.#refusingTakenName(name, () =>
      this.#database.transact(async (tx) => {
        await this.#filters.insert({ id, name, created_at: now }, tx);
        await this.#audit.write(actor, { action: 'command-filter.created', object: about({ id, name }) }, tx);
      }),
    );
    return this.get(id);
  }

  async update(actor: Actor, id: string, { name }: CommandFilterInput): Promise<void> {
    await this.#refusingTakenName(name, () =>
      this.#database.transact(async (tx) => {
        const before = await this.get(id, tx);
        await this.#filters.update(id, { name }, tx);
        const detail = differences(before, { name });
        const object = about({ id, name });
        await this.#audit.write(actor, { action: 'command-filter.updated', object, detail }, tx);
      }),
    );
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    await this.#database.transact(async (tx) => {
      for (const filter of await this.#filters.listByIds(ids, tx)) {
        await this.#refuseInUse(filter, tx);
        await this.#audit.write(actor, { action: 'command-filter.deleted', object: about(filter) }, tx);
      }
      await this.#filters.remove(ids, tx);
    });
  }

  async #refuseInUse(filter: CommandFilterRecord, tx: Tx): Promise<void> {
    const { name, strategy_count: strategies, grant_count: grants } = filter;
    if (strategies + grants > 0) {
      const names = await this.#filters.namesUsing(filter.id, NAMED_USERS, tx);
      throw new AppError('command_filter.in_use', {
        params: { name, strategies, grants, names: names.join(', ') },
      });
    }
  }

  #refusingTakenName(name: string, work: () => Promise<void>): Promise<void> {
    const refusal = (cause: unknown) =>
      new AppError('command_filter.name_taken', { params: { name }, fields: ['name'], cause });
    return refusingTaken(this.#database, refusal, work);
  }
}

function about({ id, name }: { id: string; name: string }) {
  return { type: 'command-filter', id, name };
}

function present(record: CommandFilterRecord): CommandFilter {
  return {
    id: record.id,
    name: record.name,
    ruleCount: record.rule_count,
    strategyCount: record.strategy_count,
    grantCount: record.grant_count,
    created: familyTime(record.created_at),
  };
}
