import type { AccessRule } from '@jadegate/contract/identity/access-rule';

import { compileIpSet, type MatchesAddress } from '../../kernel/ip-set.ts';

export interface AddressRule {
  id: string;
  ip: string;
  rule: AccessRule;
  priority: number;
}

interface CompiledRule extends AddressRule {
  matches: MatchesAddress;
}

/**
 * The address rules of access security, in ascending priority: the first that matches an address decides, and
 * an address that no rule matches is let in. HTTP, sockets and every other entrance ask this one function.
 */
export class AddressRules {
  readonly #rules: readonly CompiledRule[];

  constructor(rules: readonly AddressRule[]) {
    this.#rules = rules
      .toSorted((a, b) => a.priority - b.priority || a.id.localeCompare(b.id))
      .map((rule) => ({ ...rule, matches: compileIpSet(rule.ip) }));
  }

  allows(address: string): boolean {
    return this.#rules.find((rule) => rule.matches(address))?.rule !== 'reject';
  }
}
