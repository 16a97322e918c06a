import type { AccessRule } from '@jadegate/contract/identity/access-rule';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { IpSet } from '@jadegate/contract/ip-set';
import { LIMITS } from '@jadegate/contract/limits';
import { parseRanges } from '@jadegate/contract/time-window';

import type { AddressRule } from '../../identity/access-security/access-security.service.ts';
import { compileIpSet } from '../../kernel/ip-set.ts';
import { compiles } from '../../kernel/stored-text.ts';
import type { PlannedThing, SectionPlanner } from './plan.ts';
import { grouped, readOld } from './read-old.ts';

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
  const periods = grouped((await readOld(origin, 'time_periods')).rows, (one) => one.login_policy_id);
  tally.add(found);
  const things: PlannedThing[] = [];
  for (const policy of found.rows) {
    await pace();
    if (ids.isKnown('login-policy', policy.id)) {
      tally.know();
      continue;
    }
    const ip_group = readSet(policy.ip_group);
    const windows = (periods.get(policy.id) ?? []).map(({ key, value }) => ({ key, value: value.trim() }));
    const areWindows =
      windows.length <= WEEKDAYS &&
      windows.every(({ key, value }) => key >= 0 && key < WEEKDAYS && parseRanges(value) !== undefined);
    const fault =
      ip_group === undefined
        ? 'ipGroup'
        : !areWindows
          ? 'timePeriod'
          : !isRule(policy.rule)
            ? 'rule'
            : undefined;
    const name = fault === undefined ? names.claim('login-policy', policy.name) : undefined;
    if (ip_group === undefined || fault !== undefined || name === undefined) {
      tally.leave(policy.name, 'not_accepted', fault ?? 'name');
      continue;
    }
    if (name !== policy.name.trim()) {
      tally.change(policy.name, 'renamed', name);
    }
    if (bounded(policy.priority) !== policy.priority) {
      tally.change(policy.name, 'not_accepted', 'priority');
    }
    if (windows.some(({ value }) => value !== '')) {
      tally.change(policy.name, 'policy_together');
    }
    const id = ids.take('login-policy', policy.id);
    const row = {
      id,
      name,
      ip_group,
      priority: bounded(policy.priority),
      enabled: policy.enabled ? 1 : 0,
      rule: policy.rule,
      time_period: JSON.stringify(windows),
    };
    things.push({
      kind: 'login-policy',
      oldId: policy.id,
      newId: id,
      rows: [{ table: 'login_policy', row }],
    });
  }
  yield things;
  const bindings: PlannedThing[] = [];
  for (const { user_id: userId, login_policy_id: policyId } of (await readOld(origin, 'login_policies_ref'))
    .rows) {
    const oldId = `${policyId} ${userId}`;
    const [user_id, login_policy_id] = [ids.resolve('user', userId), ids.resolve('login-policy', policyId)];
    if (ids.isKnown('policy-user', oldId) || login_policy_id === undefined) {
      continue;
    }
    // The first administrator is not theirs: a policy of a file must not shut them out.
    if (user_id === undefined || user_id === SUPER_ADMIN_ID) {
      tally.change(context.nicknames.get(userId) ?? userId, 'person_missing');
      continue;
    }
    ids.take('policy-user', oldId);
    const row = { login_policy_id, user_id };
    bindings.push({
      kind: 'policy-user',
      oldId,
      newId: login_policy_id,
      rows: [{ table: 'login_policy_user', row }],
    });
  }
  yield bindings;
};

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
