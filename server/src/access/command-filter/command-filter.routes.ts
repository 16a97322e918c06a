import {
  createCommandFilter,
  createCommandFilterRule,
  deleteCommandFilterRules,
  deleteCommandFilters,
  getCommandFilter,
  getCommandFilterRule,
  listAllCommandFilterRules,
  listCommandFilterOptions,
  listCommandFilterRules,
  listCommandFilters,
  testCommandFilter,
  updateCommandFilter,
  updateCommandFilterRule,
} from '@jadegate/contract/access/command-filter';
import { LONGEST_PAGE } from '@jadegate/contract/paging';

import type { Api } from '../../http/api.ts';
import type { CommandFilterRuleService } from './command-filter-rule.service.ts';
import type { CommandFilterService } from './command-filter.service.ts';

interface Services {
  commandFilters: CommandFilterService;
  commandFilterRules: CommandFilterRuleService;
}

export function commandFilterRoutes(api: Api, { commandFilters, commandFilterRules: rules }: Services): void {
  api.on(listCommandFilterOptions, () => commandFilters.listOptions());
  api.on(listCommandFilters, ({ query }) => commandFilters.list(query));
  api.on(getCommandFilter, ({ params }) => commandFilters.get(params.id));
  api.on(createCommandFilter, ({ actor, body }) => commandFilters.create(actor, body));
  api.on(updateCommandFilter, ({ actor, params, body }) => commandFilters.update(actor, params.id, body));
  api.on(deleteCommandFilters, ({ actor, params }) => commandFilters.delete(actor, params.ids));
  api.on(testCommandFilter, ({ params, body }) => commandFilters.test(params.id, body.command));
  api.on(listCommandFilterRules, ({ query }) => rules.list(query));
  api.on(
    listAllCommandFilterRules,
    async ({ query }) => (await rules.list({ ...query, ...LONGEST_PAGE })).items,
  );
  api.on(getCommandFilterRule, ({ params }) => rules.get(params.id));
  api.on(createCommandFilterRule, ({ actor, body }) => rules.create(actor, body));
  api.on(updateCommandFilterRule, ({ actor, params, body }) => rules.update(actor, params.id, body));
  api.on(deleteCommandFilterRules, ({ actor, params }) => rules.delete(actor, params.ids));
}
