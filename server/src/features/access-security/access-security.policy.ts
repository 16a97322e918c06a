import type { AccessRule } from '@jadegate/contract/access-rule';

import { compileIpSet, type MatchesAddress } from '../../kernel/ip-set.ts';

export interface WallRule {
  id: string;
  ip: string;
  rule: AccessRule;
  priority: number;
}

interface CompiledRule extends WallRule {
  matches: MatchesAddress;
}

/**
 * The wall: rules in ascending priority, the first that matches an address decides, and an address that no rule
 * matches is let in. HTTP, sockets and every other door ask this one function.
 */
export class Wall {
  readonly #rules: readonly CompiledRule[];

  constructor(rules: readonly WallRule[]) {
    this.#rules = rules
      .toSorted((a, b) => a.priority - b.priority || a.id.localeCompare(b.id))
      .map((rule) => ({ ...rule, matches: compileIpSet(rule.ip) }));
  }

  lets(address: string): boolean {
    return this.#rules.find((rule) => rule.matches(address))?.rule !== 'reject';
  }
}
