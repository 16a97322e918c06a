import type { CommandFilter, CommandFilterRule } from '@jadegate/contract/access/command-filter';

export function aCommandFilter(given: Partial<CommandFilter> = {}): CommandFilter {
  return {
    id: 'filter-1',
    name: 'Production',
    ruleCount: 1,
    strategyCount: 0,
    grantCount: 0,
    created: '2026-11-15 03:20:00',
    ...given,
  };
}

export function aRule(given: Partial<CommandFilterRule> = {}): CommandFilterRule {
  return {
    id: 'rule-1',
    commandFilterId: 'filter-1',
    type: 'prefix',
    pattern: 'rm',
    ignoreCase: false,
    priority: 50,
    action: 'deny',
    enabled: true,
    created: '2026-11-15 03:20:00',
    ...given,
  };
}
