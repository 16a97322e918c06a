import type {
  LoginPolicy,
  LoginPolicyInput,
  LoginPolicyQuery,
  LoginPolicyRow,
} from '@jadegate/contract/identity/login-policy';
import type { Page } from '@jadegate/contract/paging';
import type { DayWindow } from '@jadegate/contract/time-window';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { prepareIpSets, refuseReversedRange } from '../../kernel/ip-set.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { aboutMany, type GuardedAct, type ReachService } from '../reach/reach.service.ts';
import { decide, type Decision, type Policy } from './login-policy.policy.ts';
import { LoginPolicyRepository, type LoginPolicyRecord } from './login-policy.repository.ts';

export class LoginPolicyService {
  readonly #policies: LoginPolicyRepository;
  readonly #database: Database;
  readonly #reach: ReachService;
  readonly #audit: AuditService;
  readonly #clock: Clock;

  constructor(database: Database, reach: ReachService, audit: AuditService, clock: Clock) {
    this.#database = database;
    this.#reach = reach;
    this.#policies = new LoginPolicyRepository(database);
    this.#audit = audit;
    this.#clock = clock;
  }

  /** In the server's time zone, as the policies are written. */
  async decide(userId: string, address: string, atMs: number, tx?: Tx): Promise<Decision> {
    const policies = (await this.#policies.listOf(userId, tx)).map(toPolicy);
    await prepareIpSets(policies.map(({ ipGroup }) => ipGroup));
    return decide(policies, address, new Date(atMs));
  }

  async list(query: LoginPolicyQuery): Promise<Page<LoginPolicyRow>> {
    const { total, items } = await this.#policies.page(query);
    return {
      total,
      items: items.map((record) => ({
        ...presentCommon(record),
        userCount: record.user_count,
        timePeriod: null,
      })),
    };
  }

  async get(id: string): Promise<LoginPolicy> {
    const record = await this.#find(id);
    const periods = windowsOf(record).map(({ key, value }) => ({
      id: `${id}-${key}`,
      loginPolicyId: id,
      key,
      value,
    }));
    return { ...presentCommon(record), timePeriod: periods };
  }

  async create(actor: Actor, input: LoginPolicyInput): Promise<LoginPolicy> {
    const id = newId(this.#clock.now());
    const columns = columnsOf(input);
    await this.#database.transact(async (tx) => {
      await this.#policies.insert({ id, ...columns }, tx);
      await this.#audit.write(
        actor,
        { action: 'login-policy.created', object: about(id, input.name), detail: { ...columns } },
        tx,
      );
    });
    return this.get(id);
  }

  async update(actor: Actor, id: string, input: LoginPolicyInput): Promise<void> {
    const { id: _, ...before } = await this.#find(id);
    const columns = columnsOf(input);
    const act = { action: 'login-policy.updated', object: about(id, input.name) } as const;
    await this.#transact(actor, act, async (tx) => {
      await this.#policies.update(id, columns, tx);
      const detail = { before, after: columns };
      await this.#audit.write(
        actor,
        { action: 'login-policy.updated', object: about(id, input.name), detail },
        tx,
      );
    });
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const object = aboutMany('login-policy', ids);
    await this.#transact(actor, { action: 'login-policy.deleted', object }, async (tx) => {
      for (const { id, name } of await this.#policies.listByIds(ids, tx)) {
        await this.#audit.write(actor, { action: 'login-policy.deleted', object: about(id, name) }, tx);
      }
      await this.#policies.remove(ids, tx);
    });
  }

  async listUserIds(id: string): Promise<string[]> {
    await this.#find(id);
    return this.#policies.listUserIds(id);
  }

  async bind(actor: Actor, id: string, userIds: readonly string[]): Promise<void> {
    const { name } = await this.#find(id);
    const act = { action: 'login-policy.bound', object: about(id, name) } as const;
    await this.#transact(actor, act, async (tx) => {
      const users = userIds.length === 0 ? [] : await this.#policies.bind(id, userIds, tx);
      await this.#audit.write(
        actor,
        { action: 'login-policy.bound', object: about(id, name), detail: { users } },
        tx,
      );
    });
  }

  async unbind(actor: Actor, id: string, userIds: readonly string[]): Promise<void> {
    const { name } = await this.#find(id);
    const act = { action: 'login-policy.unbound', object: about(id, name) } as const;
    await this.#transact(actor, act, async (tx) => {
      await this.#policies.unbind(id, userIds, tx);
      const detail = { users: userIds };
      await this.#audit.write(actor, { action: 'login-policy.unbound', object: about(id, name), detail }, tx);
    });
  }

  /** Those that keep administrators out somewhere or at some time, with whom. */
  async listRejectingAdministrators(): Promise<{ id: string; name: string; userIds: string[] }[]> {
    const found = new Map<string, { id: string; name: string; userIds: string[] }>();
    for (const { id, name, user_id } of await this.#policies.listRejectingAdministrators()) {
      const policy = found.get(id) ?? { id, name, userIds: [] };
      policy.userIds.push(user_id);
      found.set(id, policy);
    }
    return [...found.values()];
  }

  /** For the operator's way back in. */
  async unbindForOperator(operator: Caller, id: string, userIds: readonly string[]): Promise<void> {
    const { name } = await this.#find(id);
    await this.#database.transact(async (tx) => {
      await this.#policies.unbind(id, userIds, tx);
      const detail = { users: userIds };
      await this.#audit.write(
        operator,
        { action: 'login-policy.unbound', object: about(id, name), detail },
        tx,
      );
    });
  }

  /** For the operator's way back in: no policy stands in this person's way any more. */
  unbindAllOf(userId: string, tx: Tx): Promise<void> {
    return this.#policies.unbindAllOf(userId, tx);
  }

  /** Beside `ReachService.transact`: nobody may shut themselves out. Who is out already changes nothing by that. */
  #transact(actor: Actor, act: GuardedAct, work: (tx: Tx) => Promise<void>): Promise<void> {
    return this.#reach.transact(actor, act, async (tx) => {
      const isAllowed = async () =>
        (await this.decide(actor.userId, actor.address, this.#clock.now(), tx)).allowed;
      const wasAllowed = await isAllowed();
      await work(tx);
      if (wasAllowed && !(await isAllowed())) {
        throw new AppError('login_policy.locks_out', { params: { address: actor.address } });
      }
    });
  }

  async #find(id: string): Promise<LoginPolicyRecord> {
    const record = await this.#policies.find(id);
    if (!record) {
      throw new AppError('login_policy.not_found');
    }
    return record;
  }
}

function columnsOf(input: LoginPolicyInput): Omit<LoginPolicyRecord, 'id'> {
  refuseReversedRange(input.ipGroup, 'ipGroup');
  return {
    name: input.name,
    ip_group: input.ipGroup,
    priority: input.priority,
    enabled: input.enabled ? 1 : 0,
    rule: input.rule,
    time_period: JSON.stringify(input.timePeriod ?? []),
  };
}

function windowsOf(record: LoginPolicyRecord): DayWindow[] {
  return JSON.parse(record.time_period) as DayWindow[];
}

function toPolicy(record: LoginPolicyRecord): Policy {
  return { ...presentCommon(record), timePeriod: windowsOf(record) };
}

function about(id: string, name: string) {
  return { type: 'login-policy', id, name };
}

function presentCommon(record: LoginPolicyRecord) {
  return {
    id: record.id,
    name: record.name,
    ipGroup: record.ip_group,
    priority: record.priority,
    enabled: record.enabled === 1,
    rule: record.rule,
  };
}
