import type { AccessRule } from '@jadegate/contract/identity/access-rule';
import { isWithin, type DayWindow } from '@jadegate/contract/time-window';

import { compileIpSet } from '../../kernel/ip-set.ts';

export interface Policy {
  id: string;
  name: string;
  ipGroup: string;
  priority: number;
  enabled: boolean;
  rule: AccessRule;
  timePeriod: readonly DayWindow[];
}

interface Verdict extends Pick<Policy, 'id' | 'name' | 'priority' | 'rule' | 'enabled'> {
  matchesAddress: boolean;
  matchesTime: boolean;
  decides: boolean;
}

export interface Decision {
  allowed: boolean;
  policies: Verdict[];
}

/**
 * May somebody with these policies log in from this address at this moment? Policies are taken in ascending priority;
 * the first enabled one that matches the address and the time, both, decides. Where none matches, the answer is yes:
 * to allow only some hours, bind a weaker policy that rejects everything else.
 */
export function decide(policies: readonly Policy[], address: string, at: Date): Decision {
  const minute = at.getHours() * 60 + at.getMinutes();
  let decided: AccessRule | undefined;
  const verdicts = policies
    .toSorted((a, b) => a.priority - b.priority || a.id.localeCompare(b.id))
    .map((policy): Verdict => {
      const matchesAddress = compileIpSet(policy.ipGroup)(address);
      const matchesTime = isWithin(policy.timePeriod, at.getDay(), minute);
      const decides = decided === undefined && policy.enabled && matchesAddress && matchesTime;
      decided = decides ? policy.rule : decided;
      const { id, name, priority, rule, enabled } = policy;
      return { id, name, priority, rule, enabled, matchesAddress, matchesTime, decides };
    });
  return { allowed: decided !== 'reject', policies: verdicts };
}
