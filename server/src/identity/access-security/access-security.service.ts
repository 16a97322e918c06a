import type { ErrorCode } from '@jadegate/contract/error';
import type {
  AccessSecurity,
  AccessSecurityInput,
  AccessSecurityQuery,
} from '@jadegate/contract/identity/access-security';
import type { Page } from '@jadegate/contract/paging';
import type { AuditAction } from '@jadegate/contract/platform/audit';

import type { Database, Tx } from '../../db/database.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { prepareIpSets } from '../../kernel/ip-set.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { AddressRules, type AddressRule } from './access-security.policy.ts';
import { AccessSecurityRepository, type AccessSecurityRecord } from './access-security.repository.ts';

export type { AddressRule } from './access-security.policy.ts';

/** Rules changed by another process count here after this long. */
const FRESH_MS = 2 * SECOND_MS;
const BY_ADMINISTRATOR = 'administrator';

export class AccessSecurityService {
  readonly #rules: AccessSecurityRepository;
  readonly #database: Database;
  readonly #audit: AuditService;
  readonly #clock: Clock;
  /** The rules as they were read last, compiled. */
  #kept: { at: number; rules: Promise<AddressRules> } | undefined;

  constructor(database: Database, audit: AuditService, clock: Clock) {
    this.#database = database;
    this.#rules = new AccessSecurityRepository(database);
    this.#audit = audit;
    this.#clock = clock;
  }

  /** Asked for every request, before anything else is known about it. */
  async allows(address: string): Promise<boolean> {
    const now = this.#clock.now();
    if (!this.#kept || now - this.#kept.at >= FRESH_MS) {
      this.#kept = { at: now, rules: this.#compiled() };
      // Rules that could not be read are not kept: the next request tries again.
      this.#kept.rules.catch(() => {
        this.#kept = undefined;
      });
    }
    return (await this.#kept.rules).allows(address);
  }

  async #compiled(): Promise<AddressRules> {
    const rules = await this.#rules.list();
    await prepareIpSets(rules.map(({ ip }) => ip));
    return new AddressRules(rules);
  }

  async list(query: AccessSecurityQuery): Promise<Page<AccessSecurity>> {
    const { total, items } = await this.#rules.page(query);
    return { total, items: items.map(present) };
  }

  async get(id: string): Promise<AccessSecurity> {
    return present(await this.#find(id));
  }

  async create(
    actor: Actor,
    { ip, rule, priority, confirmLockout }: AccessSecurityInput,
  ): Promise<AccessSecurity> {
    const record: AccessSecurityRecord = {
      id: newId(this.#clock.now()),
      ip,
      rule,
      priority,
      source: BY_ADMINISTRATOR,
    };
    await this.refuseLockout(actor, confirmLockout, (rules) => [...rules, record]);
    await this.#write(actor, 'access-security.created', record, {}, (tx) => this.#rules.insert(record, tx));
    return present(record);
  }

  async update(
    actor: Actor,
    id: string,
    { ip, rule, priority, confirmLockout }: AccessSecurityInput,
  ): Promise<void> {
    const before = await this.#find(id);
    const after = { ip, rule, priority };
    await this.refuseLockout(actor, confirmLockout, (rules) =>
      rules.map((one) => (one.id === id ? { ...one, ...after } : one)),
    );
    const detail = { before: { ip: before.ip, rule: before.rule, priority: before.priority }, after };
    await this.#write(actor, 'access-security.updated', { id, ip }, detail, (tx) =>
      this.#rules.update(id, after, tx),
    );
  }

  async delete(actor: Actor, ids: readonly string[], confirmLockout: boolean): Promise<void> {
    await this.refuseLockout(
      actor,
      confirmLockout,
      (rules) => rules.filter((one) => !ids.includes(one.id)),
      'access_security.delete_locks_out',
    );
    const gone = (await this.#rules.list()).filter((one) => ids.includes(one.id));
    const ip = gone.map((one) => one.ip).join(' ');
    await this.#write(actor, 'access-security.deleted', { id: ids.join(','), ip }, {}, (tx) =>
      this.#rules.remove(ids, tx),
    );
  }

  async listRejecting(): Promise<AccessSecurity[]> {
    return (await this.#rules.list()).filter(({ rule }) => rule === 'reject').map(present);
  }

  /** For the operator's way back in: the rule goes, and the audit entry says what it was. */
  async removeForOperator(operator: Caller, { id, ip, rule, priority }: AccessSecurity): Promise<void> {
    const before = { ip, rule, priority };
    await this.#write(operator, 'access-security.deleted', { id, ip }, { before }, (tx) =>
      this.#rules.remove([id], tx),
    );
  }

  /** Who would be shut out by their own change is told so, and must say that they mean it. */
  async refuseLockout(
    actor: Actor,
    isConfirmed: boolean,
    change: (rules: readonly AddressRule[]) => readonly AddressRule[],
    warning: ErrorCode = 'access_security.locks_out',
  ): Promise<void> {
    const changed = change(await this.#rules.list());
    await prepareIpSets(changed.map(({ ip }) => ip));
    const rules = compileRules(changed);
    if (!isConfirmed && !rules.allows(actor.address)) {
      throw new AppError(warning, { params: { address: actor.address } });
    }
  }

  /** Whether these, beside those that are here, would keep an address out. */
  async wouldShutOut(address: string, more: readonly AddressRule[]): Promise<boolean> {
    const rules = [...(await this.#rules.list()), ...more];
    await prepareIpSets(rules.map(({ ip }) => ip));
    return !compileRules(rules).allows(address);
  }

  /** The rules were changed by other means: the next request reads them anew. */
  forget(): void {
    this.#kept = undefined;
  }

  async #write(
    actor: Caller,
    action: AuditAction,
    { id, ip }: { id: string; ip: string },
    detail: Record<string, unknown>,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.#database.transact(async (tx) => {
      await work(tx);
      await this.#audit.write(
        actor,
        { action, object: { type: 'access-security', id, name: ip }, detail },
        tx,
      );
    });
    this.#kept = undefined;
  }

  async #find(id: string): Promise<AccessSecurityRecord> {
    const record = await this.#rules.find(id);
    if (!record) {
      throw new AppError('access_security.not_found');
    }
    return record;
  }
}

/** The contract checks the form of a range; that it begins before it ends shows only here. */
function compileRules(rules: readonly AddressRule[]): AddressRules {
  try {
    return new AddressRules(rules);
  } catch (cause) {
    throw new AppError('validation', { params: { first: 'ip' }, fields: ['ip'], cause });
  }
}

function present(record: AccessSecurityRecord): AccessSecurity {
  return {
    id: record.id,
    ip: record.ip,
    rule: record.rule,
    source: record.source,
    priority: record.priority,
  };
}
