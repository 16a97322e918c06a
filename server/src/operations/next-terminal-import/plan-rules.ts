import { createHash } from 'node:crypto';

import type { AccessRule } from '@jadegate/contract/identity/access-rule';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { IpSet } from '@jadegate/contract/ip-set';
import { LIMITS } from '@jadegate/contract/limits';
import { HOURS_MARK } from '@jadegate/contract/operations/next-terminal-import.words';
import { parseRanges, type DayWindow } from '@jadegate/contract/time-window';

import type { AddressRule } from '../../identity/access-security/access-security.service.ts';
import { compileIpSet } from '../../kernel/ip-set.ts';
import { compiles } from '../../kernel/stored-text.ts';
import type { OldRow } from './old-tables.ts';
import type { PlanContext, PlannedThing, SectionPlanner, Tally } from './plan.ts';
import { EVERYWHERE, PolicyPasses, type OldPolicy } from './policy-passes.ts';
import { grouped, readOld } from './read-old.ts';
import { shortened } from './taken-names.ts';

const WEEKDAYS = 7;

function isRule(text: string): text is AccessRule {
  return text === 'allow' || text === 'reject';
}

/** What is compared with addresses, or undefined where that cannot be done here. */
function readSet(text: string): string | undefined {
  const set = IpSet.safeParse(text.trim());
  return set.success && compiles(compileIpSet, set.data) ? set.data : undefined;
}

const { min: STRONGEST, max: WEAKEST } = LIMITS.priority;

function bounded(priority: number): number {
  return Math.min(WEAKEST, Math.max(STRONGEST, priority));
}

/** The old web pages go by the largest number that matches, whatever their form says; here the smallest decides. */
function turned(priority: number): number {
  return STRONGEST + WEAKEST - priority;
}

export const planLoginPolicies: SectionPlanner = async function* (context, tally) {
  const { ids, names, origin, pace } = context;
  const found = await readOld(origin, 'login_policies');
  tally.add(found);
  const people = new Map<string, string[]>();
  for (const [id, refs] of grouped((await readOld(origin, 'login_policies_ref')).rows, policyOf)) {
    people.set(id, [...new Set(refs.map(({ user_id }) => user_id))]);
  }
  const periods = grouped((await readOld(origin, 'time_periods')).rows, policyOf);
  const readable = new Map<string, OldPolicy>();
  for (const policy of found.rows) {
    await pace();
    const read = readPolicy(policy, periods.get(policy.id) ?? [], people.get(policy.id) ?? []);
    if (typeof read !== 'string') {
      readable.set(policy.id, read);
    } else if (!ids.isKnown('login-policy', policy.id)) {
      tally.leave(policy.name, 'not_accepted', read);
    }
  }
  const passes = new PolicyPasses([...readable.values()], { strongest: STRONGEST, weakest: WEAKEST });
  const things: PlannedThing[] = [];
  const bindings = new Bindings(context, tally);
  for (const policy of found.rows) {
    await pace();
    const read = readable.get(policy.id);
    if (ids.isKnown('login-policy', policy.id)) {
      tally.know();
    }
    if (!read) {
      continue;
    }
    const { addresses, priority, windows, hours } = passes.of(read);
    const common = { enabled: policy.enabled ? 1 : 0, rule: read.rule } as const;
    if (!ids.isKnown('login-policy', policy.id)) {
      const name = names.claim('login-policy', policy.name);
      if (name === undefined) {
        tally.leave(policy.name, 'not_accepted', 'name');
        continue;
      }
      if (name !== policy.name.trim()) {
        tally.change(policy.name, 'renamed', name);
      }
      if (bounded(policy.priority) !== policy.priority) {
        tally.change(policy.name, 'not_accepted', 'priority');
      }
      if (priority !== read.priority) {
        tally.change(policy.name, 'policy_moved', String(priority));
      }
      const id = ids.take('login-policy', policy.id);
      const row = {
        id,
        name,
        ip_group: addresses,
        priority,
        ...common,
        time_period: JSON.stringify(windows),
      };
      things.push({
        kind: 'login-policy',
        oldId: policy.id,
        newId: id,
        rows: [{ table: 'login_policy', row }],
      });
    }
    const parts = hours.map((part) => ({ ...part, oldId: `${policy.id} ${sumOf(part.windows)}` }));
    for (const part of parts) {
      const name = ids.isKnown('policy-hours', part.oldId)
        ? undefined
        : names.claim(
            'login-policy',
            `${shortened(policy.name, LIMITS.name.max - HOURS_MARK.length)}${HOURS_MARK}`,
          );
      if (name === undefined) {
        continue;
      }
      tally.change(policy.name, 'policy_apart', name);
      const id = ids.take('policy-hours', part.oldId);
      const row = {
        id,
        name,
        ip_group: EVERYWHERE,
        priority: STRONGEST,
        ...common,
        time_period: JSON.stringify(part.windows),
      };
      things.push({
        kind: 'policy-hours',
        oldId: part.oldId,
        newId: id,
        rows: [{ table: 'login_policy', row }],
      });
    }
    for (const person of read.people) {
      await pace();
      bindings.add(policy.id, person, parts.find((part) => part.people.includes(person))?.oldId);
    }
  }
  yield things;
  yield bindings.planned;
};

const policyOf = ({ login_policy_id }: { login_policy_id: string }) => login_policy_id;

function sumOf(windows: readonly DayWindow[]): string {
  return createHash('sha256').update(JSON.stringify(windows)).digest('hex').slice(0, 16);
}

/** The name of the field that cannot be had here. */
function readPolicy(
  policy: OldRow<'login_policies'>,
  periods: readonly OldRow<'time_periods'>[],
  people: readonly string[],
): OldPolicy | string {
  const addresses = readSet(policy.ip_group);
  if (addresses === undefined) {
    return 'ipGroup';
  }
  const windows = periods.map(({ key, value }) => ({ key, value: value.trim() }));
  const areWindows =
    windows.length <= WEEKDAYS &&
    windows.every(({ key, value }) => key >= 0 && key < WEEKDAYS && parseRanges(value) !== undefined);
  if (!areWindows) {
    return 'timePeriod';
  }
  const { id, enabled, rule } = policy;
  return isRule(rule)
    ? { id, isEnabled: enabled, rule, priority: bounded(policy.priority), addresses, windows, people }
    : 'rule';
}

/** Of a policy, and of what it has for the hours of that person. */
class Bindings {
  readonly planned: PlannedThing[] = [];
  readonly #context: PlanContext;
  readonly #tally: Tally;

  constructor(context: PlanContext, tally: Tally) {
    this.#context = context;
    this.#tally = tally;
  }

  add(policyId: string, userId: string, hoursId: string | undefined): void {
    const { ids, nicknames } = this.#context;
    const [user_id, login_policy_id] = [ids.resolve('user', userId), ids.resolve('login-policy', policyId)];
    const oldId = `${policyId} ${userId}`;
    if (ids.isKnown('policy-user', oldId) || login_policy_id === undefined) {
      return;
    }
    // The first administrator is not theirs: a policy of a file must not shut them out.
    if (user_id === undefined || user_id === SUPER_ADMIN_ID) {
      this.#tally.change(nicknames.get(userId) ?? userId, 'person_missing');
      return;
    }
    ids.take('policy-user', oldId);
    const hours = hoursId === undefined ? undefined : ids.resolve('policy-hours', hoursId);
    const bound = [login_policy_id, ...(hours === undefined ? [] : [hours])];
    this.planned.push({
      kind: 'policy-user',
      oldId,
      newId: login_policy_id,
      rows: bound.map((id) => ({ table: 'login_policy_user', row: { login_policy_id: id, user_id } })),
    });
  }
}

export const planAccessRules: SectionPlanner = async function* ({ ids, origin, pace, shutsOut }, tally) {
  const found = await readOld(origin, 'access_securities');
  tally.add(found);
  const things: PlannedThing[] = [];
  const rules: AddressRule[] = [];
  // Only where one rule may undo another does it matter which is asked first.
  const isTurned = new Set(found.rows.map(({ rule }) => rule)).size > 1;
  for (const rule of found.rows) {
    await pace();
    if (ids.isKnown('access-rule', rule.id)) {
      tally.know();
      continue;
    }
    const ip = readSet(rule.ip);
    if (ip === undefined || !isRule(rule.rule)) {
      tally.leave(rule.ip || rule.id, 'not_accepted', ip === undefined ? 'ip' : 'rule');
      continue;
    }
    const within = bounded(rule.priority);
    const priority = isTurned ? turned(within) : within;
    if (isTurned) {
      tally.change(ip, 'priority_turned', String(priority));
    } else if (within !== rule.priority) {
      tally.change(ip, 'not_accepted', 'priority');
    }
    const id = ids.take('access-rule', rule.id);
    const judged = { id, ip, rule: rule.rule, priority };
    const row = { ...judged, source: rule.source };
    rules.push(judged);
    things.push({
      kind: 'access-rule',
      oldId: rule.id,
      newId: id,
      rows: [{ table: 'access_security', row }],
    });
  }
  if (await shutsOut(rules)) {
    // All of them or none: with some left out, the others would mean something else.
    rules.forEach(({ ip }) => tally.leave(ip, 'shuts_out'));
    return;
  }
  yield things;
};
