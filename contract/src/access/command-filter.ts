import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { paged, pagingQuery, SearchText } from '../paging.ts';
import { echoed, FamilyTime, Id, IdList, Name } from '../scalars.ts';

export const RULE_TYPES = ['exact', 'prefix', 'regex'] as const;
export type RuleType = (typeof RULE_TYPES)[number];

export const RULE_ACTIONS = ['allow', 'warn', 'deny'] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

export const CommandFilter = z.object({
  id: z.string(),
  name: z.string(),
  ruleCount: z.number().int(),
  /** Strategies and grants that use it. */
  strategyCount: z.number().int(),
  grantCount: z.number().int(),
  created: FamilyTime,
});
export type CommandFilter = z.infer<typeof CommandFilter>;

export const CommandFilterInput = z.strictObject({
  name: Name,
  ...echoed('id', 'created', 'ruleCount', 'strategyCount', 'grantCount'),
});
export type CommandFilterInput = z.infer<typeof CommandFilterInput>;

export const CommandFilterQuery = pagingQuery(['name', 'created'], { name: SearchText });
export type CommandFilterQuery = z.infer<typeof CommandFilterQuery>;

export const CommandFilterRule = z.object({
  id: z.string(),
  commandFilterId: z.string(),
  type: z.enum(RULE_TYPES),
  pattern: z.string(),
  ignoreCase: z.boolean(),
  /** Smaller is asked first; equal ones in the order they were made. */
  priority: z.number().int(),
  action: z.enum(RULE_ACTIONS),
  enabled: z.boolean(),
  created: FamilyTime,
});
export type CommandFilterRule = z.infer<typeof CommandFilterRule>;

const Pattern = z
  .string()
  .max(LIMITS.commandPattern.max)
  .refine((text) => text.trim() !== '', { params: { rule: 'required' } });
const Priority = z.coerce.number().int().min(LIMITS.priority.min).max(LIMITS.priority.max);

export const CommandFilterRuleInput = z.strictObject({
  commandFilterId: Id,
  type: z.enum(RULE_TYPES),
  pattern: Pattern,
  ignoreCase: z.boolean().default(false),
  priority: Priority.default(LIMITS.priority.default),
  action: z.enum(RULE_ACTIONS),
  enabled: z.boolean().default(true),
  ...echoed('id', 'created'),
});
export type CommandFilterRuleInput = z.infer<typeof CommandFilterRuleInput>;

/** What is absent stays as it is. A rule does not move to another filter. */
export const CommandFilterRuleChange = z.strictObject({
  type: z.enum(RULE_TYPES).optional(),
  pattern: Pattern.optional(),
  ignoreCase: z.boolean().optional(),
  priority: Priority.optional(),
  action: z.enum(RULE_ACTIONS).optional(),
  enabled: z.boolean().optional(),
  ...echoed('id', 'created', 'commandFilterId'),
});
export type CommandFilterRuleChange = z.infer<typeof CommandFilterRuleChange>;

export const CommandFilterRuleQuery = pagingQuery(['priority'], { commandFilterId: Id });
export type CommandFilterRuleQuery = z.infer<typeof CommandFilterRuleQuery>;

/** Why a line was judged as it was. The last three are answered without asking rules one by one. */
const VERDICT_REASONS = ['rule', 'no-rule', 'too-long', 'too-complex', 'too-slow'] as const;

export const CommandVerdict = z.object({
  action: z.enum(RULE_ACTIONS),
  reason: z.enum(VERDICT_REASONS),
  /** The rule that decided; empty when none did. */
  ruleId: z.string(),
  /** The part of the line that decided. */
  segment: z.string(),
  pieces: z.array(z.object({ text: z.string(), action: z.enum(RULE_ACTIONS), ruleId: z.string() })),
});
export type CommandVerdict = z.infer<typeof CommandVerdict>;

const ById = z.object({ id: Id });
const ByIds = z.object({ ids: IdList });

export const listCommandFilterOptions = endpoint({
  method: 'GET',
  path: '/command-filters',
  access: [
    'command-filter',
    'strategy',
    'strategy-add',
    'strategy-edit',
    'asset-authorised-user',
    'asset-authorised-user-add',
    'asset-authorised-user-group',
    'asset-authorised-user-group-add',
    'user-bind-asset',
    'user-group-bind-asset',
  ],
  summary: 'Every command filter’s id and name, for pickers.',
  response: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const listCommandFilters = endpoint({
  method: 'GET',
  path: '/command-filters/paging',
  access: ['command-filter'],
  summary: 'Command filters, page by page.',
  query: CommandFilterQuery,
  response: paged(CommandFilter),
});

export const getCommandFilter = endpoint({
  method: 'GET',
  path: '/command-filters/:id',
  access: ['command-filter-detail', 'command-filter-edit'],
  summary: 'One command filter.',
  params: ById,
  response: CommandFilter,
});

export const createCommandFilter = endpoint({
  method: 'POST',
  path: '/command-filters',
  access: ['command-filter-add'],
  summary: 'Makes a command filter without rules: it allows everything.',
  body: CommandFilterInput,
  response: CommandFilter,
});

export const updateCommandFilter = endpoint({
  method: 'PUT',
  path: '/command-filters/:id',
  access: ['command-filter-edit'],
  summary: 'Renames a command filter.',
  params: ById,
  body: CommandFilterInput,
});

export const deleteCommandFilters = endpoint({
  method: 'DELETE',
  path: '/command-filters/:ids',
  access: ['command-filter-del'],
  summary: 'Deletes command filters with their rules, all or none. Refused while one is in use.',
  params: ByIds,
});

export const testCommandFilter = endpoint({
  method: 'POST',
  path: '/command-filters/:id/test',
  access: ['command-filter-detail'],
  summary: 'How this filter would judge a command line, and which rule decides. Nothing is run.',
  params: ById,
  body: z.strictObject({ command: z.string().min(1).max(LIMITS.commandContent.max) }),
  response: CommandVerdict,
});

export const listCommandFilterRules = endpoint({
  method: 'GET',
  path: '/command-filter-rules/paging',
  access: ['command-filter-rule'],
  summary: 'The rules of one filter in the order they are asked.',
  query: CommandFilterRuleQuery,
  response: paged(CommandFilterRule),
});

export const listAllCommandFilterRules = endpoint({
  method: 'GET',
  path: '/command-filter-rules',
  access: ['command-filter-rule'],
  summary: 'The rules of one filter as one list, in the order they are asked, a thousand at most.',
  query: z.object({ commandFilterId: Id }),
  response: z.array(CommandFilterRule),
});

export const getCommandFilterRule = endpoint({
  method: 'GET',
  path: '/command-filter-rules/:id',
  access: ['command-filter-rule', 'command-filter-rule-put'],
  summary: 'One rule.',
  params: ById,
  response: CommandFilterRule,
});

export const createCommandFilterRule = endpoint({
  method: 'POST',
  path: '/command-filter-rules',
  access: ['command-filter-rule-add'],
  widens: true,
  summary: 'Adds a rule. Patterns that cannot be matched in linear time are refused.',
  body: CommandFilterRuleInput,
  response: CommandFilterRule,
});

export const updateCommandFilterRule = endpoint({
  method: 'PUT',
  path: '/command-filter-rules/:id',
  access: ['command-filter-rule-put'],
  widens: true,
  summary: 'Changes a rule. What is not given stays as it is.',
  params: ById,
  body: CommandFilterRuleChange,
});

export const deleteCommandFilterRules = endpoint({
  method: 'DELETE',
  path: '/command-filter-rules/:ids',
  access: ['command-filter-rule-del'],
  widens: true,
  summary: 'Deletes rules, all or none.',
  params: ByIds,
});
